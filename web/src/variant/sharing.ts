/** What leaves the page of a variant: a link, text, the picture, paper. */

import type { App } from '../app';
import { copy, save } from '../actions/share';
import { type Child, type Node, h } from '../view/dom';
import { button, english, outcome, select } from '../view/parts';
import { write } from './actions';
import { pictureAddress } from './board';
import { rulesView } from './found';
import { wordsOf } from './words';

/** The formats that carry rules; what one of them cannot carry it names. */
const FORMATS = ['json', 'f-puzzles', 'fpuz', 'iss'] as const;
const PROGRAMS: Record<string, string> = {
  'f-puzzles': 'f-puzzles',
  fpuz: 'SudokuPad',
  iss: 'Interactive Sudoku Solver',
};

/** The address of this page with the whole puzzle in its fragment. */
const linkOf = (app: App): string =>
  `${location.href.split('#')[0]}#p=${encodeURIComponent(JSON.stringify(app.state.variant?.game.puzzle.board ?? null))}`;

export function shareBody(app: App): Child[] {
  const { t } = app;
  const words = wordsOf(app);
  const { variant } = app.state;
  if (!variant) return [];
  const link = linkOf(app);
  return [
    h('h3', null, t('share.link')),
    h('p', { class: 'hint-text' }, words('share.link-text')),
    h(
      'div',
      { class: 'copy-row' },
      h('input', { class: 'code', readonly: true, value: link, 'aria-label': t('share.link') }),
      button(t('share.copy'), () => void copy(app, link), { look: 'main' }),
    ),
    h('h3', null, t('share.text')),
    select(
      'share-format',
      t('share.format'),
      FORMATS,
      variant.format as (typeof FORMATS)[number],
      (name) => (PROGRAMS[name] ? `${name} (${PROGRAMS[name]})` : name),
      (format) => {
        app.setVariant({ format });
        void write(app);
      },
    ),
    ...outcome(app, variant.text, ({ text, lost }): Child[] => [
      h('pre', { class: 'code output', tabindex: 0, role: 'region', 'aria-label': t('share.output') }, text),
      lost.length > 0 && english('p', { class: 'hint-text' }, lost.join('; ')),
      h(
        'div',
        { class: 'row-of' },
        button(t('share.copy'), () => void copy(app, text)),
      ),
    ]),
    h('h3', null, t('share.picture')),
    h(
      'div',
      { class: 'row-of' },
      button(t('share.svg'), () =>
        save('sudoku.svg', new Blob([variant.game.puzzle.drawn.svg], { type: 'image/svg+xml' })),
      ),
    ),
  ];
}

export function printBody(app: App): Child[] {
  const print = () => {
    app.set({ dialog: null });
    // The dialog is closed when this task is over.
    setTimeout(() => window.print());
  };
  return [
    h('p', { class: 'hint-text', key: 'text' }, wordsOf(app)('print.text')),
    button(app.t('print.ask'), print, { look: 'main', key: 'ask', id: 'print' }),
  ];
}

/** What is printed: the puzzle and its rules. Nothing of it is seen on the screen. */
export function paperView({ state }: App): Node | false {
  const { variant } = state;
  if (!variant) return false;
  const { title, drawn } = variant.game.puzzle;
  return h(
    'div',
    { id: 'paper', 'aria-hidden': 'true', key: 'variant-paper' },
    h(
      'div',
      { class: 'sheet per-1' },
      h(
        'figure',
        null,
        h('img', { class: 'picture variant-image', src: pictureAddress(drawn.svg), alt: '' }),
        h('figcaption', null, title),
      ),
      rulesView(drawn.words),
    ),
  );
}
