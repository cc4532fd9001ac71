/** Everything that the page knows at a moment. Views are made from it; actions replace it. */

import type {
  Advice,
  Board,
  CellDigit,
  Level,
  Methods,
  ReadBoard,
  ReadVariant,
  Skipped,
  Step,
  StepHouse,
  StepLink,
  StepMark,
  TraceEvent,
} from './engine/protocol';
import type { Game, Position } from './model/game';
import type { Lessons } from './model/lessons';
import type { Picture } from './variant/game';
import type { Variant } from './variant/state';
import type { Result, Saved, Settings } from './model/storage';

export type View = 'enter' | 'play' | 'learn' | 'study';
export const VIEWS: readonly View[] = ['play', 'enter', 'learn', 'study'];

/** What a key or a button of the pad does to the selected cells. */
export type Tool = 'digit' | 'note' | 'centre' | 'color' | 'line' | 'look';
export const TOOLS: readonly Tool[] = ['digit', 'note', 'centre', 'color', 'line', 'look'];

export type Dialog = 'menu' | 'share' | 'print' | 'settings' | 'keys';
export const DIALOGS: readonly Dialog[] = ['share', 'print', 'settings', 'keys', 'menu'];

/** Something asked of the engine. */
export type Task<T> =
  | { status: 'idle' }
  | { status: 'running'; cancel: () => void; done?: number }
  | { status: 'done'; value: T }
  | { status: 'failed'; message: string; isEnglish?: boolean; mayWorkLater?: boolean };

/** What went wrong. In the engine's words it is English in every language of the page. */
export interface Problem {
  readonly text: string;
  readonly isEnglish: boolean;
}

export const IDLE = { status: 'idle' } as const;

/** Whether a puzzle has one solution, and which. */
export interface Known {
  readonly verdict: Methods['solve']['answer']['verdict'];
  /** Empty unless there is exactly one. */
  readonly solution: readonly number[];
}

export interface Selection {
  readonly cells: readonly number[];
  readonly focus: number;
}

/** What a step looks like on the board. */
export interface Drawing {
  readonly marks: readonly StepMark[];
  readonly links: readonly StepLink[];
  readonly houses: readonly StepHouse[];
  readonly placements: readonly CellDigit[];
  readonly eliminations: readonly CellDigit[];
  /** Of the links, the one that is looked at; the others step back. */
  readonly lit?: number;
}

export interface Path {
  /** The game that the first step starts from, and the board that was asked about. */
  readonly start: Game;
  readonly board: Board;
  readonly steps: readonly Step[];
  /** Missing while steps are still being found. */
  readonly end?: Methods['explain']['answer'];
}

export type StepAdvice = Extract<Advice, { kind: 'step' }>;

/** A position, and the step that is to be found there. */
export interface Exercise {
  readonly start: Game;
  readonly advice: StepAdvice;
}

/** The page of a technique. */
export interface Lesson {
  readonly slug: string;
  readonly example: Task<Exercise>;
  /** How much of the example is shown, from 1 to 3. */
  readonly grade: number;
}

/** Exercises for a technique, one after the other. */
export interface Practice {
  readonly slug: string;
  readonly name: string;
  /** The number of the exercise, from 1; 0 before the first. */
  readonly number: number;
  /** How many were found without a hint. */
  readonly found: number;
  /** The game that waits until the practice is over. */
  readonly before: Saved;
  readonly exercise: Task<Exercise>;
  readonly isFound: boolean;
  /** A hint was asked for. */
  readonly isHelped: boolean;
}

/** Sudoku Explainer's rating; of one that was stopped, the least that it can be. */
export type SeRating = Methods['rate_se']['answer'];

export interface Learn {
  readonly hint: Task<Advice>;
  /** How much of the hint is shown, from 1 to 3. */
  readonly grade: number;
  readonly check: Task<Advice>;
  readonly showsMistakes: boolean;
  readonly rating: Task<Methods['rate']['answer']>;
  readonly se: Task<SeRating>;
  /** The least that it can be, while it is looked for; 0 if nothing is known. */
  readonly seAtLeast: number;
  /** The technique whose page is shown in place of everything else. */
  readonly lesson: Lesson | null;
  readonly steps: Task<readonly Step[]>;
  readonly path: Path | null;
  readonly pathTask: Task<null>;
  /** The step shown, as an index into the path. */
  readonly at: number;
  /** The link of the step that is lit, from 0; -1 for all of them. */
  readonly link: number;
  readonly fromHere: boolean;
  /** What the board shows. */
  readonly shows: 'game' | 'hint' | 'path' | { readonly step: number };
}

export interface Replay {
  readonly start: Position;
  readonly events: readonly TraceEvent[];
  readonly more: boolean;
  readonly at: number;
  readonly isPlaying: boolean;
  /** Events per second. */
  readonly speed: number;
}

export interface Study {
  readonly solve: Task<Methods['solve']['answer']>;
  readonly count: Task<Methods['count']['answer']>;
  readonly minimal: Task<Methods['minimal']['answer']>;
  readonly canon: Task<Methods['canon']['answer']>;
  readonly replay: Task<Replay>;
  readonly strategy: string;
  readonly showsRedundant: boolean;
}

export interface Enter {
  readonly text: string;
  readonly source: string;
  readonly read: Task<{
    boards: readonly ReadBoard[];
    format: string;
    skipped: readonly (Skipped & { readonly isOurs?: boolean })[];
    more: boolean;
    variants: readonly ReadVariant[];
  }>;
  /** What the only variant that was read looks like. */
  readonly drawn: Picture | null;
  /** Why the only board that was read breaks a rule. */
  readonly problem: Problem | null;
  readonly generate: Task<null>;
  readonly size: string;
  readonly level: string;
  readonly emptyShape: string;
  readonly emptySymbols: string;
  readonly emptyError: Problem | null;
  /** All games and results are listed. */
  readonly showsAll: boolean;
  /** Only famous puzzles of this level are listed; empty for all. */
  readonly famous: Level | '';
}

export interface Share {
  readonly withProgress: boolean;
  readonly format: string;
  readonly formats: readonly string[];
  readonly text: Task<{ text: string; lost: readonly string[] }>;
}

export interface Print {
  readonly source: 'this' | 'list' | 'gallery' | 'made';
  readonly perPage: 1 | 6;
  readonly withNotes: boolean;
  readonly withSolutions: boolean;
  readonly level: string;
  readonly boards: Task<readonly PrintBoard[]>;
}

export interface PrintBoard {
  readonly game: Game;
  readonly caption: string;
  readonly solution: readonly number[];
}

export interface State {
  readonly view: View;
  readonly game: Game;
  /** A puzzle with further rules: on the board in place of the game, or put aside. */
  readonly variant: Variant | null;
  readonly seconds: number;
  /** How many hints this game had. */
  readonly hints: number;
  /** The unfinished games beside the one on the board, the last one first. */
  readonly games: readonly Saved[];
  /** The finished puzzles, the last one first. */
  readonly results: readonly Result[];
  /** What the engine says of the puzzle itself, where it was asked. */
  readonly known: Task<Known>;
  /** What the page knows of the techniques, once it was loaded. */
  readonly lessons: Lessons | null;
  readonly practice: Practice | null;
  readonly isRunning: boolean;
  /** The player has stopped the clock; the board is covered. */
  readonly isPaused: boolean;
  /** How much larger than it fits a large board is drawn, from 0 to 3. */
  readonly zoom: number;
  readonly selection: Selection;
  readonly tool: Tool;
  readonly color: number;
  /** The digit whose notes are coloured; 0 to colour cells. */
  readonly colorDigit: number;
  /** The digit that is looked at wherever it is; 0 for that of the focused cell. */
  readonly pin: number;
  readonly settings: Settings;
  readonly dialog: Dialog | null;
  /** `english`: what the engine adds. */
  readonly notice: { readonly text: string; readonly english: string; readonly isError: boolean } | null;
  /** What a screen reader says next. The number makes the same text twice two texts. */
  readonly spoken: { readonly text: string; readonly number: number };
  readonly learn: Learn;
  readonly study: Study;
  readonly enter: Enter;
  readonly share: Share;
  readonly print: Print;
}

export const LEARN: Learn = {
  hint: IDLE,
  grade: 1,
  check: IDLE,
  showsMistakes: false,
  rating: IDLE,
  se: IDLE,
  seAtLeast: 0,
  lesson: null,
  steps: IDLE,
  path: null,
  pathTask: IDLE,
  at: 0,
  link: -1,
  fromHere: false,
  shows: 'game',
};

export const STUDY: Study = {
  solve: IDLE,
  count: IDLE,
  minimal: IDLE,
  canon: IDLE,
  replay: IDLE,
  strategy: 'assign',
  showsRedundant: false,
};

const ENTER: Enter = {
  text: '',
  source: '',
  read: IDLE,
  drawn: null,
  problem: null,
  generate: IDLE,
  size: '3x3',
  level: 'medium',
  emptyShape: '3x3',
  emptySymbols: '',
  emptyError: null,
  showsAll: false,
  famous: '',
};

const SHARE: Share = { withProgress: false, format: 'line', formats: ['line'], text: IDLE };

const PRINT: Print = {
  source: 'this',
  perPage: 1,
  withNotes: false,
  withSolutions: false,
  level: 'medium',
  boards: IDLE,
};

/** What does not depend on the game when the page begins. */
export const AT_START = {
  variant: null,
  known: IDLE,
  lessons: null,
  practice: null,
  isRunning: false,
  isPaused: false,
  zoom: 0,
  tool: 'digit',
  color: 1,
  colorDigit: 0,
  pin: 0,
  dialog: null,
  notice: null,
  spoken: { text: '', number: 0 },
  learn: LEARN,
  study: STUDY,
  enter: ENTER,
  share: SHARE,
  print: PRINT,
} satisfies Partial<State>;
