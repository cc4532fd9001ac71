/** The client's promises, with Workers that do as they are told; then the modules themselves. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Engine, EngineCrash, EngineError, EngineMissing, type WorkerLike, written } from '../../src/engine/client';
import { type Instance, instantiate } from '../../src/engine/instance';
import type { FromWorker, Methods, ToWorker } from '../../src/engine/protocol';
import { hasSimd } from '../../src/engine/simd';
import { toBoard } from '../../src/model/boards';
import { lineKey } from '../../src/model/game';
import { gridOf } from '../../src/model/grid';
import { type Shared, encode } from '../../src/model/link';
import { all, maskOf } from '../../src/model/mask';
import { fromStock } from '../../src/stock';
import { randomNumbers } from './random';

class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isTerminated = false;
  isWhole = false;
  readonly asked: { id: number; request: string }[] = [];

  postMessage(message: ToWorker): void {
    if ('module' in message) queueMicrotask(() => this.say({ ready: true }));
    else if (!('rest' in message)) this.asked.push(message);
    else this.isWhole = true;
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
  return { engine: new Engine({ load, loadRest: load, spawn }), workers, worker };
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

  test('every Worker gets the second part, also one that starts later', async () => {
    let bring = (_: WebAssembly.Module) => {};
    const loadRest = () => new Promise<WebAssembly.Module>((resolve) => (bring = resolve));
    const workers: FakeWorker[] = [];
    const spawn = () => {
      workers.push(new FakeWorker());
      return workers.at(-1) as FakeWorker;
    };
    const engine = new Engine({ load: () => Promise.resolve({} as WebAssembly.Module), loadRest, spawn });
    const board = { shape: '1x1', cells: [{}] };
    const first = engine.call('state', { board });
    await settled();
    expect(workers.map(({ isWhole }) => isWhole)).toEqual([false]);
    workers[0]?.answer({ ok: 'without' });
    expect(await first).toBe('without');
    bring({} as WebAssembly.Module);
    await settled();
    void engine.call('count', { board });
    await settled();
    expect(workers.map(({ isWhole }) => isWhole)).toEqual([true, true]);
  });

  test('what cannot be had of the second part is no fault of the first', async () => {
    const worker = new FakeWorker();
    const load = () => Promise.resolve({} as WebAssembly.Module);
    const engine = new Engine({ load, loadRest: () => Promise.reject(new Error('no network')), spawn: () => worker });
    const first = engine.call('shapes', { side: 4 });
    await settled();
    worker.answer({ ok: 'well' });
    expect(await first).toBe('well');
    expect(worker.isWhole).toBe(false);
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
    const engine = new Engine({ load, loadRest: load, spawn: () => worker });
    const missing = engine.call('shapes', { side: 4 });
    await expect(missing).rejects.toThrow('no network');
    await expect(missing).rejects.toThrow(EngineMissing);
    isThere = true;
    const again = engine.call('shapes', { side: 4 });
    await settled();
    worker.answer({ ok: 'well' });
    expect(await again).toBe('well');
  });
});

const SEVERAL = '..9...6..6..1....8.4........1..2..675.........9.64.58...7.1......4..2....5..3....';
const HARDEST = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
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

const fileOf = (name: string) => readFileSync(fileURLToPath(new URL(`../../src/engine/${name}.wasm`, import.meta.url)));

describe.each(['ninefold-simd', 'ninefold'])('%s in two parts', (name) => {
  const compiled = (part: string) => new WebAssembly.Module(fileOf(`${name}-${part}`));
  const missing = () => {
    throw new Error('the second part is asked for');
  };

  test('the first answers by itself what is asked first', async () => {
    const first = await instantiate(compiled('first'), () => undefined, missing);
    const whole = await instantiate(new WebAssembly.Module(fileOf(name)), () => undefined);
    // Other puzzles than those by which it was cut.
    for (const level of ['easy', 'medium', 'hard'] as const) {
      for (let seed = 1; seed <= 8; seed += 1) {
        const game = fromStock(level, seed);
        if (!game) throw new Error('no game');
        const board = toBoard(game);
        for (const method of ['state', 'solve', 'check', 'hint'] as const) {
          const request = written(method, { board });
          expect(first.call(request)).toBe(whole.call(request));
        }
      }
    }
    expect(() => first.call(written('canon', { board: OPENING }))).toThrow('the second part is asked for');
  });

  test('together they answer as the whole does, whenever the second comes', async () => {
    let times = 0;
    const rest = () => {
      times += 1;
      return compiled('rest');
    };
    const late = await instantiate(compiled('first'), () => undefined, rest);
    const early = await instantiate(compiled('first'), () => undefined, missing);
    early.complete(compiled('rest'));
    early.complete(compiled('rest'));
    const whole = await instantiate(new WebAssembly.Module(fileOf(name)), () => undefined);
    const requests = [
      written('explain', { board: OPENING }),
      written('canon', { board: OPENING }),
      written('count', { board: SEVERAL }),
      written('minimal', { board: OPENING }),
      written('trace', { board: OPENING }),
      written('rate', { board: HARDEST }),
      written('generate', { shape: '2x3', seed: 7 }),
      written('write', { board: OPENING, format: 'grid' }),
      written('svg', { board: OPENING }),
      written('formats', {}),
      written('explain', { board: 'not a board' }),
    ];
    for (const request of requests) {
      const answer = whole.call(request);
      expect([late.call(request), early.call(request)]).toEqual([answer, answer]);
    }
    expect(times).toBe(1);
    const nine = Uint8Array.from([...OPENING].map(Number).map((digit) => digit || 0));
    for (const question of ['solve9', 'rate9', 'canon9'] as const) {
      expect(late.batch(question, nine)).toEqual(whole.batch(question, nine));
    }
  });
});

describe.each(['ninefold-simd', 'ninefold'])('%s', (file) => {
  const progress: string[] = [];
  let instance: Instance;
  const ask = <M extends keyof Methods>(method: M, request: Methods[M]['request']): Methods[M]['answer'] => {
    const answer = JSON.parse(instance.call(written(method, request)));
    if (answer.error) throw new EngineError(answer.error);
    return answer.ok;
  };

  test('answers', async () => {
    expect(hasSimd()).toBe(true);
    instance = await instantiate(await WebAssembly.compile(fileOf(file)), (told) => progress.push(told));
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
