/** Hints, the way to the solution, ratings, mistakes: the engine finds them, these say where they go. */

import { type App, stop } from '../app';
import type { Step } from '../engine/protocol';
import { linkText } from '../words';
import { toBoard, toCheckedBoard } from '../model/boards';
import { type Game, applyStep, emptyPosition } from '../model/game';
import { type Drawing, IDLE } from '../state';
import { asked, hintOfExercise, worded } from './lessons';
import { takeStep } from './play';

export async function askHint(app: App): Promise<void> {
  if (hintOfExercise(app)) return sayHint(app);
  app.set({ hints: app.state.hints + 1 });
  await app.run(
    'hint',
    asked(app, toBoard(app.state.game)),
    (advice) => advice,
    (hint) => app.setLearn({ hint, grade: 1, shows: 'hint' }),
  );
  sayHint(app);
}

/** Shows one grade more of the hint. */
export function moreHint(app: App): void {
  const { hint, grade } = app.state.learn;
  if (hint.status !== 'done' || !('levels' in hint.value)) return;
  app.setLearn({ grade: Math.min(grade + 1, hint.value.levels.length), shows: 'hint' });
  sayHint(app);
}

/** Puts the hint away; whether there was one. */
export function closeHint(app: App): boolean {
  const { hint } = app.state.learn;
  if (hint.status === 'idle') return false;
  stop(hint);
  app.setLearn({ hint: IDLE, shows: 'game' });
  app.say(app.t('hint.closed'));
  return true;
}

function sayHint(app: App): void {
  const { hint, grade } = app.state.learn;
  if (hint.status !== 'done') return;
  app.say('levels' in hint.value ? (hint.value.levels[grade - 1] ?? '') : hint.value.message);
}

/** Does what the hint or a chosen step says. */
export function doStep(app: App, step: Step): void {
  takeStep(app, step);
  app.say(step.conclusion);
}

export const askCheck = (app: App): Promise<void> =>
  app.run(
    'check',
    { board: toCheckedBoard(app.state.game), ...worded(app) },
    (advice) => {
      const count = advice.kind === 'mistake' ? advice.cells.length : 0;
      if (advice.kind === 'mistake') app.say(app.t('check.mistakes', { count }));
      else
        app.say(
          advice.kind === 'stuck' ? app.t('check.fine') : 'message' in advice ? advice.message : app.t('check.fine'),
        );
      return advice;
    },
    (check) => app.setLearn({ check, showsMistakes: false }),
  );

export const askRating = (app: App): Promise<void> =>
  app.run(
    'rate',
    asked(app, toBoard(app.state.game, true)),
    (answer) => answer,
    (rating) => app.setLearn({ rating }),
  );

/** Sudoku Explainer's number. Stopped, it is at least what was reported so far. */
export async function askSe(app: App): Promise<void> {
  app.setLearn({ seAtLeast: 0 });
  await app.run(
    'rate_se',
    { board: toBoard(app.state.game, true) },
    (answer) => answer,
    (se) => {
      const er = app.state.learn.seAtLeast;
      const isStopped = se.status === 'idle' && er > 0;
      app.setLearn({ se: isStopped ? { status: 'done', value: { er, end: 'stopped' } } : se });
    },
    ({ er }) => er && app.setLearn({ seAtLeast: er }),
  );
  const { se } = app.state.learn;
  if (se.status === 'done')
    app.say(app.t(se.value.end === 'stopped' ? 'se.at-least' : 'se.is', { er: se.value.er.toFixed(1) }));
}

export const askSteps = (app: App): Promise<void> =>
  app.run(
    'all_steps',
    asked(app, toBoard(app.state.game)),
    ({ steps }) => {
      app.say(app.t('steps.count', { count: steps.length }));
      return steps;
    },
    (steps) => app.setLearn({ steps, shows: 'game' }),
  );

/** The full solution path, from the puzzle or from here; its steps arrive one by one. */
export async function askPath(app: App): Promise<void> {
  const { game, learn } = app.state;
  stop(learn.pathTask);
  const board = toBoard(game, !learn.fromHere);
  const request = asked(app, board);
  const bare = { ...emptyPosition(game.grid), givens: game.position.givens, removed: game.puzzle.limits };
  const start: Game = {
    ...game,
    notesMode: 'automatic',
    past: [],
    future: [],
    position: learn.fromHere ? game.position : bare,
  };
  app.setLearn({ path: { start, board, steps: [] }, at: 0, shows: 'path' });
  const steps: Step[] = [];
  await app.run(
    'explain',
    request,
    (end) => {
      app.setLearn({ path: { start, board, steps: end.steps, end } });
      return null;
    },
    (pathTask) => {
      const isRunning = pathTask.status === 'running';
      app.setLearn({ pathTask, ...(isRunning && { path: { start, board, steps: [...steps] } }) });
    },
    ({ step }) => {
      if (step) steps.push(step);
    },
  );
  const at = nextStep(app, -1, 1);
  if (at !== null) showStep(app, at);
}

export function closePath(app: App): void {
  stop(app.state.learn.pathTask);
  app.setLearn({ path: null, pathTask: IDLE, at: 0, shows: 'game' });
}

/** The next step before or after one; easy ones are passed over if that is wished. */
export function nextStep(app: App, from: number, direction: 1 | -1): number | null {
  const { path } = app.state.learn;
  if (!path) return null;
  const isWanted = (step: Step) => !app.state.settings.skipsEasy || step.level !== 'easy';
  for (let at = from + direction; at >= 0 && at <= path.steps.length; at += direction) {
    const step = path.steps[at];
    // After the last step comes the board that it leaves.
    if (!step || isWanted(step)) return at;
  }
  return null;
}

/** Passes over easy steps or shows them again; goes on from an easy one to the next that is wanted. */
export function setSkipping(app: App, skipsEasy: boolean): void {
  app.set({ settings: { ...app.state.settings, skipsEasy } });
  const { at } = app.state.learn;
  const next = nextStep(app, at - 1, 1);
  if (next !== null && next !== at) showStep(app, next);
}

export function showStep(app: App, at: number): void {
  const { path } = app.state.learn;
  if (!path) return;
  app.setLearn({ at, shows: 'path', link: -1 });
  const step = path.steps[at];
  app.say(step ? `${at + 1}. ${step.text}` : app.t('path.end'));
}

/** Lights one link of the step, and says it; the same again, or what is not there, lights all. */
export function lightLink(app: App, link: number): void {
  const { path, at, link: before } = app.state.learn;
  const found = link === before ? undefined : path?.steps[at]?.links[link];
  app.setLearn({ link: found ? link : -1 });
  if (found) app.say(linkText(app.t, app.state.game.puzzle.alphabet, app.state.game.grid, found));
}

let cached: { start: Game; steps: readonly Step[]; games: Game[] } | null = null;

/** The board before a step of the path. */
export function gameBefore(start: Game, steps: readonly Step[], at: number): Game {
  const isSame = cached?.start === start && cached.steps.slice(0, at).every((step, i) => step === steps[i]);
  if (!cached || !isSame) cached = { start, steps, games: [start] };
  cached.steps = steps;
  const { games } = cached;
  while (games.length <= at) {
    const [last, step] = [games[games.length - 1] ?? start, steps[games.length - 1]];
    if (!step) return last;
    games.push({ ...applyStep(last, step), past: [] });
  }
  return games[at] ?? start;
}

/** The drawing of a step; the second grade of a hint has the places without what follows. */
export const drawingOf = ({ marks, links, houses, placements, eliminations }: Step): Drawing => ({
  marks,
  links,
  houses,
  placements,
  eliminations,
});
