/** Sharing, printing, settings, keys. */

import type { App } from '../app';
import {
  closeDialog,
  openDialog,
  addressOf,
  print,
  savePng,
  saveSvg,
  setPrint,
  setShare,
  write,
} from '../actions/share';
import { askLessons } from '../actions/lessons';
import { setLanguage } from '../actions/reword';
import { LEVELS } from '../engine/protocol';
import { type Key, LANGUAGE_CODES, languageName } from '../i18n';
import { type Settings, THEMES } from '../model/storage';
import { shownVariant } from '../variant/door';
import { type Child, h } from './dom';
import { button, checkbox, choice, failedView, iconButton, running, select } from './parts';
import { sharedLink, sharedText } from './sharing';

/** The contents of the dialog element. */
export function dialogView(app: App): Child[] {
  const { dialog } = app.state;
  if (!dialog) return [];
  const classic = { menu: menuBody, share: shareBody, print: printBody, settings: settingsBody, keys: keysBody };
  const body = { ...classic, ...variantBodies(app) }[dialog];
  return [
    h(
      'div',
      { class: 'dialog-head', key: 'head' },
      h('h2', { id: 'dialog-title' }, app.t(`dialog.${dialog}`)),
      iconButton('close', app.t('dialog.close'), () => closeDialog(app)),
    ),
    h('div', { class: 'dialog-body', key: dialog }, body(app)),
  ];
}

/** What is said of a variant in place of the classic game. */
function variantBodies(app: App): Partial<Record<'share' | 'print', (app: App) => Child[]>> {
  const variants = shownVariant(app);
  return variants ? { share: variants.shareBody, print: variants.printBody } : {};
}

/** What a narrow header has no room for. */
const menuBody = (app: App): Child[] =>
  (['share', 'print', 'settings', 'keys'] as const).map((dialog) =>
    button(app.t(`dialog.${dialog}`), () => void openDialog(app, dialog), { icon: dialog, key: dialog, class: 'wide' }),
  );

function shareBody(app: App): Child[] {
  const { t, state } = app;
  const { share } = state;
  return [
    checkbox(t('share.progress'), share.withProgress, (withProgress) => {
      setShare(app, { withProgress });
      void write(app);
    }),
    ...sharedLink(app, addressOf(app), t('share.link-text')),
    ...sharedText(app, share, (format) => {
      setShare(app, { format });
      void write(app);
    }),
    h('h3', null, t('share.picture')),
    h(
      'div',
      { class: 'row-of' },
      button(t('share.svg'), () => void saveSvg(app)),
      button(t('share.png'), () => void savePng(app)),
    ),
  ];
}

function printBody(app: App): Child[] {
  const { t, state } = app;
  const { print: wish, enter } = state;
  const list = enter.read.status === 'done' && enter.read.value.boards.length > 1 ? (['list'] as const) : [];
  const sources = ['this', ...list, 'gallery', 'made'] as const;
  return [
    select(
      'print-source',
      t('print.source'),
      sources,
      wish.source,
      (one) => t(`print.${one}`),
      (source) => setPrint(app, { source, perPage: source === 'this' ? 1 : 6 }),
    ),
    choice(
      t('print.per-page'),
      ['1', '6'] as const,
      String(wish.perPage) as '1' | '6',
      (one) => t(one === '1' ? 'print.one' : 'print.six'),
      (one) => setPrint(app, { perPage: one === '1' ? 1 : 6 }),
    ),
    wish.source === 'made' &&
      select(
        'print-level',
        t('made.level'),
        LEVELS,
        wish.level as (typeof LEVELS)[number],
        (one) => t(`level.${one}`),
        (level) => setPrint(app, { level }),
      ),
    checkbox(t('print.notes'), wish.withNotes, (withNotes) => setPrint(app, { withNotes })),
    checkbox(t('print.solutions'), wish.withSolutions, (withSolutions) => setPrint(app, { withSolutions })),
    wish.boards.status === 'failed' && failedView(wish.boards),
    wish.boards.status === 'running'
      ? running(app, wish.boards)
      : button(t('print.ask'), () => void print(app), { look: 'main', key: 'ask' }),
  ];
}

function settingsBody(app: App): Child[] {
  const { t, state } = app;
  const { settings } = state;
  const put = (changes: Partial<Settings>) => app.set({ settings: { ...settings, ...changes } });
  return [
    select(
      'theme',
      t('settings.theme'),
      THEMES,
      settings.theme,
      (one) => t(`theme.${one}`),
      (theme) => put({ theme }),
    ),
    select('language', t('settings.language'), LANGUAGE_CODES, settings.language, languageName, (language) =>
      setLanguage(app, language),
    ),
    settings.language !== 'en' && h('p', { class: 'hint-text' }, t('settings.english')),
    checkbox(t('settings.timer'), settings.hasTimer, (hasTimer) => put({ hasTimer })),
    checkbox(t('settings.peers'), settings.highlightsPeers, (highlightsPeers) => put({ highlightsPeers })),
    checkbox(t('settings.digit'), settings.highlightsDigit, (highlightsDigit) => put({ highlightsDigit })),
    checkbox(t('settings.mistakes'), settings.showsMistakes, (showsMistakes) => put({ showsMistakes })),
    checkbox(t('settings.conflicts'), settings.showsConflicts, (showsConflicts) => put({ showsConflicts })),
    button(t('settings.techniques'), () => showTechniques(app), { id: 'settings-techniques' }),
    h('p', { class: 'hint-text' }, t('settings.privacy')),
  ];
}

/** The list is where one learns. */
function showTechniques(app: App): void {
  closeDialog(app);
  shownVariant(app)?.putAside(app);
  app.set({ view: 'learn' });
  app.setLearn({ lesson: null, path: null });
  void askLessons(app).then(() =>
    requestAnimationFrame(() => {
      const list = document.querySelector<HTMLElement>('#up-to');
      list?.scrollIntoView({ block: 'center' });
      list?.focus({ preventScroll: true });
    }),
  );
}

const KEYS: readonly (readonly [keys: string, text: Key])[] = [
  ['1–9 A–Z', 'keys.digit'],
  ['⇧ + 1–9', 'keys.note'],
  ['Ctrl + 1–9', 'keys.centre'],
  ['Z X C V B N', 'keys.tools'],
  ['Enter', 'keys.apply'],
  ['H', 'keys.hint'],
  ['Space', 'keys.mode'],
  ['← ↑ → ↓', 'keys.move'],
  ['Home End', 'keys.row'],
  ['Page ↑ ↓', 'keys.column'],
  ['Ctrl + Home End', 'keys.corner'],
  ['⇧ + ← ↑ → ↓', 'keys.extend'],
  ['Ctrl + A', 'keys.all'],
  ['⌫ Del 0', 'keys.erase'],
  ['Ctrl + Z', 'keys.undo'],
  ['Ctrl + Y', 'keys.redo'],
  ['Alt + 1–9', 'keys.pin'],
  ['Esc', 'keys.clear'],
  ['?', 'keys.help'],
];

function keysBody({ t }: App): Child[] {
  return [
    h(
      'table',
      { class: 'keys' },
      h('caption', { class: 'visually-hidden' }, t('dialog.keys')),
      h(
        'tbody',
        null,
        KEYS.map(([keys, text]) =>
          h('tr', { key: text }, h('th', { scope: 'row' }, h('kbd', null, keys)), h('td', null, t(text))),
        ),
      ),
    ),
    h('p', { class: 'hint-text' }, t('keys.mouse')),
  ];
}
