/** What the page remembers on this device: the game and the settings. Nothing of it is trusted when it is read back. */

import { LANGUAGE_CODES, type Language } from '../i18n';
import { type Game, NOTES_MODES, type NotesMode, newGame } from './game';
import { decode, encode } from './link';

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
}

export interface Saved {
  readonly game: Game;
  readonly seconds: number;
}

/** Where strings are kept: `localStorage`, or nothing where it is forbidden. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The game on the board, and the unfinished one before it. */
export type Slot = 'game' | 'previous';

const SLOTS: Record<Slot, string> = { game: 'ninefold.game', previous: 'ninefold.previous' };
const SETTINGS = 'ninefold.settings';

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
  };
}

export function saveGame(store: Store, { game, seconds }: Saved, slot: Slot = 'game'): void {
  const { puzzle, position } = game;
  write(store, SLOTS[slot], {
    link: encode({ ...position, shape: puzzle.shape, symbols: puzzle.symbols, limits: puzzle.limits }),
    // Links have none of cells with a digit.
    limits: puzzle.limits,
    alphabet: puzzle.alphabet,
    title: puzzle.title,
    level: puzzle.level,
    isSetting: game.isSetting,
    notesMode: game.notesMode,
    touched: position.touched.flatMap((isTouched, cell) => (isTouched ? [cell] : [])),
    cellColors: position.cellColors,
    noteColors: [...position.noteColors],
    seconds,
  });
}

export function loadGame(store: Store, slot: Slot = 'game'): Saved | null {
  const saved = read(store, SLOTS[slot]);
  const shared = decode(String(saved['link'] ?? ''));
  if (!shared) return null;
  const limits = numbers(saved['limits']);
  const game = newGame(
    {
      shape: shared.shape,
      symbols: shared.symbols,
      alphabet: list(saved['alphabet']).map(String),
      limits: limits.length === shared.givens.length ? limits : shared.givens.map(() => 0),
      title: String(saved['title'] ?? ''),
      level: String(saved['level'] ?? ''),
    },
    undefined,
    NOTES_MODES.find((mode) => mode === saved['notesMode']),
  );
  if (!game) return null;
  const touched = new Set(numbers(saved['touched']));
  const colors = numbers(saved['cellColors']);
  const position = {
    givens: shared.givens,
    placed: shared.placed,
    notes: shared.notes,
    removed: shared.removed,
    touched: shared.givens.map((_, cell) => touched.has(cell)),
    cellColors: shared.givens.map((_, cell) => colors[cell] ?? 0),
    noteColors: new Map(list(saved['noteColors']).map((pair) => numbers(pair) as unknown as [number, number])),
  };
  const seconds = Number(saved['seconds']);
  return {
    game: { ...game, isSetting: saved['isSetting'] === true, position },
    seconds: Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0,
  };
}

export const forgetGame = (store: Store, slot: Slot): void => write(store, SLOTS[slot], null);

export const saveSettings = (store: Store, settings: Settings): void => write(store, SETTINGS, settings);

export function loadSettings(store: Store, language: string): Settings {
  const saved = read(store, SETTINGS);
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
  };
}

function write(store: Store, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the game goes on, it is only not remembered.
  }
}

function read(store: Store, key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(store.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const numbers = (value: unknown): number[] => list(value).map(Number).filter(Number.isSafeInteger);
