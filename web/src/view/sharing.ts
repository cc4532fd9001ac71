/** What sharing a classic puzzle and sharing a variant have in common: a link, and the puzzle as text in a format. */

import type { App } from '../app';
import { copy } from '../actions/share';
import type { Share } from '../state';
import { type Child, h } from './dom';
import { button, english, outcome, select } from './parts';

/** Which program a format is for, where its name does not say it. */
const PROGRAMS: Record<string, string> = {
  sdk: 'SadMan Software',
  sdm: 'SadMan Software',
  sdx: 'SadMan Software',
  ss: 'Simple Sudoku',
  hodoku: 'HoDoKu',
  susser: 'Susser',
  opensudoku: 'OpenSudoku',
  fpuz: 'SudokuPad',
  scf: 'SudokuPad',
  sudokuwiki: 'SudokuWiki',
  iss: 'Interactive Sudoku Solver',
};

/** A link to copy, and what is to be said of it. */
export function sharedLink(app: App, link: string, hint: string): Child[] {
  const { t } = app;
  return [
    h('h3', null, t('share.link')),
    h('p', { class: 'hint-text' }, hint),
    h(
      'div',
      { class: 'copy-row' },
      h('input', { class: 'code', readonly: true, value: link, 'aria-label': t('share.link') }),
      button(t('share.copy'), () => void copy(app, link), { look: 'main' }),
    ),
  ];
}

/** The puzzle in one of some formats, and what is lost in it. */
export function sharedText(
  app: App,
  { formats, format, text }: Pick<Share, 'formats' | 'format' | 'text'>,
  choose: (format: string) => void,
): Child[] {
  const { t } = app;
  return [
    h('h3', null, t('share.text')),
    select(
      'share-format',
      t('share.format'),
      formats,
      format,
      (name) => (PROGRAMS[name] ? `${name} (${PROGRAMS[name]})` : name),
      choose,
    ),
    ...outcome(app, text, ({ text: written, lost }): Child[] => [
      h('pre', { class: 'code output', tabindex: 0, role: 'region', 'aria-label': t('share.output') }, written),
      lost.length > 0 && english('p', { class: 'hint-text' }, lost.join('; ')),
      h(
        'div',
        { class: 'row-of' },
        button(t('share.copy'), () => void copy(app, written)),
      ),
    ]),
  ];
}
