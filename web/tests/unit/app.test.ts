import { describe, expect, test } from 'vitest';
import { askHint, askPath, moreHint, nextStep, setSkipping, showStep } from '../../src/actions/learn';
import { press, select, selectCells, setTool, takeBack } from '../../src/actions/play';
import { setLanguage } from '../../src/actions/reword';
import { App } from '../../src/app';
import type { CallOptions } from '../../src/engine/client';
import type { Method, Progress, Step, VariantMethod } from '../../src/engine/protocol';
import { sceneOf } from '../../src/view/scene';
import { game, stateOf } from './board';

/** An engine that a test answers for. */
class FakeEngine {
  readonly calls: {
    method: Method | VariantMethod;
    request: unknown;
    answer(value: unknown): void;
    fail(error: Error): void;
    progress(progress: Progress): void;
    signal?: AbortSignal | undefined;
  }[] = [];

  call = (method: Method | VariantMethod, request: unknown, options: CallOptions = {}): Promise<never> =>
    new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      this.calls.push({
        method,
        request,
        answer: (value) => resolve(value as never),
        fail: reject,
        progress: (progress) => options.onProgress?.(progress),
        signal: options.signal,
      });
    });

  callVariant = this.call;

  get last() {
    const call = this.calls[this.calls.length - 1];
    if (!call) throw new Error('nothing was asked');
    return call;
  }
}

function setup() {
  const engine = new FakeEngine();
  const state = stateOf(game('1.....3..2.....4'), 'learn');
  const app = new App(state, engine, { getItem: () => null, setItem: () => undefined });
  return { app, engine };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

const step = (level: Step['level'], cell: number, digit: number): Step => ({
  technique: 'hidden-single',
  name: 'hidden single',
  family: 'single',
  level,
  score: 4,
  text: `Hidden single: ${cell} is ${digit}.`,
  conclusion: `${cell} is ${digit}`,
  placements: [[cell, digit]],
  eliminations: [],
  marks: [],
  links: [],
  houses: [],
});

describe('tasks', () => {
  test('run, answer, and are forgotten when the board changes', async () => {
    const { app, engine } = setup();
    void askHint(app);
    expect(app.state.learn.hint.status).toBe('running');
    engine.last.answer({ kind: 'step', levels: ['a', 'b', 'c'], step: step('easy', 1, 3), has_one_solution: true });
    await settle();
    expect(app.state.learn.hint.status).toBe('done');
    expect(app.state.spoken.text).toBe('a');
    moreHint(app);
    moreHint(app);
    moreHint(app);
    expect(app.state.learn.grade).toBe(3);
    expect(sceneOf(app.state).drawing?.placements).toEqual([[1, 3]]);
    press(app, 3);
    expect(app.state.learn.hint.status).toBe('idle');
    expect(sceneOf(app.state).drawing).toBeNull();
  });

  test('are cancelled by the player or by a change, and an answer that is too late is not heard', async () => {
    const { app, engine } = setup();
    void askHint(app);
    const { hint } = app.state.learn;
    if (hint.status === 'running') hint.cancel();
    expect(engine.last.signal?.aborted).toBe(true);
    await settle();
    expect(app.state.learn.hint.status).toBe('idle');
    void askHint(app);
    press(app, 3);
    expect(engine.last.signal?.aborted).toBe(true);
    engine.last.answer({ kind: 'solved', message: 'late', cells: [] });
    await settle();
    expect(app.state.learn.hint.status).toBe('idle');
  });

  test('that fail say why', async () => {
    const { app, engine } = setup();
    void askHint(app);
    engine.last.fail(new Error('out of memory'));
    await settle();
    expect(app.state.learn.hint).toMatchObject({ status: 'failed', message: 'out of memory', isEnglish: true });
  });
});

describe('the whole way', () => {
  test('grows while it is found; easy steps are passed over; the board follows', async () => {
    const { app, engine } = setup();
    void askPath(app);
    engine.last.progress({ step: step('easy', 1, 3) });
    await new Promise((resolve) => setTimeout(resolve, 270));
    engine.last.progress({ step: step('hard', 2, 4) });
    expect(app.state.learn.path?.steps).toHaveLength(2);
    const steps = [step('easy', 1, 3), step('hard', 2, 4), step('easy', 3, 2), step('hard', 4, 4)];
    engine.last.answer({ steps, outcome: 'solved', level: 'hard', score: 16, unique: true });
    await settle();
    expect(app.state.learn.at).toBe(0);
    setSkipping(app, true);
    expect(app.state.learn.at).toBe(1);
    expect(sceneOf(app.state).cells[1]?.digit).toBe(3);
    expect(sceneOf(app.state).cells[2]?.digit).toBe(0);
    expect(nextStep(app, 1, 1)).toBe(3);
    expect(nextStep(app, 3, 1)).toBe(4);
    expect(nextStep(app, 1, -1)).toBeNull();
    // The game itself has not changed.
    expect(app.state.game.position.placed.every((digit) => digit === 0)).toBe(true);
  });
});

describe('another language', () => {
  test('asks again in its words; the place is kept, and no hint is counted', async () => {
    const { app, engine } = setup();
    const hint = (word: string) => ({
      kind: 'step',
      levels: [`${word} 1`, `${word} 2`, `${word} 3`],
      step: step('easy', 1, 3),
      has_one_solution: true,
    });
    const way = (name: string) => {
      const steps = [1, 2, 3].map((cell) => ({ ...step('easy', cell, cell), name }));
      return { steps, outcome: 'solved', level: 'easy', score: 12, unique: true };
    };
    void askHint(app);
    engine.last.answer(hint('en'));
    await settle();
    moreHint(app);
    void askPath(app);
    engine.last.answer(way('hidden single'));
    await settle();
    showStep(app, 2);
    setLanguage(app, 'de');
    await settle();
    const asked = engine.calls.slice(-2);
    expect(asked.map(({ method }) => method)).toEqual(['hint', 'explain']);
    expect(asked.map(({ request }) => (request as { language: string }).language)).toEqual(['de', 'de']);
    // Until the answer comes, the way is the old one.
    expect(app.state.learn.path?.steps[2]?.name).toBe('hidden single');
    asked[0]?.answer(hint('de'));
    asked[1]?.answer(way('versteckter Einer'));
    await settle();
    const { learn } = app.state;
    expect(learn.hint.status === 'done' && 'levels' in learn.hint.value && learn.hint.value.levels[1]).toBe('de 2');
    expect(learn.grade).toBe(2);
    expect(app.state.hints).toBe(1);
    expect(learn.path?.steps[2]?.name).toBe('versteckter Einer');
    expect(learn.at).toBe(2);
    expect(learn.shows).toBe('path');
  });
});

describe('play', () => {
  test('keys do what the tool says, and not to a board that only shows a step', async () => {
    const { app, engine } = setup();
    app.set({ view: 'play' });
    press(app, 3, true);
    expect(app.state.spoken.text).toBe('note 3 in row 1 column 2');
    setTool(app, 'note');
    press(app, 4);
    expect(sceneOf(app.state).cells[1]?.notes).toBe(0b1100);
    press(app, 4, true);
    expect(sceneOf(app.state).cells[1]?.digit).toBe(4);
    takeBack(app);
    setTool(app, 'color');
    press(app, 2);
    expect(sceneOf(app.state).cells[1]?.colors).toEqual([2]);
    setTool(app, 'look');
    press(app, 2);
    expect(app.state.pin).toBe(2);
    setTool(app, 'digit');
    app.set({ view: 'learn' });
    void askPath(app);
    engine.last.answer({ steps: [step('easy', 1, 3)], outcome: 'solved', level: 'easy', score: 4, unique: true });
    await settle();
    const { position } = app.state.game;
    press(app, 1);
    expect(app.state.game.position).toBe(position);
  });

  test('selections are extended and replaced', () => {
    const { app } = setup();
    selectCells(app, [3, 3], 3);
    select(app, 7, { extends: true });
    expect(app.state.selection).toEqual({ cells: [3, 7], focus: 7 });
    select(app, 0);
    expect(app.state.selection).toEqual({ cells: [0], focus: 0 });
  });
});
