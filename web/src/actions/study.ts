/** Questions about the puzzle itself, whatever the player has written, and the replay of a search. */

import { type App, stop } from '../app';
import type { Methods } from '../engine/protocol';
import { toBoard } from '../model/boards';
import { emptyPosition, fill } from '../model/game';
import { type Mask, maskOf } from '../model/mask';
import { IDLE, type Replay, type Task } from '../state';

const board = (app: App) => ({ board: toBoard(app.state.game, true) });
const itself = <T>(answer: T): T => answer;

export async function askSolve(app: App): Promise<void> {
  await app.run('solve', { ...board(app), timed: true }, itself, (solve) => app.setStudy({ solve }));
  const { solve } = app.state.study;
  if (solve.status === 'done') app.say(app.t(`verdict.${solve.value.verdict}`));
}

/** Writes a solution on the board. */
export const showSolution = (app: App, solution: readonly number[]): void => {
  app.setGame(fill(app.state.game, solution), { isRunning: false });
  app.notify(app.t('said.filled'));
};

export async function askCount(app: App): Promise<void> {
  await app.run('count', board(app), itself, (count) => app.setStudy({ count }));
  sayCount(app, app.state.study.count);
}

/** Says what came out, of a classic puzzle or a variant. */
export function sayCount(app: App, count: Task<Methods['count']['answer']>): void {
  if (count.status !== 'done') return;
  const { exact, count: number } = count.value;
  app.say(app.t(exact ? 'count.said' : 'count.said-at-least', { number }));
}

export const askMinimal = (app: App): Promise<void> =>
  app.run('minimal', board(app), itself, (minimal) => app.setStudy({ minimal, showsRedundant: false }));

export const askCanon = (app: App): Promise<void> =>
  app.run('canon', board(app), itself, (canon) => app.setStudy({ canon }));

export const STRATEGIES = ['expand', 'split', 'assign', 'eliminate-analyze', 'prune', 'spec'] as const;

/** The most events that are replayed. Each of them is a whole board. */
const MOST_EVENTS = 600;

export async function askReplay(app: App): Promise<void> {
  const { game, study } = app.state;
  const start = { ...emptyPosition(game.grid), givens: game.position.givens };
  await app.run(
    'trace',
    { ...board(app), limit: MOST_EVENTS, strategy: study.strategy },
    ({ events, more }): Replay => ({ start, events, more, at: 0, isPlaying: false, speed: 2 }),
    (replay) => app.setStudy({ replay }),
  );
}

export function setReplay(app: App, changes: Partial<Replay>): void {
  const { replay } = app.state.study;
  if (replay.status !== 'done') return;
  app.setStudy({ replay: { status: 'done', value: { ...replay.value, ...changes } } });
}

export const closeReplay = (app: App): void => {
  stop(app.state.study.replay);
  app.setStudy({ replay: IDLE });
};

/** Goes on by one event while the replay plays; called by a timer. */
export function advanceReplay(app: App): void {
  const { replay } = app.state.study;
  if (replay.status !== 'done' || !replay.value.isPlaying) return;
  const { at, events } = replay.value;
  if (at + 1 < events.length) setReplay(app, { at: at + 1 });
  else setReplay(app, { isPlaying: false });
}

let cached: { replay: Replay['events']; masks: Mask[][] } | null = null;

/** The choices of every cell after an event. */
export function choicesAt({ events, start }: Replay, at: number): readonly Mask[] {
  if (cached?.replay !== events) cached = { replay: events, masks: [] };
  const { masks } = cached;
  while (masks.length <= at) {
    const next = [...(masks[masks.length - 1] ?? start.givens.map(() => 0))];
    const event = events[masks.length];
    for (const [cell, digits] of event?.changed ?? []) next[cell] = maskOf(digits);
    // The end belongs to no board; the last solution is what it found.
    const last = event?.kind === 'done' ? events.findLastIndex(({ kind }) => kind === 'solution') : -1;
    masks.push(masks[last] ?? next);
  }
  return masks[at] ?? [];
}
