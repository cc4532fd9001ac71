/** What leaves the page of a variant: a link, text, the picture, paper. */

import type { App } from '../app';
import { save } from '../actions/share';
import { type Child, type Node, h } from '../view/dom';
import { button } from '../view/parts';
import { sharedLink, sharedText } from '../view/sharing';
import { write } from './actions';
import { pictureAddress } from './board';
import type { Picture } from './game';
import { rulesView } from './found';
import { wordsOf } from './words';

/** The formats that carry rules; what one of them cannot carry it names. */
const FORMATS = ['json', 'f-puzzles', 'fpuz', 'iss'] as const;

/** With the candidates that the puzzle states: nobody would know them otherwise. */
const forPaper = ({ svg, paper }: Picture): string => paper ?? svg;

/** The address of this page with the whole puzzle in its fragment. */
const linkOf = (app: App): string =>
  `${location.href.split('#')[0]}#p=${encodeURIComponent(JSON.stringify(app.state.variant?.game.puzzle.board ?? null))}`;

export function shareBody(app: App): Child[] {
  const { t } = app;
  const words = wordsOf(app);
  const { variant } = app.state;
  if (!variant) return [];
  const { format, text } = variant;
  return [
    ...sharedLink(app, linkOf(app), words('share.link-text')),
    ...sharedText(app, { formats: FORMATS, format, text }, (chosen) => {
      app.setVariant({ format: chosen });
      void write(app);
    }),
    h('h3', null, t('share.picture')),
    h(
      'div',
      { class: 'row-of' },
      button(t('share.svg'), () =>
        save('sudoku.svg', new Blob([forPaper(variant.game.puzzle.drawn)], { type: 'image/svg+xml' })),
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
export function paperView(app: App): Node | false {
  const { variant } = app.state;
  if (!variant) return false;
  const { title, drawn, board } = variant.game.puzzle;
  return h(
    'div',
    { id: 'paper', 'aria-hidden': 'true', key: 'variant-paper' },
    h(
      'div',
      { class: 'sheet per-1' },
      h(
        'figure',
        null,
        h('img', { class: 'picture variant-image', src: pictureAddress(forPaper(drawn)), alt: '' }),
        h('figcaption', null, title),
      ),
      rulesView(app, drawn, board),
    ),
  );
}
