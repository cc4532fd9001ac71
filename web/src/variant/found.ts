/** Variants among the puzzles: those that a text holds, and the one that waits. */

import type { App } from '../app';
import type { ReadVariant, Variant } from '../engine/protocol';
import { type Child, type Node, h } from '../view/dom';
import { titleOf } from '../model/boards';
import { button, english, fieldsView, iconButton, withEnglish } from '../view/parts';
import { forget, open, resume, show } from './actions';
import { variantPicture } from './board';
import { type Picture, type VariantGame, newGame, puzzleOf } from './game';
import { wordsOf } from './words';

/** How many of a long list are shown. */
const SHOWN = 60;

export function foundView(app: App, variants: readonly ReadVariant[], drawn: Picture | null): Child[] {
  const t = wordsOf(app);
  const [only, second] = variants;
  if (!only) return [];
  if (second) {
    return [
      h('p', { class: 'message good', key: 'found-variants' }, t('found.many', { count: variants.length })),
      h(
        'ol',
        { class: 'variant-list', key: 'variant-list' },
        variants.slice(0, SHOWN).map((variant, i) =>
          h(
            'li',
            { key: i },
            button(nameOf(app, variant, i + 1), () => void open(app, variant)),
            english('p', { class: 'hint-text' }, variant.rules.join(', ')),
          ),
        ),
      ),
    ];
  }
  const rules = only.rules.join(', ');
  return [
    h(
      'p',
      { class: 'message good', key: 'found-variants' },
      rules ? withEnglish((values) => t('found', values), 'rules', rules) : t('found.none'),
    ),
    drawn &&
      h(
        'div',
        { class: 'one-board one-variant', key: 'one-variant' },
        h(
          'div',
          { class: 'thumb variant-board' },
          ...variantPicture({ game: newGame(puzzleOf(only, drawn)) }, t('preview')),
        ),
        h(
          'div',
          null,
          only.notes.map((note, i) => english('p', { class: 'hint-text', key: `note-${i}` }, note)),
          fieldsView(app, only.fields),
          button(app.t('enter.open'), () => void open(app, only), { look: 'main', id: 'open-board' }),
          rulesView(app, drawn),
        ),
      ),
  ];
}

const nameOf = (app: App, { fields }: ReadVariant, number: number): string =>
  titleOf(fields) || app.t('enter.puzzle', { number });

/** What the setter says, and all rules, a sentence or two for each. The library's words are English. */
export const rulesView = (app: App, { words, paper }: Picture, { author, comment }: Partial<Variant> = {}): Node =>
  h(
    'ul',
    { class: 'variant-rules', key: 'rules' },
    typeof author === 'string' && h('li', { key: 'author' }, author),
    typeof comment === 'string' && h('li', { key: 'comment', class: 'setter' }, comment),
    words.map((rule, i) => h('li', { key: i, lang: 'en' }, rule)),
    paper !== undefined && h('li', { key: 'stated' }, wordsOf(app)('stated')),
  );

/** The variants that were put aside, the last one first. */
export function waitingView(app: App): Node | false {
  const { variant } = app.state;
  if (!variant) return false;
  const t = wordsOf(app);
  const { game, others } = variant;
  const waiting = (one: VariantGame): Node => {
    const title = one.puzzle.title || t('title');
    const isFirst = one === game;
    const ask = () => (isFirst ? show(app, true) : resume(app, one));
    return h(
      'div',
      { class: 'resume' },
      h('div', { class: 'thumb variant-board' }, ...variantPicture({ game: one })),
      h('p', null, title),
      h(
        'div',
        { class: 'row-of' },
        button(t('resume'), ask, isFirst ? { look: 'main', id: 'resume-variant' } : {}),
        iconButton('erase', t('forget', { title }), () => forget(app, one)),
      ),
    );
  };
  return h(
    'section',
    { class: 'kept', key: 'waiting-variant', 'aria-labelledby': 'waiting-title' },
    h('h2', { id: 'waiting-title' }, t('waiting')),
    [game, ...others].map(waiting),
  );
}
