import { type Game, type NotesMode, newGame, puzzleOf, usualAlphabet } from '../../src/model/game';
import { gridOf } from '../../src/model/grid';
import { defaultSettings } from '../../src/model/storage';
import { AT_START, type State, type View } from '../../src/state';

/** A game of one line, with `.` for blanks. */
export function game(line: string, shape = '2x2', notesMode: NotesMode = 'manual'): Game {
  const side = Math.sqrt(line.length);
  const grid = gridOf(shape);
  const made = grid && newGame(puzzleOf(grid), undefined, notesMode);
  if (!made) throw new Error('no such board');
  const givens = [...line].map((symbol) => (symbol === '.' ? 0 : usualAlphabet(side).indexOf(symbol) + 1));
  return { ...made, position: { ...made.position, givens } };
}

/** The page with a game on it, as after the start. */
export const stateOf = (one: Game, view: View = 'play'): State => ({
  ...AT_START,
  view,
  game: one,
  seconds: 0,
  hints: 0,
  games: [],
  results: [],
  selection: { cells: [1], focus: 1 },
  settings: defaultSettings('en'),
});
