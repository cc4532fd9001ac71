/** How puzzles come in: text, files, the gallery, the generator, links, an empty board. */

import { type App, failedBy, problemOf, stop } from '../app';
import { type Board, LEVELS, type Level, type ReadBoard, type ReadVariant } from '../engine/protocol';
import { aboutOf, gameOf } from '../model/boards';
import { type Game, type Puzzle, newGame, puzzleOf, usualAlphabet } from '../model/game';
import { type Shared, decode } from '../model/link';
import { positionOf } from '../model/storage';
import { MAX_SIDE, gridOf } from '../model/grid';
import { type Enter, IDLE } from '../state';
import type { Entry } from '../gallery';
import { fromStock } from '../stock';
import { loadVariantMode } from '../variant/door';
import { askKnown, open, randomSeed } from './games';

/** No text larger than this is read: a page shows puzzles, the command line works through lists. */
const LARGEST_TEXT = 2_000_000;
const MOST_BOARDS = 200;

export const setEnter = (app: App, changes: Partial<Enter>): void =>
  app.set({ enter: { ...app.state.enter, ...changes } });

let delay: ReturnType<typeof setTimeout> | undefined;

/** Takes over a text, and reads it when nothing more has been typed for a moment. */
export function setText(app: App, text: string, source = ''): void {
  const { read } = app.state.enter;
  if (read.status === 'running') read.cancel();
  clearTimeout(delay);
  if (text.length > LARGEST_TEXT) {
    // Not even the field gets it: that alone would keep the browser busy for a minute.
    setEnter(app, { text: '', source: '', read: IDLE, drawn: null });
    return app.notify(app.t('enter.too-large'), true);
  }
  setEnter(app, { text, source, read: IDLE, drawn: null });
  if (text.trim()) delay = setTimeout(() => void readText(app), source ? 0 : 200);
}

export async function readText(app: App): Promise<void> {
  clearTimeout(delay);
  setEnter(app, { problem: null, drawn: null });
  // A link of this page is opened as if it had been followed.
  const own = /^\S+#([12][\w-]+)$/.exec(app.state.enter.text.trim())?.[1];
  if (own && decode(own)) {
    setEnter(app, { text: '', source: '' });
    return openFragment(app, own);
  }
  await app.run(
    'read',
    { text: app.state.enter.text, limit: MOST_BOARDS },
    ({ boards, format, skipped, more }) => ({ boards, format: format ?? '', skipped, more, variants: [] }),
    (read) => setEnter(app, { read }),
  );
  const classic = app.state.enter.read;
  if (classic.status === 'done' && classic.value.skipped.some((part) => part.may_have_rules)) await readRules(app);
  const { read } = app.state.enter;
  const [board, second] = read.status === 'done' ? read.value.boards : [];
  if (!board || second || onlyVariant(app)) return;
  const say = (text: string, isEnglish = true) =>
    app.state.enter.read === read && setEnter(app, { problem: { text, isEnglish } });
  const { message } = await app.call('state', { board });
  if (message) say(message);
  else if (gameOf(board)) {
    // Whether it is a puzzle is said before it is opened.
    const { verdict, reason } = await app.call('solve', { board });
    if (verdict !== 'unique') say(reason ?? app.t(`verdict.${verdict}.long`), reason !== undefined);
  }
}

/** Reads the text with the engine for variants, which comes with the first of them. */
async function readRules(app: App): Promise<void> {
  const before = app.state.enter.read;
  try {
    const mode = await loadVariantMode(app);
    // Another text may have come meanwhile.
    if (app.state.enter.read === before) await mode.readVariants(app, MOST_BOARDS);
  } catch (error) {
    if (app.state.enter.read === before) setEnter(app, { read: failedBy(error) });
  }
}

/** The variant that is the only puzzle of the text. */
function onlyVariant({ state }: App): ReadVariant | null {
  const { read } = state.enter;
  if (read.status !== 'done' || read.value.boards.length > 0) return null;
  const [variant, second] = read.value.variants;
  return variant && !second ? variant : null;
}

const openVariant = async (app: App, variant: ReadVariant): Promise<void> =>
  (await loadVariantMode(app)).open(app, variant);

/** One tap: what was copied elsewhere is on the board, if it is one puzzle; else it is shown what it is. */
export async function pasteAndOpen(app: App): Promise<void> {
  try {
    setText(app, await navigator.clipboard.readText(), app.t('enter.pasted'));
  } catch {
    return app.notify(app.t('enter.no-paste'), true);
  }
  if (!app.state.enter.text.trim()) return app.notify(app.t('enter.nothing-copied'), true);
  await readText(app);
  const variant = onlyVariant(app);
  if (variant) return openVariant(app, variant);
  const { read } = app.state.enter;
  const [board, second] = read.status === 'done' ? read.value.boards : [];
  if (board && !second && gameOf(board)) openBoard(app, board, aboutOf(board));
}

export async function readFile(app: App, file: File): Promise<void> {
  app.set({ view: 'enter' });
  if (file.size > LARGEST_TEXT) return app.notify(app.t('enter.too-large'), true);
  setText(app, await file.text(), file.name);
}

export function openBoard(app: App, board: Board | ReadBoard, about: Partial<Puzzle> = {}): void {
  const game = gameOf(board, about);
  if (!game) return app.notify(app.t('enter.too-big', { side: MAX_SIDE }), true);
  open(app, game);
  // What was made here has one solution; of anything else it is said at once if it has not.
  if (!about.level) void askKnown(app);
}

/** Opens a puzzle of the gallery. */
export async function openEntry(app: App, entry: Entry): Promise<void> {
  const game = await gameOfText(app, entry.puzzle, app.t(`gallery.${entry.id}.title`), entry.symbols);
  if (!game) return;
  open(app, { ...game, puzzle: { ...game.puzzle, level: entry.level ?? '' } });
  if (!entry.level) void askKnown(app);
}

export async function gameOfText(app: App, text: string, title: string, symbols?: string): Promise<Game | null> {
  try {
    const { boards } = await app.call('read', { text, limit: 1, ...(symbols && { symbols }) });
    const [board] = boards;
    return board ? gameOf(board, { title }) : null;
  } catch (error) {
    app.notifyError(error);
    return null;
  }
}

/** Boards beyond 9x9 are searched for so long at each level, in milliseconds; then an easier one has to do. */
const MOST_TIME = 5000;

export async function generate(app: App): Promise<void> {
  const { size } = app.state.enter;
  const side = gridOf(size)?.side ?? 0;
  const wanted = app.state.enter.level as Level;
  // Small boards have no hard puzzles, and of large ones few are found in time: the hardest that there is has to do.
  for (const level of LEVELS.slice(0, LEVELS.indexOf(wanted) + 1).reverse()) {
    // The engine would take minutes for what is known to be there.
    const ready = side > 12 && fromStock(level, randomSeed(), size);
    if (ready) open(app, ready);
    if (ready || (await makes(app, size, level, side > 9)))
      return level === wanted ? undefined : sayInstead(app, wanted, level);
    if (app.state.enter.generate.status !== 'failed') return;
  }
  setEnter(app, { generate: { status: 'failed', message: app.t('made.none') } });
}

/** Makes a puzzle, perhaps only if that does not take long; whether there is one. */
async function makes(app: App, size: string, level: Level, isLimited: boolean): Promise<boolean> {
  let isMade = false;
  const late = () => {
    stop(app.state.enter.generate);
    setEnter(app, { generate: { status: 'failed', message: app.t('made.none') } });
  };
  const limit = isLimited ? setTimeout(late, MOST_TIME) : undefined;
  await app.run(
    'generate',
    { shape: size, level, seed: randomSeed() },
    ({ board, level: made, score }) => {
      openBoard(app, board, { level: made ?? '', score: score ?? 0 });
      isMade = true;
      return null;
    },
    (generate) => setEnter(app, { generate }),
  );
  clearTimeout(limit);
  return isMade;
}

const sayInstead = (app: App, wanted: Level, level: Level): void =>
  app.notify(app.t('made.instead', { wanted: app.t(`level.${wanted}`), level: app.t(`level.${level}`) }));

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
        const text = app.t('enter.symbols-count', { found: named.alphabet.length, wanted: grid.side });
        setEnter(app, { emptyError: { text, isEnglish: false } });
        return;
      }
      ({ symbols, alphabet } = named);
    } catch (error) {
      setEnter(app, { emptyError: problemOf(error) });
      return;
    }
  }
  const game = newGame(puzzleOf(grid, { symbols, alphabet }));
  if (!game) return;
  setEnter(app, { emptyError: null });
  open(app, { ...game, isSetting: true });
  app.say(app.t('setting.text'));
}

/** Opens what the fragment of the address says; nothing happens without one. */
export async function openFragment(app: App, fragment: string): Promise<void> {
  const text = fragment.replace(/^#/, '');
  if (!text) return;
  if (text.startsWith('p=')) {
    app.set({ view: 'enter' });
    setText(app, decodeText(text.slice(2)), app.t('enter.from-link'));
    await readText(app);
    const variant = onlyVariant(app);
    if (variant) return openVariant(app, variant);
    const { read } = app.state.enter;
    const [first, second] = read.status === 'done' ? read.value.boards : [];
    if (first && !second) openBoard(app, first, aboutOf(first, app.t('title.link')));
    return;
  }
  const shared = decode(text);
  const game = shared && (await gameOfShared(app, shared));
  if (!game) return app.notify(app.t('link.bad'), true);
  open(app, game);
  void askKnown(app);
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
  const { symbols, limits } = shared;
  const game = newGame(puzzleOf(grid, { symbols, alphabet, limits, title: app.t('title.link') }));
  return game && { ...game, position: { ...game.position, ...positionOf(shared) } };
}
