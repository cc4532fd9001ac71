/** Games as the engine and links have them, and back. */

import type { Board, BoardCell, ReadBoard } from '../engine/protocol';
import {
  type Game,
  type Position,
  type Puzzle,
  automatic,
  digitAt,
  emptyPosition,
  newGame,
  puzzleOf,
  shownNotes,
  usualAlphabet,
} from './game';
import { type Grid, gridOf } from './grid';
import { type Mask, digits, maskOf } from './mask';

/** What of the player's marks counts as all the candidates of a cell, where they are nothing more than notes. */
type Own = (cell: number) => Mask;

/** The board as the engine gets it: the player's state with notes, or `puzzleOnly` with what was there at first. */
export function toBoard(game: Game, puzzleOnly = false, own: Own = () => 0): Board {
  const { position, grid, puzzle } = game;
  const free = automatic(grid, position);
  const start = puzzleOnly ? { ...position, placed: emptyPosition(grid).placed } : position;
  const cells = position.givens.map((given, cell): BoardCell => {
    if (given) return { given };
    if (puzzleOnly) {
      const limit = puzzle.limits[cell] ?? 0;
      return limit ? { candidates: digits((automatic(grid, start)[cell] ?? 0) & ~limit) } : {};
    }
    const placed = position.placed[cell];
    if (placed) return { placed };
    const marked = own(cell);
    if (marked) return { candidates: digits(marked) };
    const removed = position.removed[cell] ?? 0;
    // Manual notes may be incomplete by intent, so they count as no more than notes; touched ones began complete.
    if (game.notesMode === 'touched' && position.touched[cell]) return { candidates: digits(shownNotes(game, cell)) };
    return removed ? { candidates: digits((free[cell] ?? 0) & ~removed) } : {};
  });
  return { shape: puzzle.shape, ...(puzzle.symbols && { symbols: puzzle.symbols }), cells };
}

/** The board with everything that the player noted, for others to read. */
export const toNotedBoard = (game: Game): Board =>
  toBoard(
    game,
    false,
    (cell) => game.position.centres[cell] || (game.notesMode === 'manual' && shownNotes(game, cell)) || 0,
  );

/** The board for a check: marks in the middle of a cell say what it may be, notes may leave that open. */
export const toCheckedBoard = (game: Game): Board => toBoard(game, false, (cell) => game.position.centres[cell] ?? 0);

/** The position that an engine board describes. */
export function fromBoard(grid: Grid, board: Board): Position {
  const position = emptyPosition(grid);
  const inside = (digit: number | undefined) => (digit && digit <= grid.side ? digit : 0);
  const bare = {
    ...position,
    givens: position.givens.map((_, cell) => inside(board.cells[cell]?.given)),
    placed: position.placed.map((_, cell) => inside(board.cells[cell]?.placed)),
  };
  const free = automatic(grid, bare);
  const removed = bare.removed.map((_, cell) => {
    const candidates = board.cells[cell]?.candidates;
    return candidates && !digitAt(bare, cell) ? (free[cell] ?? 0) & ~maskOf(candidates) : 0;
  });
  return { ...bare, removed };
}

/** Descriptions are longer than this. */
const LONGEST_TITLE = 60;

/** What a puzzle is called; programs without titles have the name in the description. */
export function titleOf({ title, description = '' }: Readonly<Record<string, string>>): string {
  return title ?? (description.length <= LONGEST_TITLE ? description : '');
}

/** What a text says about its puzzle that stays with the game. */
export const aboutOf = ({ fields }: Pick<ReadBoard, 'fields'>, title = ''): Pick<Puzzle, 'title' | 'author'> => ({
  title: titleOf(fields) || title,
  author: fields['author'] ?? '',
});

/** A board of the engine as a game; `null` if the page cannot show it. */
export function gameOf(board: Board | ReadBoard, about: Partial<Puzzle> = {}): Game | null {
  const grid = gridOf(board.shape);
  if (!grid || board.cells.length !== grid.size) return null;
  const alphabet = 'alphabet' in board ? board.alphabet : usualAlphabet(grid.side);
  const isUsual = alphabet.join() === usualAlphabet(grid.side).join();
  const position = fromBoard(grid, board);
  const symbols = isUsual ? '' : (board.symbols ?? '');
  return newGame(puzzleOf(grid, { symbols, alphabet, limits: position.removed, ...about }), position);
}
