/** How puzzles come in: text, files, the gallery, the generator, links, an empty board. */

import type { App } from '../app';
import type { Board, Level, ReadBoard } from '../engine/protocol';
import { type Game, fromBoard, newGame, usualAlphabet } from '../model/game';
import { type Shared, decode } from '../model/link';
import { MAX_SIDE, gridOf } from '../model/grid';
import { type Enter, IDLE } from '../state';
import type { Entry } from '../gallery';
import { open } from './play';

/** Files larger than this are not read: a page shows puzzles, the command line works through lists. */
const LARGEST_FILE = 2_000_000;
const MOST_BOARDS = 200;

export const setEnter = (app: App, changes: Partial<Enter>): void =>
  app.set({ enter: { ...app.state.enter, ...changes } });

/** A board of the engine as a game; `null` if the page cannot show it. */
export function gameOf(board: Board | ReadBoard, title = '', level = ''): Game | null {
  const grid = gridOf(board.shape);
  if (!grid || board.cells.length !== grid.size) return null;
  const usual = usualAlphabet(grid.side);
  const alphabet = 'alphabet' in board ? board.alphabet : usual;
  const isUsual = alphabet.join() === usual.join();
  const position = fromBoard(grid, board);
  const puzzle = {
    shape: board.shape,
    symbols: isUsual ? '' : (board.symbols ?? ''),
    alphabet,
    limits: position.removed,
    title,
    level,
  };
  return newGame(puzzle, position);
}

let delay: ReturnType<typeof setTimeout> | undefined;

/** Takes over a text, and reads it when nothing more has been typed for a moment. */
export function setText(app: App, text: string, source = ''): void {
  const { read } = app.state.enter;
  if (read.status === 'running') read.cancel();
  setEnter(app, { text, source, read: IDLE });
  clearTimeout(delay);
  if (text.trim()) delay = setTimeout(() => void readText(app), source ? 0 : 200);
}

export async function readText(app: App): Promise<void> {
  clearTimeout(delay);
  setEnter(app, { problem: '' });
  await app.run(
    'read',
    { text: app.state.enter.text, limit: MOST_BOARDS },
    ({ boards, format, skipped, more }) => ({ boards, format: format ?? '', skipped, more }),
    (read) => setEnter(app, { read }),
  );
  const { read } = app.state.enter;
  const [board, second] = read.status === 'done' ? read.value.boards : [];
  if (!board || second) return;
  const { message } = await app.call('state', { board });
  if (app.state.enter.read === read) setEnter(app, { problem: message });
}

export async function readFile(app: App, file: File): Promise<void> {
  app.set({ view: 'enter' });
  if (file.size > LARGEST_FILE) {
    app.notify(app.t('enter.too-large', { name: file.name }), true);
    return;
  }
  setText(app, await file.text(), file.name);
}

export function openBoard(app: App, board: Board | ReadBoard, title = '', level = ''): void {
  const game = gameOf(board, title, level);
  if (game) open(app, game);
  else app.notify(app.t('enter.too-big', { side: MAX_SIDE }), true);
}

/** Opens a puzzle of the gallery. */
export async function openEntry(app: App, entry: Entry): Promise<void> {
  const game = await gameOfText(app, entry.puzzle, app.t(`gallery.${entry.id}.title`), entry.symbols);
  if (game) open(app, game);
}

export async function gameOfText(app: App, text: string, title: string, symbols?: string): Promise<Game | null> {
  try {
    const { boards } = await app.call('read', { text, limit: 1, ...(symbols && { symbols }) });
    const [board] = boards;
    return board ? gameOf(board, title) : null;
  } catch (error) {
    app.notify(error instanceof Error ? error.message : String(error), true);
    return null;
  }
}

export async function generate(app: App): Promise<void> {
  const { size, level } = app.state.enter;
  await app.run(
    'generate',
    { shape: size, level: level as Level, seed: randomSeed() },
    ({ board, level: made, score }) => {
      openBoard(app, board, app.t('title.made'), `${app.t(`level.${made}`)} · ${score}`);
      return null;
    },
    (generate) => setEnter(app, { generate }),
  );
}

export const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

/** An empty board for a puzzle that the player types in. */
export async function openEmpty(app: App): Promise<void> {
  const { emptyShape, emptySymbols } = app.state.enter;
  const grid = gridOf(emptyShape);
  if (!grid) return;
  let [symbols, alphabet] = ['', usualAlphabet(grid.side)];
  if (emptySymbols.trim()) {
    try {
      const named = await app.call('symbols', { symbols: emptySymbols.trim() });
      if (named.alphabet.length !== grid.side) {
        setEnter(app, {
          emptyError: app.t('enter.symbols-count', { found: named.alphabet.length, wanted: grid.side }),
        });
        return;
      }
      ({ symbols, alphabet } = named);
    } catch (error) {
      setEnter(app, { emptyError: error instanceof Error ? error.message : String(error) });
      return;
    }
  }
  const limits = new Array<number>(grid.size).fill(0);
  const game = newGame({ shape: grid.shape, symbols, alphabet, limits, title: '', level: '' });
  if (!game) return;
  setEnter(app, { emptyError: '' });
  open(app, { ...game, isSetting: true });
  app.say(app.t('setting.text'));
}

/** Opens what the fragment of the address says; nothing happens without one. */
export async function openFragment(app: App, fragment: string): Promise<void> {
  const text = fragment.replace(/^#/, '');
  if (!text) return;
  if (text.startsWith('p=')) {
    app.set({ view: 'enter' });
    setText(app, decodeText(text.slice(2)).slice(0, LARGEST_FILE), app.t('enter.from-link'));
    await readText(app);
    const { read } = app.state.enter;
    const [first, second] = read.status === 'done' ? read.value.boards : [];
    if (first && !second) openBoard(app, first, app.t('title.link'));
    return;
  }
  const shared = decode(text);
  const game = shared && (await gameOfShared(app, shared));
  if (game) open(app, game);
  else app.notify(app.t('link.bad'), true);
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

export async function gameOfShared(app: App, shared: Shared): Promise<Game | null> {
  const grid = gridOf(shared.shape);
  if (!grid) return null;
  let alphabet = usualAlphabet(grid.side);
  try {
    if (shared.symbols) ({ alphabet } = await app.call('symbols', { symbols: shared.symbols }));
  } catch {
    return null;
  }
  const title = app.t('title.link');
  const game = newGame({
    shape: shared.shape,
    symbols: shared.symbols,
    alphabet,
    limits: shared.limits,
    title,
    level: '',
  });
  return game && { ...game, position: { ...game.position, ...positionOf(shared) } };
}

const positionOf = ({ givens, placed, removed, notes }: Shared) => ({ givens, placed, removed, notes });
