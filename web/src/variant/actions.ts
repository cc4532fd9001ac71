/** What a player does with a variant: open it, select, enter, undo, ask. */

import { sayCount } from '../actions/study';
import { type App, stop } from '../app';
import type { ReadVariant, Variant as Board } from '../engine/protocol';
import { IDLE, type Selection } from '../state';
import {
  type Picture,
  type VariantGame,
  type VariantPuzzle,
  conflicts,
  digitAt,
  enterDigit,
  erase,
  fill,
  gameOfRecord,
  isFull,
  isTouched,
  newGame,
  note,
  puzzleOf,
  recordOf,
  redo,
  restart,
  toggleNote,
  undo,
  withPlaced,
  withoutMarks,
} from './game';
import type { Checked, Variant } from './state';
import { wordsOf } from './words';

/** How many solutions may be counted to. */
export const LIMITS = ['10', '100', '1000', '10000'] as const;

const FRESH = { isNoting: false, solve: IDLE, count: IDLE, limit: 100, check: IDLE, candidates: IDLE, text: IDLE };

const first = ({ puzzle }: VariantGame): Selection => {
  const focus = Math.max(0, puzzle.givens.indexOf(null));
  return { cells: [focus], focus };
};

const variantOf = (game: VariantGame, isShown: boolean, others: readonly VariantGame[]): Variant => ({
  ...FRESH,
  game,
  others,
  isShown,
  selection: first(game),
  format: 'json',
});

/** The nodes of a search that takes a fraction of a second. */
const SOON = 10_000;

/** Variants with the player's digits that wait behind the one on the board. */
const MOST_OTHERS = 10;

async function picture(app: App, board: Board): Promise<Picture> {
  const plain = withoutMarks(board);
  const drawn = await app.callVariant('svg', { board: plain });
  if (plain.constraints?.length === (board.constraints ?? []).length) return drawn;
  const { svg } = await app.callVariant('svg', { board });
  return { ...drawn, paper: svg };
}

/** Draws the only puzzle that was read, so that it is seen before it is opened. */
export async function draw(app: App, read: ReadVariant): Promise<void> {
  const drawn = await picture(app, read.board);
  // Another text may have come meanwhile.
  const { read: now } = app.state.enter;
  if (now.status === 'done' && now.value.variants[0] === read) app.set({ enter: { ...app.state.enter, drawn } });
}

/** The games that wait once another one is on the board: one without the player's digits is not kept. */
function behind({ state }: App, next?: VariantGame): VariantGame[] {
  const { variant } = state;
  if (!variant) return [];
  const { game, others } = variant;
  const all = isTouched(game) || next ? [game, ...others] : others;
  return all.filter((other) => other !== next).slice(0, MOST_OTHERS);
}

/** Puts a variant on the board. The classic game stays what it is, and waits. */
export async function open(app: App, read: ReadVariant): Promise<void> {
  try {
    const game = newGame(puzzleOf(read, app.state.enter.drawn ?? (await picture(app, read.board))));
    const others = behind(app);
    leave(app);
    app.set({ variant: variantOf(game, true, others), view: 'play', isRunning: false, isPaused: false, notice: null });
    keep(app);
    keepOthers(app);
    app.say(wordsOf(app)('opened', { rules: read.rules.join(', ') }));
    void askSound(app, game);
  } catch (error) {
    app.notifyError(error);
  }
}

/** Opens what was stored, in front or put aside. */
export function restore(app: App, isShown: boolean): void {
  const game = gameOfRecord(app.keptVariant());
  if (!game || app.state.variant) return;
  const others = app.keptOtherVariants().flatMap((other) => gameOfRecord(other) ?? []);
  app.set({ variant: variantOf(game, isShown, others) });
}

/** Puts a variant on the board that was begun before. */
export function resume(app: App, game: VariantGame): void {
  const others = behind(app, game);
  leave(app);
  app.set({ variant: variantOf(game, true, others) });
  show(app, true);
  keepOthers(app);
}

/** Says it at once if a puzzle has not exactly one solution, as far as that is soon known. */
async function askSound(app: App, { puzzle }: VariantGame): Promise<void> {
  try {
    const { verdict } = await app.callVariant('solve', { board: puzzle.board, budget: SOON });
    const isThere = app.state.variant?.game.puzzle === puzzle;
    if (isThere && verdict !== 'unique') app.notify(app.t(`verdict.${verdict}`), true);
  } catch {
    // It is not soon known; the player can ask.
  }
}

/** Ends what is asked about the variant on the board. */
function leave({ state }: App): void {
  const { variant } = state;
  if (variant) stop(variant.solve, variant.count, variant.check, variant.candidates, variant.text);
}

export function forget(app: App, game: VariantGame): void {
  const { variant } = app.state;
  if (!variant) return;
  const others = variant.others.filter((other) => other !== game);
  if (game !== variant.game) {
    app.setVariant({ others });
    return keepOthers(app);
  }
  leave(app);
  const [next, ...rest] = others;
  app.set({ variant: next ? variantOf(next, false, rest) : null });
  if (next) keep(app);
  else app.keepVariant(null);
  keepOthers(app);
}

/** Puts the classic game in front of the variant, which waits among the puzzles. */
export function putAside(app: App): void {
  app.setVariant({ isShown: false });
  keep(app);
}

/** Puts the variant in front of the classic game, or the game in front of it. */
export function show(app: App, isShown: boolean): void {
  app.setVariant({ isShown });
  app.set({ view: 'play', isRunning: false, isPaused: false });
  keep(app);
}

const keep = (app: App): void => {
  const { variant } = app.state;
  if (variant) app.keepVariant(recordOf(variant.game, variant.isShown));
};

/** When they have changed: no move changes them. */
const keepOthers = (app: App): void =>
  app.keepOtherVariants((app.state.variant?.others ?? []).map((other) => recordOf(other, false)));

const placeOf = (app: App, { columns }: VariantPuzzle, cells: readonly number[]): string => {
  const [cell = 0, second] = cells;
  const place = { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 };
  return second === undefined ? app.t('place', place) : app.t('places', { count: cells.length });
};

/** What a move did, in words. */
function sentence(app: App, before: VariantGame, after: VariantGame): string {
  const { t } = app;
  const cells = after.puzzle.givens.map((_, cell) => cell);
  const written = cells.filter((cell) => digitAt(before, cell) !== digitAt(after, cell));
  const place = placeOf(app, after.puzzle, written);
  if (written.length > 0) {
    const digit = digitAt(after, written[0] ?? 0);
    if (written.some((cell) => digitAt(after, cell) !== digit)) return t('said.changed', { count: written.length });
    if (digit === null) return t(written.length > 1 ? 'said.erased-cells' : 'said.erased', { place });
    const wrong = app.state.settings.showsConflicts ? conflicts(after) : new Set<number>();
    return t(written.some((cell) => wrong.has(cell)) ? 'said.clash' : 'said.placed', { digit, place });
  }
  const noted = cells.filter((cell) => String(before.position.notes[cell]) !== String(after.position.notes[cell]));
  const at = placeOf(app, after.puzzle, noted);
  const [cell = 0] = noted;
  const [was, is] = [before.position.notes[cell] ?? [], after.position.notes[cell] ?? []];
  const [more, less] = [is.filter((one) => !was.includes(one)), was.filter((one) => !is.includes(one))];
  if (more.length === 1 && less.length === 0) return t('said.note', { digit: more[0] ?? '', place: at });
  if (less.length === 1 && more.length === 0) return t('said.no-note', { digit: less[0] ?? '', place: at });
  return is.length === 0 ? t('said.no-notes', { place: at }) : t('said.changed', { count: noted.length });
}

/** Puts a move on the board and says it. What was found out about the digits before is forgotten. */
function make(app: App, after: VariantGame, key: 'said.undone' | 'said.redone' | '' = ''): void {
  const { variant } = app.state;
  if (!variant || after === variant.game) return;
  stop(variant.check, variant.candidates, variant.text);
  app.setVariant({ game: after, check: IDLE, candidates: IDLE, text: IDLE });
  app.set({ notice: null });
  keep(app);
  const what = sentence(app, variant.game, after);
  app.say(key ? app.t(key, { what }) : what);
  if (isFull(after) && !isFull(variant.game)) void askCheck(app);
}

/** Does something to the game in the selected cells, or says that there is nothing to do. */
function change(app: App, act: (game: VariantGame, cells: readonly number[]) => VariantGame): void {
  const { variant } = app.state;
  if (!variant) return;
  const { game, selection } = variant;
  const after = act(game, selection.cells);
  if (after !== game) return make(app, after);
  const areGiven = selection.cells.every((cell) => game.puzzle.givens[cell] !== null);
  app.say(app.t(areGiven ? 'said.given' : 'said.nothing', { place: placeOf(app, game.puzzle, selection.cells) }));
}

/** A digit from keyboard or pad; `isShifted` turns entering into noting and back. */
export function press(app: App, digit: number, isShifted = false): void {
  const { variant } = app.state;
  if (!variant) return;
  const { peers } = variant.game.puzzle;
  const open = variant.selection.cells.filter((cell) => variant.game.puzzle.givens[cell] === null);
  // Cells that see each other cannot all have the digit: it is noted in them.
  const clash = open.some((cell) => open.some((other) => peers[cell]?.includes(other)));
  const notes = variant.isNoting !== isShifted || clash;
  change(app, (game, cells) => (notes ? toggleNote : enterDigit)(game, cells, digit));
}

export const eraseCells = (app: App): void => change(app, erase);

export function takeBack(app: App): void {
  const { variant } = app.state;
  if (!variant || variant.game.past.length === 0) return app.say(app.t('said.no-undo'));
  make(app, undo(variant.game), 'said.undone');
}

export function repeat(app: App): void {
  const { variant } = app.state;
  if (!variant || variant.game.future.length === 0) return app.say(app.t('said.no-redo'));
  make(app, redo(variant.game), 'said.redone');
}

export function startOver(app: App): void {
  const { variant } = app.state;
  if (!variant) return;
  make(app, restart(variant.game));
  app.notify(app.t('said.restarted'));
}

export function setNoting(app: App, isNoting: boolean): void {
  app.setVariant({ isNoting });
  app.say(app.t(isNoting ? 'tool.note' : 'tool.digit'));
}

export const selectCells = (app: App, cells: readonly number[], focus: number): void =>
  app.setVariant({ selection: { cells: [...new Set(cells)], focus } });

/** Selects all cells that have the digit of this one. */
export function selectAlike(app: App, cell: number): void {
  const { variant } = app.state;
  if (!variant) return;
  const { game } = variant;
  const digit = digitAt(game, cell);
  const alike = game.puzzle.givens.flatMap((_, other) => (digitAt(game, other) === digit ? [other] : []));
  selectCells(app, digit === null ? [cell] : alike, cell);
}

/** One selected cell, which is said. */
export function clearSelection(app: App): void {
  const { variant } = app.state;
  if (!variant) return;
  const { focus } = variant.selection;
  selectOne(app, focus);
  app.say(app.t('said.single', { place: placeOf(app, variant.game.puzzle, [focus]) }));
}

export const selectOne = (app: App, cell: number): void => selectCells(app, [cell], cell);

// -- questions

const itself = <T>(answer: T): T => answer;

export async function askSolve(app: App): Promise<void> {
  const { variant } = app.state;
  if (!variant || variant.solve.status === 'running') return;
  await app.runVariant('solve', { board: variant.game.puzzle.board, timed: true }, itself, (solve) =>
    app.setVariant({ solve }),
  );
  const solve = app.state.variant?.solve;
  if (solve?.status === 'done') app.say(app.t(`verdict.${solve.value.verdict}`));
}

export function showSolution(app: App, solution: readonly number[]): void {
  const { variant } = app.state;
  if (!variant) return;
  make(app, fill(variant.game, solution));
  app.notify(app.t('said.filled'));
}

export async function askCount(app: App): Promise<void> {
  const { variant } = app.state;
  if (!variant) return;
  const { game, limit } = variant;
  await app.runVariant('count', { board: game.puzzle.board, limit }, itself, (count) => app.setVariant({ count }));
  const after = app.state.variant;
  if (after?.game.puzzle === game.puzzle) sayCount(app, after.count);
}

/** Notes the digits that each blank cell has in some solution, with the player's digits where they are. */
export async function askCandidates(app: App): Promise<void> {
  const { variant } = app.state;
  if (!variant) return;
  const { game } = variant;
  let found: number[][] = [];
  await app.runVariant(
    'candidates',
    { board: withPlaced(game) },
    (answer) => {
      found = answer.candidates;
      return found.some((digits) => digits.length > 0);
    },
    (candidates) => app.setVariant({ candidates }),
  );
  const after = app.state.variant;
  if (after?.candidates.status !== 'done' || after.game !== game) return;
  if (!after.candidates.value) return app.say(wordsOf(app)('candidates.none'));
  const { candidates } = after;
  make(app, note(game, found));
  app.setVariant({ candidates });
  app.say(wordsOf(app)('candidates.done'));
}

/** Whether the player's digits are right: by the solution if there is only one, else by what they leave. */
export async function askCheck(app: App): Promise<void> {
  const { variant } = app.state;
  if (!variant) return;
  const { game, solve } = variant;
  const put = (check: Variant['check']) => app.setVariant({ check });
  const judge = ({ verdict, solutions }: { verdict: string; solutions: number[][] }): Checked => {
    if (verdict === 'none') return { kind: 'none', cells: [] };
    const cells = (solutions[0] ?? []).flatMap((digit, cell) =>
      (game.position.placed[cell] ?? digit) !== digit ? [cell] : [],
    );
    if (cells.length > 0) return { kind: 'mistakes', cells };
    return { kind: isFull(game) ? 'solved' : 'fine', cells: [] };
  };
  const tell = () => {
    const check = app.state.variant?.check;
    if (check?.status === 'done') app.say(checkedText(app, check.value));
  };
  if (solve.status !== 'done') {
    // What is known of the puzzle is kept; until then it is the check that runs, or fails.
    const keep = (task: Variant['solve']) => (task.status === 'done' ? app.setVariant({ solve: task }) : put(task));
    await app.runVariant('solve', { board: game.puzzle.board }, itself, (task) => keep(task));
    if (app.state.variant?.game !== game) return;
  }
  const known = app.state.variant?.solve;
  if (known?.status !== 'done') return;
  if (known.value.verdict !== 'multiple') {
    put({ status: 'done', value: judge(known.value) });
    return tell();
  }
  await app.runVariant(
    'check',
    { board: withPlaced(game) },
    ({ kind }): Checked => ({
      kind: kind === 'none' ? 'several-not' : kind === 'solved' ? 'solved' : 'several',
      cells: [],
    }),
    (check) => put(check),
  );
  tell();
}

export function checkedText(app: App, { kind, cells }: Checked): string {
  const t = wordsOf(app);
  return kind === 'mistakes' ? app.t('check.mistakes', { count: cells.length }) : t(`check.${kind}`);
}

export async function write(app: App): Promise<void> {
  const { variant } = app.state;
  if (!variant) return;
  const { game, format } = variant;
  await app.runVariant('write', { board: game.puzzle.board, format }, itself, (text) => app.setVariant({ text }));
}
