/** What the page remembers on this device: games, results and settings. Nothing of it is trusted when it is read back. */

import { LEVELS, type Level } from '../engine/protocol';
import { LANGUAGE_CODES, type Language } from '../i18n';
import { type Game, NOTES_MODES, type NotesMode, newGame } from './game';
import { historyOf, withHistory } from './history';
import { type Shared, decode, encode } from './link';

export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export interface Settings {
  readonly theme: Theme;
  readonly language: Language;
  readonly hasTimer: boolean;
  readonly highlightsPeers: boolean;
  readonly highlightsDigit: boolean;
  readonly showsConflicts: boolean;
  readonly notesMode: NotesMode;
  readonly skipsEasy: boolean;
  /** The level of the last new game. */
  readonly level: Level;
  /** Wrong digits are marked as soon as they are written. */
  readonly showsMistakes: boolean;
  /** The techniques that hints, ways and ratings must not use. */
  readonly off: readonly string[];
  /** A digit is chosen first, then the cells that get it. */
  readonly digitFirst: boolean;
}

/** A game as it was left. */
export interface Saved {
  readonly game: Game;
  readonly seconds: number;
  /** How many hints were asked for. */
  readonly hints: number;
  /** When it was played last, in milliseconds since 1970. */
  readonly at: number;
}

/** A puzzle that was finished. */
export interface Result {
  readonly at: number;
  readonly seconds: number;
  readonly hints: number;
  readonly title: string;
  readonly level: Level | '';
  readonly shape: string;
  /** The puzzle, as links carry it. */
  readonly link: string;
}

/** Where strings are kept: `localStorage`, or nothing where it is forbidden. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

const [GAME, GAMES, RESULTS, SETTINGS] = ['ninefold.game', 'ninefold.games', 'ninefold.results', 'ninefold.settings'];
const VARIANT = 'ninefold.variant';
const OTHER_VARIANTS = 'ninefold.variants';
/** Where the page kept one more game when there was no list. */
const PREVIOUS = 'ninefold.previous';

/** The most unfinished games beside the one on the board, and the most finished ones. */
const MOST_GAMES = 40;
const MOST_RESULTS = 500;
const MOST_OFF = 200;
/** How many moves of a game in the list can be taken back later. */
const LISTED_DEPTH = 100;

export function defaultSettings(language: string): Settings {
  return {
    theme: 'system',
    language: LANGUAGE_CODES.find((known) => language.toLowerCase().startsWith(known)) ?? 'en',
    hasTimer: true,
    highlightsPeers: true,
    highlightsDigit: true,
    showsConflicts: true,
    notesMode: 'manual',
    skipsEasy: false,
    level: 'easy',
    showsMistakes: false,
    digitFirst: false,
    off: [],
  };
}

/** The link that holds a game, or only its puzzle. */
export function linkOf({ puzzle, position }: Game, puzzleOnly = false): string {
  const { shape, symbols, limits } = puzzle;
  const none = limits.map(() => 0);
  if (puzzleOnly) {
    return encode({ givens: position.givens, placed: none, limits, removed: limits, notes: none, shape, symbols });
  }
  return encode({ ...position, limits, shape, symbols, extras: position });
}

const recordOf = ({ game, seconds, hints, at }: Saved, depth?: number): Record<string, unknown> => ({
  link: linkOf(game),
  // Links have none of cells with a digit.
  limits: game.puzzle.limits,
  alphabet: game.puzzle.alphabet,
  title: game.puzzle.title,
  author: game.puzzle.author,
  level: game.puzzle.level,
  score: game.puzzle.score,
  isSetting: game.isSetting,
  notesMode: game.notesMode,
  touched: game.position.touched.flatMap((isTouched, cell) => (isTouched ? [cell] : [])),
  ...historyOf(game, depth),
  seconds,
  hints,
  at,
});

function savedOf(record: Record<string, unknown>): Saved | null {
  const shared = decode(String(record['link'] ?? ''));
  if (!shared) return null;
  const limits = numbers(record['limits']);
  const size = shared.givens.length;
  const game = newGame(
    {
      shape: shared.shape,
      symbols: shared.symbols,
      alphabet: list(record['alphabet']).map(String),
      limits: limits.length === size && limits.every((mask) => mask >= 0) ? limits : shared.givens.map(() => 0),
      title: String(record['title'] ?? ''),
      author: String(record['author'] ?? ''),
      level: LEVELS.find((level) => level === record['level']) ?? '',
      score: natural(record['score']),
    },
    undefined,
    NOTES_MODES.find((mode) => mode === record['notesMode']),
  );
  if (!game) return null;
  const touched = new Set(numbers(record['touched']));
  const position = {
    ...game.position,
    ...positionOf(shared),
    touched: shared.givens.map((_, cell) => touched.has(cell)),
  };
  const bare = { ...game, isSetting: record['isSetting'] === true, position };
  return {
    game: withHistory(bare, record['past'] ?? [], record['future'] ?? []),
    seconds: natural(record['seconds']),
    hints: natural(record['hints']),
    at: natural(record['at']),
  };
}

/** What a link says of the position on the board. */
export const positionOf = ({ givens, placed, removed, notes, extras }: Shared) => ({
  ...{ givens, placed, removed, notes },
  ...extras,
});

export const saveGame = (store: Store, saved: Saved): void => write(store, GAME, recordOf(saved));

export const loadGame = (store: Store): Saved | null => savedOf(object(read(store, GAME)));

/** The unfinished games beside the one on the board, the last one first. */
export const saveGames = (store: Store, games: readonly Saved[]): void =>
  write(
    store,
    GAMES,
    games.slice(0, MOST_GAMES).map((saved) => recordOf(saved, LISTED_DEPTH)),
  );

export function loadGames(store: Store): readonly Saved[] {
  const records = [...list(read(store, GAMES)), read(store, PREVIOUS)];
  return records.flatMap((record) => savedOf(object(record)) ?? []).slice(0, MOST_GAMES);
}

export const saveResults = (store: Store, results: readonly Result[]): void =>
  write(store, RESULTS, results.slice(0, MOST_RESULTS));

/** The finished puzzles, the last one first. */
export const loadResults = (store: Store): readonly Result[] =>
  list(read(store, RESULTS)).flatMap((stored): Result[] => {
    const record = object(stored);
    const link = String(record['link'] ?? '');
    const shared = decode(link);
    if (!shared) return [];
    const level = LEVELS.find((known) => known === record['level']) ?? '';
    const [at, seconds, hints] = [natural(record['at']), natural(record['seconds']), natural(record['hints'])];
    return [{ at, seconds, hints, level, shape: shared.shape, title: String(record['title'] ?? ''), link }];
  });

/** The variant that is played, as `variant/record.ts` has it. */
export const saveVariant = (store: Store, record: unknown): void => write(store, VARIANT, record);

export const loadVariant = (store: Store): unknown => read(store, VARIANT);

/** Those that wait behind it: they are large, and no move changes them. */
export const saveOtherVariants = (store: Store, records: readonly unknown[]): void =>
  write(store, OTHER_VARIANTS, records);

export const loadOtherVariants = (store: Store): readonly unknown[] => list(read(store, OTHER_VARIANTS));

export const saveSettings = (store: Store, settings: Settings): void => write(store, SETTINGS, settings);

export function loadSettings(store: Store, language: string): Settings {
  const saved = object(read(store, SETTINGS));
  const usual = defaultSettings(language);
  const flag = (key: keyof Settings) => (typeof saved[key] === 'boolean' ? saved[key] : usual[key]) as boolean;
  return {
    theme: THEMES.find((theme) => theme === saved['theme']) ?? usual.theme,
    language: LANGUAGE_CODES.find((known) => known === saved['language']) ?? usual.language,
    hasTimer: flag('hasTimer'),
    highlightsPeers: flag('highlightsPeers'),
    highlightsDigit: flag('highlightsDigit'),
    showsConflicts: flag('showsConflicts'),
    notesMode: NOTES_MODES.find((mode) => mode === saved['notesMode']) ?? usual.notesMode,
    skipsEasy: flag('skipsEasy'),
    level: LEVELS.find((level) => level === saved['level']) ?? usual.level,
    showsMistakes: flag('showsMistakes'),
    digitFirst: flag('digitFirst'),
    // Names that nobody knows any more do nothing.
    off: list(saved['off']).map(String).slice(0, MOST_OFF),
  };
}

function write(store: Store, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the game goes on, it is only not remembered.
  }
}

function read(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const numbers = (value: unknown): number[] => list(value).map(Number).filter(Number.isSafeInteger);
const natural = (value: unknown): number => {
  const number = Math.floor(Number(value));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
};
