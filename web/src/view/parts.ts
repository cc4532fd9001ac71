/** Pieces that the panels are made of. */

import type { App } from '../app';
import { LEVELS } from '../engine/protocol';
import type { Key, Values } from '../i18n';
import { titleOf } from '../model/boards';
import type { Task } from '../state';
import { type Child, type Handler, type Node, h } from './dom';

const ICONS = {
  digit: 'M9 6l4-2v16M9 20h8',
  note: 'M4 4h16v16H4zM8 7v3M12 7v3M8 14v3',
  centre: 'M4 4h16v16H4zM9 10.5v3M12 10.5v3M15 10.5v3',
  color: 'M4 4h16v16H4zM4 20L20 4M4 12L12 4M12 20L20 12',
  line: 'M4 18l5-8 5 5 6-10',
  look: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15 15l6 6',
  hint: 'M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.7.6-1 1.5-1 2.5h-5c0-1-.3-1.900-1-2.5z',
  menu: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  less: 'M5 12h14',
  undo: 'M4 9h10a6 6 0 0 1 0 12h-4M4 9l5-5M4 9l5 5',
  redo: 'M20 9H10a6 6 0 0 0 0 12h4M20 9l-5-5M20 9l-5 5',
  erase: 'M9 20h11M4 15l9-10 7 6-8 9H9z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v7h14v-7',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  settings: 'M4 7h9m5 0h2M4 17h3m5 0h8M15 4v6M9 14v6',
  keys: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  first: 'M18 5l-8 7 8 7zM6 5v14',
  back: 'M15 5l-8 7 8 7',
  next: 'M9 5l8 7-8 7',
  last: 'M6 5l8 7-8 7zM18 5v14',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  close: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0 -18',
} as const;
export type IconName = keyof typeof ICONS;

export const icon = (name: IconName): Node =>
  h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: ICONS[name] }));

interface ButtonOptions {
  icon?: IconName;
  /** `main` for what one most likely wants, `plain` for one of a row of equals. */
  look?: 'main' | 'plain' | 'icon';
  pressed?: boolean;
  disabled?: boolean;
  /** A name for screen readers and as a tooltip, where it differs from the text. */
  label?: string;
  class?: string;
  key?: string | number;
  id?: string;
}

export function button(text: string, onclick: Handler, options: ButtonOptions = {}): Node {
  const { look = 'plain', pressed, disabled, label } = options;
  return h(
    'button',
    {
      type: 'button',
      class: `button ${look} ${options.class ?? ''}`,
      onclick: disabled ? () => undefined : onclick,
      ...(options.key !== undefined && { key: options.key }),
      ...(options.id && { id: options.id }),
      ...(pressed !== undefined && { 'aria-pressed': pressed ? 'true' : 'false' }),
      // Disabled buttons stay reachable, so that the focus is not lost when one becomes so.
      ...(disabled && { 'aria-disabled': 'true' }),
      ...(label && { 'aria-label': label, title: label }),
    },
    options.icon && icon(options.icon),
    look === 'icon' ? null : h('span', null, text),
  );
}

export const iconButton = (name: IconName, label: string, onclick: Handler, options: ButtonOptions = {}): Node =>
  button('', onclick, { ...options, look: 'icon', icon: name, label });

/** A row of choices of which one is taken. */
export function choice<T extends string>(
  label: string,
  values: readonly T[],
  current: T,
  text: (value: T) => string,
  choose: (value: T) => void,
): Node {
  return h(
    'div',
    { class: 'choice', role: 'group', 'aria-label': label },
    values.map((value) => button(text(value), () => choose(value), { pressed: value === current, key: value })),
  );
}

export function select<T extends string>(
  id: string,
  label: string,
  values: readonly T[],
  current: T,
  text: (value: T) => string,
  choose: (value: T) => void,
): Node {
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h(
      'select',
      { id, value: current, onchange: (event: Event) => choose((event.target as HTMLSelectElement).value as T) },
      values.map((value) => h('option', { value, key: value }, text(value))),
    ),
  );
}

export const checkbox = (label: string, checked: boolean, change: (isOn: boolean) => void, hint = ''): Node =>
  h(
    'label',
    { class: 'check' },
    h('input', {
      type: 'checkbox',
      checked,
      onchange: (event: Event) => change((event.target as HTMLInputElement).checked),
    }),
    h('span', null, label, hint && h('small', null, hint)),
  );

/** A titled part of a panel. */
export const section = (id: string, title: string, ...children: (Child | readonly Child[])[]): Node =>
  h(
    'section',
    { class: 'section', key: id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    ...children,
  );

/** Running with a way out, or failed with a reason; `done` otherwise. */
export function outcome<T>(app: App, task: Task<T>, done: (value: T) => Child | readonly Child[]): Child[] {
  switch (task.status) {
    case 'idle':
      return [];
    case 'running':
      return [running(app, task)];
    case 'failed':
      return [failedView(task)];
    case 'done':
      return [done(task.value)].flat() as Child[];
  }
}

export const failedView = ({ message, isEnglish }: { message: string; isEnglish?: boolean }): Node =>
  h('p', { class: 'message error', key: 'failed', lang: isEnglish ? 'en' : null }, message);

export function running(app: App, task: { cancel: () => void; done?: number }): Node {
  const text = app.t('task.running');
  return h(
    'div',
    { class: 'running', key: 'running' },
    h('span', { class: 'dots', 'aria-hidden': 'true' }),
    h('span', null, task.done !== undefined ? `${text} ${Math.round(task.done * 100)} %` : text),
    button(app.t('task.cancel'), () => task.cancel()),
  );
}

/** A sentence of the page with words of the engine in it, at `{name}`. */
export function withEnglish(sentence: (values: Values) => string, name: string, text: string): Child[] {
  const mark = '\u0000';
  const [before, ...after] = sentence({ [name]: mark }).split(mark);
  return [before, english('span', {}, text), ...after];
}

/** Words of the engine, which are English in every language of the page. */
export const english = (tag: string, attributes: Record<string, string>, text: string): Node =>
  h(tag, { ...attributes, lang: 'en' }, text);

export const levelKey = (level: string | null): Key =>
  LEVELS.some((known) => known === level) ? (`level.${level}` as Key) : 'level.none';

/** What a text may say about its puzzle, as the engine names it, but for the solution, which a player does not want to see. */
const FIELDS = {
  author: 'field.author',
  description: 'field.description',
  comment: 'field.comment',
  source: 'field.source',
  address: 'field.address',
  'date of publication': 'field.published',
  id: 'field.id',
  level: 'field.level',
  rating: 'field.rating',
  clues: 'field.clues',
  technique: 'field.technique',
  "technique's digits": 'field.technique-digits',
  eliminations: 'field.eliminations',
  placements: 'field.placements',
  'further text': 'field.extra',
} as const satisfies Record<string, Key>;

/** What a text says about its puzzle, in its own words. */
export function fieldsView({ t }: App, fields: Readonly<Record<string, string>>): Node[] {
  const nameOf = (name: string) => {
    if (name === 'title' || (name === 'description' && titleOf(fields))) return t('field.title');
    return Object.hasOwn(FIELDS, name) ? t(FIELDS[name as keyof typeof FIELDS]) : name;
  };
  const isTitle = ([name]: readonly [string, string]) => name === 'title' || name === 'description';
  return Object.entries(fields)
    .filter(([name]) => name !== 'solution')
    .sort((a, b) => Number(isTitle(b)) - Number(isTitle(a)))
    .map(([name, value]) => h('p', { class: 'hint-text said', key: name }, `${nameOf(name)}: ${value}`));
}
