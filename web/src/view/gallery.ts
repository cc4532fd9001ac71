/** Famous puzzles, as pictures with a story. */

import type { App } from '../app';
import { openEntry, setEnter } from '../actions/enter';
import { LEVELS } from '../engine/protocol';
import { type Entry, GALLERY } from '../gallery';
import { newGame, puzzleOf, usualAlphabet } from '../model/game';
import { gridOf } from '../model/grid';
import { type Node, h, lazy } from './dom';
import { picture } from './picture';
import { type Scene, gameScene } from './scene';

const thumbs = new Map<string, Scene | null>();

/** Gallery puzzles are one line each; their pictures need no engine. */
function thumb(id: string, puzzle: string, symbols: string): Scene | null {
  const known = thumbs.get(id);
  if (known !== undefined) return known;
  const shape = { 4: '2x2', 6: '2x3', 9: '3x3', 12: '3x4', 16: '4x4', 25: '5x5' }[Math.sqrt(puzzle.length)] ?? '';
  const grid = gridOf(shape);
  const alphabet = symbols ? [...symbols] : usualAlphabet(grid?.side ?? 0);
  const game = grid && newGame(puzzleOf(grid, { alphabet }));
  const givens = [...puzzle].map((symbol) => alphabet.indexOf(symbol) + 1);
  const scene = game && gameScene({ ...game, position: { ...game.position, givens } });
  thumbs.set(id, scene);
  return scene;
}

/** Which of them are listed, by level. */
const filterView = (app: App): Node =>
  h(
    'div',
    { class: 'filter', role: 'group', 'aria-label': app.t('made.level') },
    (['', ...LEVELS] as const).map((level) => {
      const isChosen = level === app.state.enter.famous;
      return h(
        'button',
        {
          type: 'button',
          key: level,
          class: `chip ${isChosen ? 'current' : ''}`,
          'aria-pressed': isChosen ? 'true' : 'false',
          'data-famous': level,
          onclick: () => setEnter(app, { famous: level }),
        },
        app.t(level ? `level.${level}` : 'gallery.all'),
      );
    }),
  );

export function galleryView(app: App): Node {
  const { t, state } = app;
  const { famous } = state.enter;
  const done = new Set(state.results.map(({ title }) => title));
  const isDone = (entry: Entry) => done.has(t(`gallery.${entry.id}.title`));
  return h(
    'section',
    { class: 'gallery', 'aria-labelledby': 'gallery-title' },
    h('h2', { id: 'gallery-title' }, t('gallery.title')),
    filterView(app),
    h(
      'ul',
      { class: 'entries' },
      GALLERY.filter(({ level }) => !famous || level === famous).map((entry) =>
        lazy('li', `${entry.id} ${state.settings.language} ${isDone(entry)}`, { key: entry.id, class: 'entry' }, () => {
          const scene = thumb(entry.id, entry.puzzle, entry.symbols ?? '');
          return [
            h(
              'button',
              {
                type: 'button',
                class: 'thumb-button',
                'data-entry': entry.id,
                onclick: () => void openEntry(app, entry),
              },
              scene && picture(scene),
              h('h3', null, t(`gallery.${entry.id}.title`)),
            ),
            h(
              'p',
              { class: 'entry-level' },
              entry.level && t(`level.${entry.level}`),
              isDone(entry) && h('span', { class: 'done' }, `✓ ${t('results.title')}`),
            ),
            h('p', null, t(`gallery.${entry.id}.story`)),
          ];
        }),
      ),
    ),
  );
}
