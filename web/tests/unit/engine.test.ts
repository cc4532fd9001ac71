/** The client's promises, with Workers that do as they are told; then the modules themselves. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Engine, EngineCrash, EngineError, type WorkerLike, written } from '../../src/engine/client';
import { type Instance, instantiate } from '../../src/engine/instance';
import type { FromWorker, Methods, ToWorker } from '../../src/engine/protocol';
import { hasSimd } from '../../src/engine/simd';
import { lineKey } from '../../src/model/game';
import { gridOf } from '../../src/model/grid';
import { type Shared, encode } from '../../src/model/link';
import { all, maskOf } from '../../src/model/mask';
import { randomNumbers } from './random';

class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isTerminated = false;
  readonly asked: { id: number; request: string }[] = [];

  postMessage(message: ToWorker): void {
    if ('module' in message) queueMicrotask(() => this.say({ ready: true }));
    else this.asked.push(message);
  }

  say(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }

  /** Answers the last request. */
  answer(answer: unknown): void {
    this.say({ id: this.asked.at(-1)?.id ?? -1, response: JSON.stringify(answer) });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

function fakes() {
  const workers: FakeWorker[] = [];
  const load = () => Promise.resolve({} as WebAssembly.Module);
  const spawn = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const worker = (i: number) => workers[i] as FakeWorker;
  return { engine: new Engine({ load, spawn }), workers, worker };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the client', () => {
  test('answers in order, one request at a time', async () => {
    const { engine, workers, worker } = fakes();
    const first = engine.call('shapes', { side: 4 });
    const second = engine.call('shapes', { side: 6 });
    await settled();
    expect(workers.length).toBe(1);
    expect(worker(0).asked.map(({ request }) => JSON.parse(request))).toEqual([{ method: 'shapes', side: 4 }]);
    worker(0).answer({ ok: { shapes: ['2x2'] } });
    expect(await first).toEqual({ shapes: ['2x2'] });
    expect(worker(0).asked.length).toBe(2);
    worker(0).answer({ error: { message: 'no', line: 2, column: 3 } });
    await expect(second).rejects.toThrow(EngineError);
    await second.catch((error: EngineError) => expect([error.message, error.line, error.column]).toEqual(['no', 2, 3]));
  });

  test('long calls do not keep quick ones waiting', async () => {
    const { engine, workers, worker } = fakes();
    const board = { shape: '1x1', cells: [{}] };
    const progress: unknown[] = [];
    const long = engine.call('count', { board }, { onProgress: (told) => progress.push(told) });
    const quick = engine.call('state', { board });
    await settled();
    expect(workers.length).toBe(2);
    worker(1).answer({ ok: 'quick' });
    expect(await quick).toBe('quick');
    worker(0).say({ id: worker(0).asked[0]?.id ?? -1, progress: '{"done":0.5}' });
    worker(0).answer({ ok: 'long' });
    expect(await long).toBe('long');
    expect(progress).toEqual([{ done: 0.5 }]);
  });

  test('cancelling ends the Worker of the running call only, and the next call gets a new one', async () => {
    const { engine, workers, worker } = fakes();
    const board = { shape: '1x1', cells: [{}] };
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = engine.call('count', { board }, { signal: running.signal });
    const second = engine.call('count', { board }, { signal: waiting.signal });
    const third = engine.call('count', { board });
    await settled();
    waiting.abort();
    await expect(second).rejects.toThrow(/abort/i);
    expect(worker(0).isTerminated).toBe(false);
    running.abort();
    await expect(first).rejects.toThrow(/abort/i);
    await settled();
    expect([worker(0).isTerminated, workers.length]).toEqual([true, 2]);
    // What the old one still says is too late.
    worker(0).answer({ ok: 'old' });
    worker(0).say({ id: null, trap: 'old' });
    worker(1).answer({ ok: 'new' });
    expect(await third).toBe('new');
    await expect(engine.call('count', { board }, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    const last = engine.call('count', { board });
    engine.cancelAll();
    await expect(last).rejects.toThrow(/cancel/i);
  });

  test('a trap is told, and the next call gets a new Worker', async () => {
    const { engine, worker } = fakes();
    const broken = engine.call('shapes', { side: 4 });
    const next = engine.call('shapes', { side: 4 });
    await settled();
    worker(0).say({ id: 1, trap: 'out of luck' });
    await expect(broken).rejects.toThrow(EngineCrash);
    await expect(broken).rejects.toThrow('out of luck');
    await settled();
    worker(1).answer({ ok: 'well' });
    expect(await next).toBe('well');
  });

  test('an engine that cannot be loaded is tried again', async () => {
    let isThere = false;
    const load = () => (isThere ? Promise.resolve({} as WebAssembly.Module) : Promise.reject(new Error('no network')));
    const worker = new FakeWorker();
    const engine = new Engine({ load, spawn: () => worker });
    await expect(engine.call('shapes', { side: 4 })).rejects.toThrow('no network');
    isThere = true;
    const again = engine.call('shapes', { side: 4 });
    await settled();
    worker.answer({ ok: 'well' });
    expect(await again).toBe('well');
  });
});

const OPENING = '2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....';

/** Random digits and candidates that a board can have, with everything that a player draws. */
function randomLink(random: (below: number) => number): Shared {
  const grid = gridOf(['2x2', '2x3', '3x3', '4x4'][random(4)] ?? '3x3');
  if (!grid) throw new Error('no grid');
  const list = (value: () => number) => Array.from({ length: grid.size }, value);
  const [givens, placed] = [
    list(() => random(2) * random(grid.side + 1)),
    list(() => random(2) * random(grid.side + 1)),
  ];
  const isBlank = (cell: number) => !givens[cell] && !placed[cell];
  const sets = () =>
    list(() => random(3)).map((kind, cell) => (kind === 0 && isBlank(cell) ? random(all(grid.side) + 1) & ~1 : 0));
  const limits = sets();
  const extras = {
    centres: sets(),
    cellColors: list(() => random(2) * random(512) * 2),
    noteColors: new Map(
      list(() => random(9)).flatMap((color, cell) => (color > 6 ? [[cell * 32 + 1, color] as const] : [])),
    ),
    lines: new Map(random(2) ? [[lineKey(0, 1), 1 as const]] : []),
  };
  const removed = sets().map((mask, cell) => mask | (limits[cell] ?? 0));
  return {
    ...{ shape: grid.shape, symbols: '', givens, limits, removed, notes: sets() },
    placed: placed.map((digit, cell) => (givens[cell] ? 0 : digit)),
    ...(random(3) && { extras }),
  };
}

describe.each(['ninefold-simd.wasm', 'ninefold.wasm'])('%s', (file) => {
  const path = fileURLToPath(new URL(`../../src/engine/${file}`, import.meta.url));
  const progress: string[] = [];
  let instance: Instance;
  const ask = <M extends keyof Methods>(method: M, request: Methods[M]['request']): Methods[M]['answer'] => {
    const answer = JSON.parse(instance.call(written(method, request)));
    if (answer.error) throw new EngineError(answer.error);
    return answer.ok;
  };

  test('answers', async () => {
    expect(hasSimd()).toBe(true);
    instance = await instantiate(await WebAssembly.compile(readFileSync(path)), (told) => progress.push(told));
    const { boards } = ask('read', { text: OPENING });
    const [board] = boards;
    if (!board) throw new Error('no board');
    const { solutions, verdict } = ask('solve', { board });
    expect(verdict).toBe('unique');
    expect(solutions[0]?.join('')).toBe(
      '249571638861432975573986142725698413698143257314725869937814526152369784486257391',
    );
    const path_ = ask('explain', { board });
    expect(path_.outcome).toBe('solved');
    expect(progress.map((told) => JSON.parse(told).step)).toEqual(path_.steps);
    expect(() => ask('canon', { board: { shape: '4x4', cells: new Array(256).fill({}) } })).toThrow(EngineError);
    // Longer than the memory was at the beginning; what is not UTF-8 in a string is no reason to trap.
    expect(ask('read', { text: `${'#'.repeat(3_000_000)}\n${OPENING}` }).boards.length).toBe(1);
    expect(ask('read', { text: `\ud800\n${OPENING}` }).boards.length).toBe(1);
  });

  test('reads the links that the page writes, and says what it leaves out', () => {
    const random = randomNumbers(9);
    for (let i = 0; i < 200; i += 1) {
      const shared = randomLink(random);
      const link = encode(shared);
      const answer = ask('read', { text: `https://example.org/#${link}` });
      const board = answer.boards[0];
      const digits = (kind: 'given' | 'placed') => board?.cells.map((cell) => cell[kind] ?? 0);
      expect([digits('given'), digits('placed')], JSON.stringify(answer.skipped)).toEqual([
        shared.givens,
        shared.placed,
      ]);
      const has = { ...(board && { notes: board.notes.join() }) }.notes ?? '';
      const { extras } = shared;
      expect(has.includes('marks in the middle')).toBe(extras?.centres.some(Boolean) ?? false);
      expect(has.includes('colours')).toBe(
        (extras?.cellColors.some(Boolean) || (extras?.noteColors.size ?? 0) > 0) ?? false,
      );
      expect(has.includes('lines')).toBe((extras?.lines.size ?? 0) > 0);
      const candidates = board?.cells.map(
        (cell) => maskOf(cell.candidates ?? []) & (shared.removed[board.cells.indexOf(cell)] ?? 0),
      );
      expect(candidates?.every((mask) => mask === 0)).toBe(true);
    }
  });

  test('speaks the languages of the page', () => {
    const german = ask('hint', { board: OPENING, language: 'de' });
    expect('levels' in german && german.levels[0]).toMatch(/^Suche nach einem Einer rund um Block \d\.$/);
    const few = ask('rate', { board: OPENING, language: 'de', techniques: ['naked-single', 'hidden-single'] });
    expect(few.steps.map(({ name }) => name)).not.toContain('letzte freie Zelle');
    expect(() => ask('hint', { board: OPENING, techniques: ['y-wing'] })).toThrow("no technique is called 'y-wing'");
    expect(() => ask('hint', { board: OPENING, language: 'xx' as 'en' })).toThrow("no language is called 'xx'");
    expect(ask('hint', { board: OPENING, techniques: [] }).kind).toBe('stuck');
  });
});
