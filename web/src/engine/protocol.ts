/**
 * What the page and the engine say to each other: one request, one answer, both plain data.
 *
 * `crates/ninefold-protocol` writes and reads the same shapes; a test there and one here go through every method. A member
 * that a method does not know is an error.
 * Cells are counted from 0, row by row; digits from 1. Where a board is expected, a text in any format will do. An answer
 * has the `id` of its request, if that has one.
 */

/** What a cell holds. At most one of `given` and `placed`. */
export interface BoardCell {
  given?: number;
  placed?: number;
  /** The digits that the cell may still have. If absent: every digit that its houses leave. */
  candidates?: number[];
}

/** A board of any shape. */
export interface Board {
  /** Rows and columns of a box: `3x3`, `2x3`. */
  shape: string;
  /** The symbols of digits, as the command line names them: `1-9`, `1-9A-G`, `numbers 1-36`. */
  symbols?: string;
  cells: BoardCell[];
}

/** A board that was read, with everything the text says about it. */
export interface ReadBoard extends Board {
  symbols: string;
  /** The symbol of each digit. */
  alphabet: string[];
  format: string;
  /** The line on which it begins, from 1. */
  line: number;
  /** What had to be decided because the text does not say. */
  notes: string[];
  /** What the text says about the puzzle: `author`, `rating`, `source`... */
  fields: Record<string, string>;
}

/** A puzzle with rules beyond those of a Sudoku: ninefold's own JSON, which `docs/src/variants.md` describes. */
export interface Variant {
  rows: number;
  cols: number;
  /** The number of cells beside the board. */
  further?: number;
  /** Where the rectangle has no cell. */
  gaps?: [row: number, column: number][];
  /** The lowest and the highest digit. */
  values: [lowest: number, highest: number];
  /** No digit twice in a row or column (`Sudoku`, if not given), or no such rule. */
  grid_type?: 'Sudoku' | 'Raw';
  /** Lists of cells with different digits; a cell is its row and its column, from 1. */
  boxes?: [row: number, column: number][][];
  jigsaw?: [row: number, column: number][][];
  /** Constraints, givens and candidates. */
  constraints?: { type: string; [member: string]: unknown }[];
  /** What is said about the puzzle: `name`, `author`... */
  [member: string]: unknown;
}

/** A puzzle with further rules that was read. */
export interface ReadVariant {
  board: Variant;
  /** The names of its rules, each once. */
  rules: string[];
  format: string;
  line: number;
  notes: string[];
  fields: Record<string, string>;
}

/** Why a part of a text was not read. */
export interface Skipped {
  line: number;
  column: number;
  message: string;
  /** An engine without variants did not read it; one with variants may. */
  may_have_rules?: boolean;
}

/** A variant as a picture, and in words. */
export interface DrawnVariant {
  svg: string;
  /** Where the cells are in the picture: its size, what is free on each side of the board, the side of a cell. */
  frame: { width: number; height: number; margin: number; cell: number };
  /** All rules, a sentence or two for each, with their cells. */
  words: string[];
}

export type CellDigit = [cell: number, digit: number];

/** The role of something in a step. */
export type MarkKind =
  | 'pattern' // belongs to the pattern
  | 'eliminated' // cannot be true
  | 'placed' // must be true
  | 'fin' // a fin of a fish, what rescues a deadly pattern
  | 'on' // true in a chain
  | 'off' // false in a chain
  | 'color-a'
  | 'color-b' // the two colours of a group
  | 'cell' // a cell of a subset, a pivot, a stem
  | 'set-a'
  | 'set-b'; // cells of (almost) locked sets, in turn

/** A candidate, or without `digit` a whole cell. */
export interface StepMark {
  cell: number;
  digit?: number;
  kind: MarkKind;
  /** Of several groups of colours or chains, which one. */
  group?: number;
}

/** An arrow from one candidate to another. */
export interface StepLink {
  from: CellDigit;
  to: CellDigit;
  /** Strong: if the first is false the second is true. Weak: if the first is true the second is false. */
  strong: boolean;
}

/** A row, column or box that a step is about. */
export interface StepHouse {
  kind: 'house' | 'base' | 'cover';
  /** `row 1`, `column 3`, `box 9`. */
  name: string;
  cells: number[];
}

export interface Step {
  /** The technique for programs: `naked-single`. */
  technique: string;
  /** The technique for people: `naked single`. */
  name: string;
  family: string;
  level: Level;
  score: number;
  /** The whole step in a sentence. */
  text: string;
  /** What follows, in words: `r1c1 is 4; r2c3 cannot be 5`. */
  conclusion: string;
  placements: CellDigit[];
  eliminations: CellDigit[];
  marks: StepMark[];
  links: StepLink[];
  houses: StepHouse[];
}

export const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'] as const;
export type Level = (typeof LEVELS)[number];

/** How far a long call has got. */
export interface Progress {
  /** From 0 to 1, where it is known. */
  done?: number;
  /** The next step of a path. */
  step?: Step;
  /** The rating is at least this (rate_se). */
  er?: number;
  /** Boards that were tried so far (generate). */
  tried?: number;
}

export interface TraceEvent {
  kind:
    | 'choices'
    | 'pass'
    | 'places'
    | 'stable'
    | 'chosen'
    | 'branch'
    | 'contradiction'
    | 'combined'
    | 'too-many'
    | 'solution'
    | 'done'
    | 'other';
  /** How many decisions lie above this stage. */
  depth: number;
  /** The cells whose candidates differ from those of the event before (the first: all cells). */
  changed: [cell: number, digits: number[]][];
  /** The number of boards that the candidates combine to, written as powers: `2^3 x 3^4`. */
  space: string;
  /** `pass`: its number and what it looks at (`rows`, `columns`, `boxes`, `known values`). */
  pass?: number;
  rule?: string;
  removed?: number;
  /** `pass`, `places`: what became fixed. */
  fixed?: CellDigit[];
  /** `stable`. */
  passes?: number;
  /** `chosen`, `branch`, `contradiction`. */
  cell?: number;
  digits?: number[];
  /** `contradiction`: this digit appears twice in this house. */
  digit?: number;
  house?: string;
  /** `combined`. */
  boards?: number;
  /** `done`. */
  solutions?: number;
  decisions?: number;
}

export type Advice =
  | {
      /** Digits or candidates that differ from the solution. */
      kind: 'mistake';
      cells: number[];
      /** Less, then all: where, and what. */
      levels: [string, string];
    }
  | {
      kind: 'step';
      /** Roughly where; what to look at; the whole step. */
      levels: [string, string, string];
      step: Step;
      /** Whether the puzzle has one solution. */
      has_one_solution: boolean;
    }
  | { kind: 'solved' | 'none' | 'stuck' | 'invalid'; message: string; cells: number[] };

/** One number, or the least and the most. */
export type Range = number | [least: number, most: number];

/** What a puzzle should be like; every puzzle has exactly one solution. */
export interface Wishes {
  level?: Level;
  /** The score on HoDoKu's scale. */
  score?: Range;
  clues?: Range;
  /** No given can be left out. */
  minimal?: boolean;
  /** How the cells with givens mirror each other. */
  symmetry?:
    | 'none'
    | 'half-turn'
    | 'quarter-turn'
    | 'horizontal'
    | 'vertical'
    | 'both'
    | 'diagonal'
    | 'anti-diagonal'
    | 'both-diagonals'
    | 'full';
  /** The cells that have givens; no others have. */
  pattern?: number[];
  /** Techniques that the path uses; that it does not use; its hardest. */
  require?: string[];
  forbid?: string[];
  hardest?: string;
  /** How puzzles are looked for. */
  strategy?: 'dig' | 'search' | 'vicinity' | 'unbiased';
  /** The number of the puzzle among those of a seed, 0 if not given. */
  index?: number;
  /** How many puzzles are tried before the search gives up: 2000 if not given. */
  attempts?: number;
}

/** The languages that steps are worded in. */
export const STEP_LANGUAGES = ['en', 'de'] as const;
export type StepLanguage = (typeof STEP_LANGUAGES)[number];

/** A board, and what it must have: for a text, how it is read. */
export interface Asked {
  board: Board | string;
  shape?: string;
  symbols?: string;
}

/** A search that can be limited. */
export interface Budget {
  /** The most nodes: guesses, or conflicts. Without an answer by then there is an error; a count answers what it has counted. */
  budget?: number;
}

/** A board, and the techniques that may be used: HoDoKu's defaults and nets, unless they are listed. */
export interface Explained extends Asked {
  /** The language of names and sentences of steps, `en` if not given. */
  language?: StepLanguage;
  techniques?: string[];
}

/** What each method is asked and answers. */
export interface Methods {
  /** Reads a text in any format. `limit`: the most boards (1000 if not given). */
  read: {
    request: { text: string; format?: string; shape?: string; symbols?: string; limit?: number };
    answer: { boards: ReadBoard[]; format: string | null; skipped: Skipped[]; more: boolean };
  };
  write: {
    request: Asked & { format: string };
    answer: { text: string; lost: string[] };
  };
  /** All formats, first those that every board has; `lines`: whether a board takes several lines. */
  formats: {
    request: Record<never, never>;
    answer: { formats: { name: string; lines: boolean }[] };
  };
  /** The symbols of a board: those named, or the usual ones of a side. */
  symbols: {
    request: { symbols?: string; side?: number };
    answer: { symbols: string; alphabet: string[] };
  };
  /** The shapes that a side allows, the usual one first. */
  shapes: {
    request: { side: number };
    answer: { shapes: string[] };
  };
  svg: {
    request: Asked & { marks?: StepMark[]; title?: string };
    answer: { svg: string };
  };
  /** The state of a board by the rules alone; its own candidates are ignored. */
  state: {
    request: Asked;
    answer: {
      /** Cells whose digit appears again in one of their houses. */
      conflicts: number[];
      /** Blank cells for which no digit is left. */
      void: number[];
      /** What is wrong, in words; empty if nothing is. */
      message: string;
      /** The candidates of each blank cell; none for the others. */
      automatic: number[][];
      /** Every cell has a digit. */
      full: boolean;
      /** Full and correct. */
      solved: boolean;
    };
  };
  solve: {
    request: Asked & Budget & { timed?: boolean };
    answer: {
      verdict: 'unique' | 'multiple' | 'none';
      /** None, one or two: the digits, and the same as a text on one line. */
      solutions: number[][];
      lines: string[];
      /** Why there is none, if it can be seen. */
      reason?: string;
      /** `timed`: microseconds that the search took, the mean of several runs if one is too short to be measured. */
      micros?: number;
    };
  };
  count: {
    request: Asked & Budget & { limit?: number };
    /** `exact`: there are no more. `reason`: why there is none, if it can be seen. */
    answer: { count: string; exact: boolean; reason?: string };
  };
  minimal: {
    request: Asked & Budget;
    answer: { minimal: boolean; redundant: number[] };
  };
  /** Boards of up to 12x12, if they are not too regular. */
  canon: {
    request: Asked;
    answer: { form: string; automorphisms: string; transformation: string };
  };
  /** The first events of a search for all solutions. */
  trace: {
    request: Asked & { limit?: number; strategy?: string };
    answer: { events: TraceEvent[]; more: boolean };
  };
  hint: { request: Explained & Budget; answer: Advice };
  /** Whether there are mistakes, without a step: `stuck` stands for "no mistake". */
  check: { request: Explained & Budget; answer: Advice };
  explain: {
    request: Explained;
    answer: {
      steps: Step[];
      outcome: 'solved' | 'stuck' | 'contradiction' | 'none';
      level: Level | null;
      score: number;
      unique: boolean;
      /** Why there is no solution, if that can be seen. */
      reason?: string;
    };
  };
  all_steps: { request: Explained; answer: { steps: Step[] } };
  rate: {
    request: Explained;
    answer: {
      outcome: 'solved' | 'stuck' | 'contradiction' | 'none';
      level: Level | null;
      score: number;
      hardest: string | null;
      steps: { technique: string; name: string; count: number }[];
      unique: boolean;
    };
  };
  /**
   * The rating of Sudoku Explainer 1.2.1; progress has a lower bound of it. In the page a module of its own answers it,
   * which does not check whether there is one solution; the npm package has no such module.
   */
  rate_se: {
    request: Asked;
    answer: {
      er: number;
      ep?: number;
      ed?: number;
      /** What the program calls the hardest step. */
      hardest?: string | null;
      hints?: number;
      end: 'solved' | 'stuck' | 'stopped';
    };
  };
  /** The same seed makes the same puzzle. */
  generate: {
    request: { shape: string; seed: number } & Wishes;
    answer: {
      /** On one line, and its solution. */
      puzzle: string;
      solution: string;
      board: Board;
      /** Techniques solve few boards larger than 12x12; if a level is wished for, the puzzle is one that they solve. */
      outcome: 'solved' | 'stuck';
      /** Null for those that are not solved. */
      level: Level | null;
      score: number | null;
      /** The hardest technique of the path, for programs. */
      hardest: string | null;
      seed: number;
    };
  };
}

/** A puzzle for `VariantMethods`: texts and objects of other programs, such as f-puzzles, are also read. */
export interface VariantBoard extends Omit<Asked, 'board'> {
  board: Variant | Board | string | object;
  /** Rules of the whole board, by their names: `anti-knight, diagonals`. */
  rules?: string;
}

/**
 * Requests and answers about puzzles with rules beyond those of a Sudoku: by `ninefold call` and the C library, and by the
 * npm package's module for variants, where `Methods` does not know them. Digits are those of the board, from 0 to 999; in
 * `lines` they are separated by spaces if one has several figures. What a rule does not allow is an error that names it.
 */
export interface VariantMethods {
  /** `rules` are added to every puzzle. */
  read: {
    request: Methods['read']['request'] & { rules?: string };
    /** `variants` is missing if there is none. */
    answer: Methods['read']['answer'] & { variants?: ReadVariant[] };
  };
  write: { request: VariantBoard & { format: string }; answer: Methods['write']['answer'] };
  solve: { request: VariantBoard & Budget & { timed?: boolean }; answer: Methods['solve']['answer'] };
  count: { request: VariantBoard & Budget & { limit?: number }; answer: Methods['count']['answer'] };
  svg: { request: VariantBoard & { title?: string }; answer: DrawnVariant };
  /** The digits that each cell has in some solution; none anywhere if there is no solution. */
  candidates: { request: VariantBoard & Budget; answer: { candidates: number[][] } };
  /** Every clue (given, candidates, constraint) that can be left out by itself. `redundant`: the givens among them. */
  minimal: { request: VariantBoard & Budget; answer: Methods['minimal']['answer'] & { clues: string[] } };
  /** `solved`, `none`, or `stuck` if a solution is left; placed digits count as givens. */
  check: { request: VariantBoard & Budget; answer: Advice };
}

export type Method = keyof Methods;
export type VariantMethod = keyof VariantMethods;

/** A request as it travels. */
export type Request<M extends Method = Method> = { method: M; id?: unknown } & Methods[M]['request'];

/** Why a request has no answer: the request is at fault. */
export interface Failure {
  message: string;
  line?: number;
  column?: number;
  cell?: number;
}

export type Response<M extends Method = Method> = { ok: Methods[M]['answer'] } | { error: Failure };

/** From the page to the Worker. The first message brings the compiled module. */
export type ToWorker =
  { module: WebAssembly.Module; restUrl?: string } | { rest: WebAssembly.Module } | { id: number; request: string };

/** From the Worker to the page. After `trap` the Worker is of no more use. */
export type FromWorker =
  | { ready: true }
  | { id: number; response: string }
  | { id: number; progress: string }
  | { id: number | null; trap: string };
