/** Which puzzle is on the board, which wait, and which are finished. */

import type { App } from '../app';
import { LEVELS, type Level } from '../engine/protocol';
import { gameOf, toBoard } from '../model/boards';
import { type Game, isSolved, newGame, puzzleOf } from '../model/game';
import { gridOf } from '../model/grid';
import { decode } from '../model/link';
import { type Result, type Saved, linkOf, positionOf } from '../model/storage';
import { openFragment } from './enter';
import { IDLE, type Practice, type State } from '../state';
import { clock } from '../words';
import { fromStock } from '../stock';
import { shownVariant } from '../variant/door';

interface Opening {
  seconds?: number;
  hints?: number;
  isSame?: boolean;
  practice?: Practice | null;
}

/** Puts another puzzle on the board; `isSame` if it is the one there in another state. */
export function open(
  app: App,
  game: Game,
  { seconds = 0, hints = 0, isSame = false, practice = null }: Opening = {},
): void {
  if (!isSame && !practice) app.keepGame();
  const first = game.position.givens.findIndex((given, cell) => !given && !game.position.placed[cell]);
  const focus = Math.max(0, first);
  // Candidates that belong to the puzzle, or that came with a link, must be seen.
  const hasCandidates = game.position.removed.some(Boolean) && !game.position.notes.some(Boolean);
  shownVariant(app)?.putAside(app);
  app.set({ practice });
  app.setGame(
    { ...game, notesMode: hasCandidates || practice ? 'automatic' : app.state.settings.notesMode },
    {
      view: 'play',
      seconds,
      hints,
      isRunning: false,
      isPaused: false,
      selection: { cells: [focus], focus },
      pin: 0,
      tool: 'digit',
      colorDigit: 0,
      notice: null,
    },
  );
}

/** Puzzles made while another one is played, so that the next new game is there at once. */
const spares = new Map<Level, Game>();

/** A new game of a level, at once: one made meanwhile, or one of the stock in another dress. */
export function startNew(app: App, level: Level): void {
  app.set({ settings: { ...app.state.settings, level } });
  const game = spares.get(level) ?? fromStock(level, randomSeed());
  spares.delete(level);
  if (!game) return;
  open(app, game);
  app.say(app.t('said.new', { level: app.t(`level.${level}`) }));
  if (level !== 'easy') void prepareNext(app, level);
}

/** Makes the next puzzle of a level. Easy ones are of the stock: the engine's have the fewest givens, which is hard to start with. */
async function prepareNext(app: App, level: Level): Promise<void> {
  try {
    const made = await app.inBackground('generate', { shape: '3x3', level, seed: randomSeed() });
    const game = made.level === level ? gameOf(made.board, { level, score: made.score ?? 0 }) : null;
    if (game) spares.set(level, game);
  } catch {
    // Something more urgent was asked, or there is no engine: the stock will do.
  }
}

export const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

/** The level that comes closest to what is on the board: its own, or the last one that was chosen. */
export const levelOf = ({ state }: App): Level =>
  LEVELS.find((level) => level === state.game.puzzle.level) ?? state.settings.level;

/** Lets the player change the givens. */
export const editPuzzle = (app: App): void => {
  app.setGame({ ...app.state.game, isSetting: true }, { tool: 'digit', isRunning: false });
  app.say(app.t('setting.text'));
};

/** Goes on with a game of the list; the one on the board takes its place. */
export function resume(app: App, saved: Saved): void {
  app.forgetGame(saved);
  open(app, saved.game, saved);
  app.setGame(saved.game);
}

/** A puzzle was typed in: its digits become givens, and the engine says what it is worth. */
export function finishSetting(app: App): void {
  const { game } = app.state;
  const fresh = newGame({ ...game.puzzle, title: '', author: '' }, game.position);
  if (!fresh) return;
  open(app, fresh, { isSame: true });
  void askKnown(app, true);
}

/** The board was completed: the result is kept, and said. */
export function finish(app: App): void {
  const { game, seconds, hints } = app.state;
  const { title, level, shape } = game.puzzle;
  const result: Result = { at: Date.now(), seconds, hints, title, level, shape, link: linkOf(game, true) };
  // Solving it again after undo is no second result.
  const known = app.state.results.filter(({ link, at }) => link !== result.link || result.at - at > 3_600_000);
  app.keepResults([result, ...known]);
  app.set({ learn: { ...app.state.learn, hint: IDLE, shows: 'game' }, pin: 0 });
  app.say(app.t('play.solved', { time: clock(seconds) }));
}

/** Finds out whether the puzzle has one solution: says so where it has not, or in any case if `always`. */
export async function askKnown(app: App, always = false): Promise<void> {
  const { game } = app.state;
  await app.run(
    'solve',
    { board: toBoard(game, true) },
    ({ verdict, solutions, reason }) => {
      const isNews = always || verdict !== 'unique';
      const text = app.t(`verdict.${verdict}`);
      if (isNews) app.notify(text, verdict !== 'unique', reason);
      return { verdict, solution: verdict === 'unique' ? (solutions[0] ?? []) : [] };
    },
    (known) => app.set({ known }),
  );
}

/** The cells whose digit is not that of the solution, as far as it is known. */
export function mistakes({ game, known }: Pick<State, 'game' | 'known'>): readonly number[] {
  const solution = known.status === 'done' ? known.value.solution : [];
  const { placed } = game.position;
  return solution.flatMap((digit, cell) => (placed[cell] && placed[cell] !== digit ? [cell] : []));
}

/** With the mistakes marked as they are made, the solution has to be known. */
export function watchMistakes(app: App): void {
  const { settings, known, game, practice } = app.state;
  if (settings.showsMistakes && !practice && known.status === 'idle' && !game.isSetting) void askKnown(app);
}

export const isFinished = ({ state }: App): boolean => !state.practice && !state.game.isSetting && isSolved(state.game);

/** Plays a finished puzzle once more, from its beginning. */
export function openResult(app: App, { link, title, level, shape }: Result): void {
  const shared = decode(link);
  const grid = gridOf(shape);
  // What named symbols look like, only the engine knows.
  if (!shared || !grid || shared.symbols) return void openFragment(app, link);
  const game = newGame(puzzleOf(grid, { title, level, limits: shared.limits }));
  if (game) open(app, { ...game, position: { ...game.position, ...positionOf(shared) } });
}
