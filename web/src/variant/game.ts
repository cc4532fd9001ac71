/** A puzzle with further rules as a game: the board, what was done before, every change a player can make. Pure functions. */

import type { DrawnVariant, ReadVariant, Variant } from '../engine/protocol';
import { titleOf } from '../model/boards';

/** A variant as the page draws it: candidates that the puzzle states are in the notes, where the player goes on with them. */
export interface Picture extends DrawnVariant {
  /** The picture with these candidates, if there are any: for paper and other programs. */
  readonly paper?: string;
}

/** A digit, or none. Digits are as the board has them, from 0 on. */
export type Digit = number | null;

export interface VariantPuzzle {
  /** As the engine takes it. */
  readonly board: Variant;
  readonly rows: number;
  readonly columns: number;
  /** Every digit of the board, the lowest first. */
  readonly digits: readonly number[];
  readonly givens: readonly Digit[];
  /** Of each cell the candidates that the puzzle states, in ascending order; none where it states nothing. */
  readonly stated: readonly (readonly number[])[];
  /** Of each cell those that must differ from it by row, column or region. */
  readonly peers: readonly (readonly number[])[];
  /** The kinds of constraints that a cell is part of, by their names in JSON. */
  readonly kinds: readonly (readonly string[])[];
  readonly title: string;
  readonly drawn: Picture;
}

export interface VariantPosition {
  readonly placed: readonly Digit[];
  /** Pencil marks, in ascending order. */
  readonly notes: readonly (readonly number[])[];
}

export interface VariantGame {
  readonly puzzle: VariantPuzzle;
  readonly position: VariantPosition;
  readonly past: readonly VariantPosition[];
  readonly future: readonly VariantPosition[];
}

type Constraint = NonNullable<Variant['constraints']>[number];
type Place = readonly [row: number, column: number];

/** The most rows, columns and digits of a board. */
const MOST = 64;
/** The most moves that can be undone. */
const DEPTH = 1000;

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && value.length === 2 && value.every((one) => Number.isSafeInteger(one));

/** Members of constraints that hold numbers, two of which look like a place. */
const NUMBERS: readonly string[] = ['values', 'allowed', 'coeffs'];

/** Every cell that a value of JSON names, at any depth. */
function places(value: unknown): Place[] {
  if (isPlace(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (NUMBERS.includes(name) ? [] : places(member)));
}

/** What else is said about a puzzle that goes with it, by its member in JSON: the comment has the setter's rules. */
const ABOUT: readonly (readonly [field: string, member: string])[] = [
  ['author', 'author'],
  ['comment', 'comment'],
  ['source', 'source'],
  ['address', 'url'],
  ['date of publication', 'published'],
];

/** @throws RangeError if the board is none that the page can show. */
export function puzzleOf({ board, fields }: Pick<ReadVariant, 'board' | 'fields'>, drawn: Picture): VariantPuzzle {
  const { rows, cols: columns, values } = board;
  const [lowest, highest] = values;
  for (const count of [rows, columns, highest - lowest + 1]) {
    if (!Number.isSafeInteger(count) || count < 1 || count > MOST) throw new RangeError('not a board');
  }
  if (board.further || board.gaps) throw new RangeError('cells beside the board, or gaps');
  const size = rows * columns;
  const indexOf = ([row, column]: Place) => (row - 1) * columns + column - 1;
  const all = board.constraints ?? [];
  const givens = new Array<Digit>(size).fill(null);
  const stated: number[][] = givens.map(() => []);
  for (const { type, cell, value, values } of all as Constraint[]) {
    if (!isPlace(cell)) continue;
    if (type === 'given') givens[indexOf(cell)] = Number(value);
    if (type === 'candidates' && Array.isArray(values)) {
      stated[indexOf(cell)] = values.map(Number).sort((a, b) => a - b);
    }
  }
  const kinds = Array.from({ length: size }, () => new Set<string>());
  for (const { type, ...members } of all) {
    if (type === 'given' || type === 'candidates') continue;
    for (const place of places(members)) kinds[indexOf(place)]?.add(type.replaceAll('_', ' '));
  }
  const title = titleOf(fields);
  const about = ABOUT.flatMap(([field, member]) => (fields[field] === undefined ? [] : [[member, fields[field]]]));
  return {
    board: { ...board, ...Object.fromEntries(about), ...(title && { name: title }) },
    rows,
    columns,
    digits: Array.from({ length: highest - lowest + 1 }, (_, i) => lowest + i),
    givens,
    stated,
    peers: peersOf(board),
    kinds: kinds.map((set) => [...set]),
    title,
    drawn,
  };
}

function peersOf({ rows, cols, grid_type, boxes, jigsaw }: Variant): number[][] {
  const houses = [...(boxes ?? []), ...(jigsaw ?? [])].map((cells) =>
    cells.map(([row, column]) => (row - 1) * cols + column - 1),
  );
  if (grid_type !== 'Raw') {
    const row = (i: number) => Array.from({ length: cols }, (_, column) => i * cols + column);
    const column = (i: number) => Array.from({ length: rows }, (_, at) => at * cols + i);
    houses.push(
      ...Array.from({ length: rows }, (_, i) => row(i)),
      ...Array.from({ length: cols }, (_, i) => column(i)),
    );
  }
  const peers = Array.from({ length: rows * cols }, () => new Set<number>());
  for (const house of houses)
    for (const cell of house) for (const other of house) if (other !== cell) peers[cell]?.add(other);
  return peers.map((set) => [...set]);
}

/** The board without candidates in cells: they are noted, where the player can change them. */
export const withoutMarks = (board: Variant): Variant => ({
  ...board,
  constraints: (board.constraints ?? []).filter(({ type }) => type !== 'candidates'),
});

export const newGame = (puzzle: VariantPuzzle): VariantGame => ({
  puzzle,
  position: { placed: puzzle.givens.map(() => null), notes: puzzle.stated },
  past: [],
  future: [],
});

/** Whether the player has done anything that is still there. */
export const isTouched = ({ puzzle, position }: VariantGame): boolean =>
  JSON.stringify(position) !== JSON.stringify(newGame(puzzle).position);

export const digitAt = ({ puzzle, position }: VariantGame, cell: number): Digit =>
  puzzle.givens[cell] ?? position.placed[cell] ?? null;

/** The game with a new position that can be undone; the same game if nothing changed. */
function step(game: VariantGame, changes: Partial<VariantPosition>): VariantGame {
  const { position } = game;
  const next = { ...position, ...changes };
  if (JSON.stringify(next) === JSON.stringify(position)) return game;
  return { ...game, position: next, past: [...game.past.slice(-(DEPTH - 1)), position], future: [] };
}

function replaced<T>(list: readonly T[], cells: readonly number[], value: (cell: number) => T): T[] {
  const copy = [...list];
  for (const cell of cells) copy[cell] = value(cell);
  return copy;
}

const isOpen =
  ({ puzzle }: VariantGame) =>
  (cell: number): boolean =>
    (puzzle.givens[cell] ?? null) === null;

/** Writes a digit into cells, or takes it out where all of them have it. Notes of peers lose it. */
export function enterDigit(game: VariantGame, cells: readonly number[], digit: number): VariantGame {
  const open = cells.filter(isOpen(game));
  if (open.length === 0 || !game.puzzle.digits.includes(digit)) return game;
  const { position, puzzle } = game;
  const wasThere = open.every((cell) => position.placed[cell] === digit);
  const placed = replaced(position.placed, open, () => (wasThere ? null : digit));
  if (wasThere) return step(game, { placed });
  const peers = [...new Set(open.flatMap((cell) => puzzle.peers[cell] ?? []))];
  const notes = replaced(position.notes, peers, (cell) =>
    (position.notes[cell] ?? []).filter((note) => note !== digit),
  );
  return step(game, { placed, notes });
}

/** Adds a note to cells, or removes it where all of them have it. */
export function toggleNote(game: VariantGame, cells: readonly number[], digit: number): VariantGame {
  const { position } = game;
  const open = cells.filter((cell) => digitAt(game, cell) === null);
  if (open.length === 0 || !game.puzzle.digits.includes(digit)) return game;
  const noted = (cell: number) => position.notes[cell] ?? [];
  const isOn = open.every((cell) => noted(cell).includes(digit));
  const without = (cell: number) => noted(cell).filter((note) => note !== digit);
  const changed = (cell: number) => (isOn ? without(cell) : [...without(cell), digit].sort((a, b) => a - b));
  return step(game, { notes: replaced(position.notes, open, changed) });
}

/** Takes digits out; where there are none, notes, but not what the puzzle states. */
export function erase(game: VariantGame, cells: readonly number[]): VariantGame {
  const { position } = game;
  const filled = cells.filter((cell) => (position.placed[cell] ?? null) !== null);
  if (filled.length > 0) return step(game, { placed: replaced(position.placed, filled, () => null) });
  const { stated } = game.puzzle;
  return step(game, { notes: replaced(position.notes, cells.filter(isOpen(game)), (cell) => stated[cell] ?? []) });
}

/** Fills the board with the digits of a solution. */
export const fill = (game: VariantGame, solution: readonly number[]): VariantGame =>
  step(game, { placed: game.puzzle.givens.map((given, cell) => (given === null ? (solution[cell] ?? null) : null)) });

/** Notes what each blank cell may have. */
export const note = (game: VariantGame, candidates: readonly (readonly number[])[]): VariantGame =>
  step(game, {
    notes: game.position.notes.map((notes, cell) =>
      digitAt(game, cell) === null ? [...(candidates[cell] ?? [])] : notes,
    ),
  });

/** Everything of the player's off the board; one undo brings it back. */
export const restart = (game: VariantGame): VariantGame => step(game, newGame(game.puzzle).position);

export function undo(game: VariantGame): VariantGame {
  const last = game.past[game.past.length - 1];
  if (!last) return game;
  return { ...game, position: last, past: game.past.slice(0, -1), future: [game.position, ...game.future] };
}

export function redo(game: VariantGame): VariantGame {
  const [next, ...future] = game.future;
  return next ? { ...game, position: next, past: [...game.past, game.position], future } : game;
}

export const isFull = (game: VariantGame): boolean =>
  game.puzzle.givens.every((_, cell) => digitAt(game, cell) !== null);

/** The cells whose digit appears again in their row, column or region. What other rules say, the engine is asked. */
export function conflicts(game: VariantGame): ReadonlySet<number> {
  const clash = (cell: number) => {
    const digit = digitAt(game, cell);
    return digit !== null && (game.puzzle.peers[cell] ?? []).some((peer) => digitAt(game, peer) === digit);
  };
  return new Set(game.puzzle.givens.flatMap((_, cell) => (clash(cell) ? [cell] : [])));
}

/** The puzzle with the player's digits as givens. */
export function withPlaced({ puzzle, position }: VariantGame): Variant {
  const placed = position.placed.flatMap((digit, cell) =>
    digit === null
      ? []
      : [{ type: 'given', cell: [Math.floor(cell / puzzle.columns) + 1, (cell % puzzle.columns) + 1], value: digit }],
  );
  return { ...puzzle.board, constraints: [...(puzzle.board.constraints ?? []), ...placed] };
}

/** The most moves that can be undone after a reload. */
const KEPT = 20;

/** What is stored of a game. */
export const recordOf = ({ puzzle, position, past }: VariantGame, isShown: boolean): Record<string, unknown> => ({
  board: puzzle.board,
  title: puzzle.title,
  drawn: puzzle.drawn,
  position,
  past: past.slice(-KEPT),
  isShown,
});

/** A game that was stored; `null` for anything else. */
export function gameOfRecord(stored: unknown): VariantGame | null {
  try {
    const { board, title, drawn, position, past = [] } = stored as ReturnType<typeof JSON.parse>;
    const puzzle = puzzleOf({ board, fields: { title: String(title) } }, drawn);
    const { width, height, margin, cell } = drawn.frame;
    const isFine =
      [width, height, margin, cell].every(Number.isFinite) &&
      typeof drawn.svg === 'string' &&
      ['string', 'undefined'].includes(typeof drawn.paper) &&
      drawn.words.every((words: unknown) => typeof words === 'string');
    if (!isFine) return null;
    const isDigit = (digit: unknown) => puzzle.digits.includes(digit as number);
    const positionOf = ({ placed, notes }: VariantPosition): VariantPosition => ({
      placed: puzzle.givens.map((given, cell) => {
        const digit = placed[cell] ?? null;
        return given === null && isDigit(digit) ? digit : null;
      }),
      notes: puzzle.givens.map((_, cell) => (notes[cell] ?? []).filter(isDigit)),
    });
    return { puzzle, position: positionOf(position), past: past.map(positionOf), future: [] };
  } catch {
    return null;
  }
}
