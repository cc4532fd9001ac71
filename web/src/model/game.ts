/** A game: the current board, what was done before, and every change a player can make. All functions are pure. */

import type { Level } from '../engine/protocol';
import { type Grid, gridOf } from './grid';
import { COLORS, type Mask, all, bit, has } from './mask';

/**
 * Where pencilmarks come from: the player alone; the digits of the peers, less what the player struck out; or those
 * until the player touches a cell, whose notes are the player's from then on.
 */
export type NotesMode = 'manual' | 'automatic' | 'touched';
export const NOTES_MODES: readonly NotesMode[] = ['manual', 'automatic', 'touched'];

/** Everything that undo takes back. Arrays have one entry per cell. */
export interface Position {
  /** Digits of the puzzle; 0 for none. */
  readonly givens: readonly number[];
  /** Digits of the player. */
  readonly placed: readonly number[];
  /** Notes of the player, for manual notes and touched cells. */
  readonly notes: readonly Mask[];
  /** Marks of the player in the middle of a cell, whatever notes are shown around them. */
  readonly centres: readonly Mask[];
  readonly touched: readonly boolean[];
  /** Candidates that are known to be out: by the puzzle itself (sukaku), by a step, or struck out. */
  readonly removed: readonly Mask[];
  /** The colours of each cell, as a set. */
  readonly cellColors: readonly Mask[];
  /** Colours of notes, by `cell * 32 + digit`. */
  readonly noteColors: ReadonlyMap<number, number>;
  /** Lines that the player drew between cells, by `lineKey`. */
  readonly lines: ReadonlyMap<number, 1>;
}

/** What does not change while playing. */
export interface Puzzle {
  readonly shape: string;
  /** The name of the alphabet, for the engine; empty for the usual one. */
  readonly symbols: string;
  /** The symbol of each digit. */
  readonly alphabet: readonly string[];
  /** Candidates that the puzzle itself rules out, by cell (sukaku). */
  readonly limits: readonly Mask[];
  readonly title: string;
  /** Who made it, as far as its text says. */
  readonly author: string;
  /** As the engine rated it; empty if it did not. */
  readonly level: Level | '';
  readonly score: number;
}

export interface Game {
  readonly puzzle: Puzzle;
  readonly grid: Grid;
  readonly notesMode: NotesMode;
  /** Digits go in as givens: the player is entering a puzzle. */
  readonly isSetting: boolean;
  readonly position: Position;
  readonly past: readonly Position[];
  readonly future: readonly Position[];
}

/** The most moves that can be undone. */
const DEPTH = 1000;
const USUAL = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const usualAlphabet = (side: number): string[] => [...USUAL.slice(0, side)];

/** What the engine calls them. */
export const usualSymbols = (side: number): string =>
  side < 10 ? `1-${side}` : side === 10 ? '1-9A' : `1-9A-${usualAlphabet(side)[side - 1]}`;

export function emptyPosition(grid: Grid): Position {
  const zeros = new Array<number>(grid.size).fill(0);
  return {
    givens: zeros,
    placed: zeros,
    notes: zeros,
    centres: zeros,
    touched: new Array<boolean>(grid.size).fill(false),
    removed: zeros,
    cellColors: zeros,
    noteColors: new Map(),
    lines: new Map(),
  };
}

/** A puzzle of a shape: nothing special about it but what is given. */
export function puzzleOf(grid: Grid, changes: Partial<Puzzle> = {}): Puzzle {
  const limits = new Array<number>(grid.size).fill(0);
  const usual = {
    symbols: '',
    alphabet: usualAlphabet(grid.side),
    limits,
    title: '',
    author: '',
    level: '',
    score: 0,
  } as const;
  return { shape: grid.shape, ...usual, ...changes };
}

export function newGame(puzzle: Puzzle, position?: Position, notesMode: NotesMode = 'manual'): Game | null {
  const grid = gridOf(puzzle.shape);
  if (!grid || puzzle.alphabet.length !== grid.side || puzzle.limits.length !== grid.size) return null;
  return {
    puzzle,
    grid,
    notesMode,
    isSetting: false,
    position: position ?? { ...emptyPosition(grid), removed: puzzle.limits },
    past: [],
    future: [],
  };
}

export const digitAt = (position: Position, cell: number): number =>
  position.givens[cell] || position.placed[cell] || 0;

const automaticOf = new WeakMap<Position, readonly Mask[]>();

/** The digits that the houses of each blank cell leave it; none for cells with a digit. */
export function automatic(grid: Grid, position: Position): readonly Mask[] {
  let masks = automaticOf.get(position);
  if (!masks) {
    masks = grid.peers.map((peers, cell) => {
      if (digitAt(position, cell)) return 0;
      return peers.reduce((mask, peer) => {
        const digit = digitAt(position, peer);
        return digit ? mask & ~bit(digit) : mask;
      }, all(grid.side));
    });
    automaticOf.set(position, masks);
  }
  return masks;
}

/** The notes that a cell shows. */
export function shownNotes(game: Game, cell: number): Mask {
  const { position, notesMode } = game;
  if (digitAt(position, cell)) return 0;
  if (notesMode === 'manual' || (notesMode === 'touched' && position.touched[cell])) return position.notes[cell] ?? 0;
  return (automatic(game.grid, position)[cell] ?? 0) & ~(position.removed[cell] ?? 0);
}

const conflictsOf = new WeakMap<Position, ReadonlySet<number>>();

/** The cells whose digit appears again in one of their houses. */
export function conflicts(grid: Grid, position: Position): ReadonlySet<number> {
  let found = conflictsOf.get(position);
  if (!found) {
    found = new Set(
      position.givens.flatMap((_, cell) => {
        const digit = digitAt(position, cell);
        return digit && grid.peers[cell]?.some((peer) => digitAt(position, peer) === digit) ? [cell] : [];
      }),
    );
    conflictsOf.set(position, found);
  }
  return found;
}

export const isFull = (position: Position): boolean =>
  position.givens.every((_, cell) => digitAt(position, cell) !== 0);

export const isSolved = (game: Game): boolean =>
  isFull(game.position) && conflicts(game.grid, game.position).size === 0;

/** How often each digit appears on the board; entry 0 counts the blank cells. */
export function counts(game: Game): number[] {
  const found = new Array<number>(game.grid.side + 1).fill(0);
  for (let cell = 0; cell < game.grid.size; cell += 1) {
    const digit = digitAt(game.position, cell);
    found[digit] = (found[digit] ?? 0) + 1;
  }
  return found;
}

/** The game with a new position that can be undone; the same game if nothing changed. */
function step(game: Game, changes: Partial<Position>): Game {
  const { position } = game;
  const entries = Object.entries(changes) as [keyof Position, unknown][];
  if (entries.every(([key, value]) => same(position[key], value))) return game;
  const past = [...game.past.slice(-(DEPTH - 1)), position];
  return { ...game, position: { ...position, ...changes }, past, future: [] };
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => value === b[i]);
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
  }
  return false;
}

function replaced<T>(list: readonly T[], cells: readonly number[], value: (cell: number) => T): T[] {
  const copy = [...list];
  for (const cell of cells) copy[cell] = value(cell);
  return copy;
}

const isOpen = (game: Game) => (cell: number) => game.isSetting || !game.position.givens[cell];

/** Writes a digit into cells, or takes it out where all of them have it already. Notes of peers lose it. */
export function enterDigit(game: Game, cells: readonly number[], digit: number): Game {
  const open = cells.filter(isOpen(game));
  if (open.length === 0 || digit < 1 || digit > game.grid.side) return game;
  const { position, grid } = game;
  const wasThere = open.every((cell) => digitAt(position, cell) === digit);
  const value = wasThere ? 0 : digit;
  if (game.isSetting) {
    return step(game, {
      givens: replaced(position.givens, open, () => value),
      placed: replaced(position.placed, open, () => 0),
    });
  }
  const placed = replaced(position.placed, open, () => value);
  if (wasThere) return step(game, { placed });
  const peers = [...new Set(open.flatMap((cell) => grid.peers[cell] ?? []))];
  return step(game, {
    placed,
    notes: replaced(position.notes, peers, (cell) => (position.notes[cell] ?? 0) & ~bit(digit)),
    centres: replaced(position.centres, peers, (cell) => (position.centres[cell] ?? 0) & ~bit(digit)),
  });
}

/** Adds a mark to the middle of cells, or removes it where all of them have it. */
export function toggleCentre(game: Game, cells: readonly number[], digit: number): Game {
  const { position } = game;
  const open = cells.filter((cell) => !digitAt(position, cell));
  if (open.length === 0 || digit < 1 || digit > game.grid.side) return game;
  return step(game, { centres: toggled(position.centres, open, digit) });
}

/** Sets with one more member in each of these cells, or without it where all of them have it. */
function toggled(sets: readonly Mask[], cells: readonly number[], member: number): Mask[] {
  const isOn = cells.every((cell) => has(sets[cell] ?? 0, member));
  return replaced(sets, cells, (cell) => (isOn ? (sets[cell] ?? 0) & ~bit(member) : (sets[cell] ?? 0) | bit(member)));
}

/** Adds a note to cells, or removes it where all of them show it. */
export function toggleNote(game: Game, cells: readonly number[], digit: number): Game {
  const { position, notesMode } = game;
  const open = cells.filter((cell) => !digitAt(position, cell));
  if (open.length === 0 || digit < 1 || digit > game.grid.side) return game;
  const isOn = open.every((cell) => has(shownNotes(game, cell), digit));
  const set = (mask: Mask) => (isOn ? mask & ~bit(digit) : mask | bit(digit));
  if (notesMode === 'automatic') {
    return step(game, {
      removed: replaced(position.removed, open, (cell) => {
        const mask = position.removed[cell] ?? 0;
        return isOn ? mask | bit(digit) : mask & ~bit(digit);
      }),
    });
  }
  return step(game, {
    notes: replaced(position.notes, open, (cell) => set(shownNotes(game, cell))),
    touched: replaced(position.touched, open, () => true),
  });
}

/** Takes digits out; where there are none, notes; where there are none either, colours. */
export function erase(game: Game, cells: readonly number[]): Game {
  const { position } = game;
  const open = cells.filter(isOpen(game));
  const filled = open.filter((cell) => digitAt(position, cell));
  if (filled.length > 0) {
    return step(game, {
      placed: replaced(position.placed, filled, () => 0),
      ...(game.isSetting && { givens: replaced(position.givens, filled, () => 0) }),
    });
  }
  const noted = open.filter((cell) => game.notesMode !== 'automatic' && shownNotes(game, cell));
  const marked = open.filter((cell) => position.centres[cell]);
  if (noted.length + marked.length > 0) {
    return step(game, {
      notes: replaced(position.notes, noted, () => 0),
      touched: replaced(position.touched, noted, () => true),
      centres: replaced(position.centres, marked, () => 0),
    });
  }
  const noteColors = new Map([...position.noteColors].filter(([key]) => !cells.includes(key >> 5)));
  return step(game, { cellColors: replaced(position.cellColors, cells, () => 0), noteColors });
}

/** Adds a colour to cells, or with a digit colours their notes of it; the same colour again takes it off. */
export function paint(game: Game, cells: readonly number[], color: number, digit = 0): Game {
  const { position } = game;
  if (color < 1 || color > COLORS) return game;
  if (!digit) return step(game, { cellColors: toggled(position.cellColors, cells, color) });
  const keys = cells.filter((cell) => has(shownNotes(game, cell), digit)).map((cell) => cell * 32 + digit);
  const isOn = keys.every((key) => position.noteColors.get(key) === color);
  const noteColors = new Map(position.noteColors);
  for (const key of keys) {
    if (isOn) noteColors.delete(key);
    else noteColors.set(key, color);
  }
  return step(game, { noteColors });
}

/** Takes all colours and lines off. */
export const clearColors = (game: Game): Game =>
  step(game, { cellColors: game.position.cellColors.map(() => 0), noteColors: new Map(), lines: new Map() });

/** A line between two cells, whichever comes first. */
export const lineKey = (from: number, to: number): number => Math.min(from, to) * 1024 + Math.max(from, to);

/** Draws lines from cell to cell, or takes them off where all of them are there. */
export function drawLines(game: Game, cells: readonly number[]): Game {
  const keys = cells.flatMap((cell, i) => (i > 0 && cell !== cells[i - 1] ? [lineKey(cells[i - 1] ?? 0, cell)] : []));
  const lines = new Map(game.position.lines);
  const isOn = keys.every((key) => lines.has(key));
  for (const key of keys) {
    if (isOn) lines.delete(key);
    else lines.set(key, 1);
  }
  return step(game, { lines });
}

/** Writes down what a step of the engine says. */
export function applyStep(
  game: Game,
  { placements, eliminations }: { placements: readonly [number, number][]; eliminations: readonly [number, number][] },
): Game {
  const { position, grid } = game;
  const [placed, removed, notes] = [[...position.placed], [...position.removed], [...position.notes]];
  const centres = [...position.centres];
  const cross = (sets: Mask[], cell: number, digit: number) => (sets[cell] = (sets[cell] ?? 0) & ~bit(digit));
  for (const [cell, digit] of placements) {
    if (position.givens[cell] === 0) placed[cell] = digit;
    for (const peer of grid.peers[cell] ?? []) for (const sets of [notes, centres]) cross(sets, peer, digit);
  }
  const free = automatic(grid, position);
  const bare = eliminations.filter(([cell]) => game.notesMode === 'manual' && !position.notes[cell]);
  for (const [cell, digit] of eliminations) {
    removed[cell] = (removed[cell] ?? 0) | bit(digit);
    for (const sets of [notes, centres]) cross(sets, cell, digit);
  }
  // Where the player has no notes, an elimination would be invisible: the remaining candidates are noted instead.
  for (const [cell] of bare) notes[cell] = (free[cell] ?? 0) & ~(removed[cell] ?? 0);
  return step(game, { placed, removed, notes, centres });
}

/** Fills the board with digits, such as those of a solution. */
export const fill = (game: Game, solution: readonly number[]): Game =>
  step(game, { placed: game.position.givens.map((given, cell) => (given ? 0 : (solution[cell] ?? 0))) });

/** Everything of the player's off the board; one undo brings it back. */
export function restart(game: Game): Game {
  return step(game, { ...emptyPosition(game.grid), givens: game.position.givens, removed: game.puzzle.limits });
}

export function undo(game: Game): Game {
  const last = game.past[game.past.length - 1];
  if (!last) return game;
  return { ...game, position: last, past: game.past.slice(0, -1), future: [game.position, ...game.future] };
}

export function redo(game: Game): Game {
  const [next, ...future] = game.future;
  if (!next) return game;
  return { ...game, position: next, past: [...game.past, game.position], future };
}
