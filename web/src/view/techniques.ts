/** The techniques: their list with what may be used, and the page of each. */

import type { App } from '../app';
import {
  askLessons,
  closeLesson,
  isNoneLeft,
  moreOfExample,
  openLesson,
  practise,
  stepLanguage,
  switchAbove,
  switchTechniques,
  techniqueOf,
} from '../actions/lessons';
import { LEVELS, type Level } from '../engine/protocol';
import type { Key } from '../i18n';
import type { Block, Lessons, Technique } from '../model/lessons';
import type { Lesson } from '../state';
import { type Child, type Node, h, lazy } from './dom';
import { button, levelKey, outcome, running, section, select } from './parts';

/** The name of a step's technique, which leads to its page. */
export const techniqueLink = (app: App, slug: string, name: string): Node =>
  h(
    'button',
    { type: 'button', class: 'technique-link', 'data-technique': slug, onclick: () => void openLesson(app, slug) },
    name,
  );

/** All techniques by family: each can be read about, and switched off. */
export function techniquesSection(app: App): Node {
  const { t, state } = app;
  const { lessons } = state;
  return section(
    'techniques',
    t('techniques.title'),
    h('p', { class: 'hint-text' }, t('techniques.text')),
    isNoneLeft(app) && h('p', { class: 'message error', id: 'none-left', key: 'none' }, t('techniques.none')),
    lessons
      ? [offView(app, lessons), ...familyViews(app, lessons)]
      : button(t('techniques.ask'), () => void askLessons(app), { key: 'ask', id: 'show-techniques' }),
  );
}

function offView(app: App, { techniques }: Lessons): Child {
  const { t, state } = app;
  const off = techniques.filter(({ slug, isDefault }) => isDefault && state.settings.off.includes(slug));
  const slugs = off.map(({ slug }) => slug);
  return h(
    'div',
    { class: 'off', key: 'off' },
    h('p', { id: 'off-count' }, t(off.length > 0 ? 'techniques.off' : 'techniques.all-on', { count: off.length })),
    select(
      'up-to',
      t('techniques.up-to'),
      LEVELS,
      LEVELS.find((level) => techniques.every((one) => isUsedUpTo(app, one, level))) ?? 'extreme',
      (level) => t(`level.${level}`),
      (level) => switchAbove(app, level),
    ),
    off.length > 0 && button(t('techniques.on'), () => switchTechniques(app, slugs, true), { id: 'all-on' }),
  );
}

/** Whether those up to a level are used and no others. */
const isUsedUpTo = ({ state }: App, { slug, level, isDefault }: Technique, most: Level): boolean =>
  !isDefault || state.settings.off.includes(slug) === LEVELS.indexOf(level) > LEVELS.indexOf(most);

function familyViews(app: App, { techniques }: Lessons): Node[] {
  const { t, state } = app;
  const families = [...new Set(techniques.map(({ family }) => family))];
  return families.map((family) =>
    h(
      'details',
      { class: 'family', key: family },
      h('summary', null, t(`family.${family}` as Key)),
      h(
        'ul',
        { class: 'techniques' },
        techniques
          .filter((one) => one.family === family)
          .map((one) => {
            const isOn = !state.settings.off.includes(one.slug);
            return lazy('li', `${one.slug} ${isOn} ${state.settings.language}`, { key: one.slug }, () =>
              row(app, one, isOn),
            );
          }),
      ),
    ),
  );
}

function row(app: App, one: Technique, isOn: boolean): Child[] {
  const { t } = app;
  const name = one.name[stepLanguage(app)];
  return [
    one.isDefault &&
      h('input', {
        type: 'checkbox',
        checked: isOn,
        'aria-label': t('techniques.use', { name }),
        'data-use': one.slug,
        onchange: (event: Event) => switchTechniques(app, [one.slug], (event.target as HTMLInputElement).checked),
      }),
    techniqueLink(app, one.slug, name),
    h('span', { class: 'level' }, t(levelKey(one.level))),
  ];
}

/** The page of a technique; its example is on the board. */
export function lessonView(app: App, lesson: Lesson): Node {
  const { t, state } = app;
  const technique = techniqueOf(app, lesson.slug);
  const language = stepLanguage(app);
  if (!technique) return section('lesson', t('techniques.title'), running(app, { cancel: () => closeLesson(app) }));
  const { name, about, level, score, se, needsUniqueness, isDefault, essay } = technique;
  const isOff = state.settings.off.includes(technique.slug);
  return section(
    'lesson',
    name[language],
    h('p', { class: 'sentence', id: 'about' }, about[language]),
    h(
      'dl',
      { class: 'figures' },
      h('div', null, h('dt', null, t('made.level')), h('dd', null, t(levelKey(level)))),
      h('div', null, h('dt', null, 'HoDoKu'), h('dd', null, String(score))),
      h('div', null, h('dt', null, 'Sudoku Explainer'), h('dd', null, se ? (se / 10).toFixed(1) : '–')),
    ),
    needsUniqueness && h('p', { class: 'hint-text', key: 'unique' }, t('lesson.unique')),
    !isDefault && h('p', { class: 'hint-text', key: 'extra' }, t('lesson.extra')),
    isOff && h('p', { class: 'hint-text', key: 'is-off' }, t('lesson.off')),
    h(
      'div',
      { class: 'row-of', key: 'buttons' },
      button(t('lesson.practise'), () => void practise(app, technique.slug), { look: 'main', id: 'practise' }),
      button(t('lesson.back'), () => closeLesson(app), { id: 'close-lesson' }),
    ),
    h('h3', { key: 'example-title' }, t('lesson.example')),
    ...outcome(app, lesson.example, ({ advice }): Child[] => [
      h('p', { class: 'sentence', 'data-grade': String(lesson.grade) }, advice.levels[lesson.grade - 1] ?? ''),
      button(t(lesson.grade < advice.levels.length ? 'hint.more' : 'lesson.again'), () => moreOfExample(app), {
        key: 'more',
        id: 'more-example',
      }),
    ]),
    essayView(app, state.lessons?.essays[essay] ?? []),
  );
}

const essayView = ({ t }: App, blocks: readonly Block[]): Child =>
  blocks.length > 0 &&
  h(
    'details',
    { class: 'essay', key: 'essay' },
    h('summary', null, t('lesson.essay')),
    h(
      'div',
      { lang: 'en' },
      blocks.map((block, i) =>
        'drawing' in block
          ? h('pre', { class: 'code output', tabindex: 0, key: i }, block.drawing)
          : h('p', { key: i }, block.text),
      ),
    ),
  );
