/** Puzzles with further rules: what the engines say of them, the game, and what a player can ask. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { App } from '../../src/app';
import { Engine, EngineError, type WorkerLike, written } from '../../src/engine/client';
import { type Instance, instantiate } from '../../src/engine/instance';
import type { FromWorker, Methods, ReadVariant, ToWorker, VariantMethods } from '../../src/engine/protocol';
import { LANGUAGE_CODES } from '../../src/i18n';
import { variantEn } from '../../src/i18n/variant-en';
import { titleOf } from '../../src/model/boards';
import { IDLE } from '../../src/state';
import {
  askCandidates,
  askCheck,
  askCount,
  askSolve,
  checkedText,
  eraseCells,
  forget,
  open,
  press,
  repeat,
  restore,
  resume,
  selectCells,
  selectOne,
  setNoting,
  show,
  showSolution,
  startOver,
  takeBack,
} from '../../src/variant/actions';
import { labelled } from '../../src/variant/board';
import { classicOf } from '../../src/variant/classic';
import { type VariantGame, conflicts, gameOfRecord, newGame, puzzleOf, recordOf } from '../../src/variant/game';
import { VARIANT_WORDS } from '../../src/variant/words';
import { game as classicGame, stateOf } from './board';
import { BESIDE, CROOKED, DIAGONALS, IMPOSSIBLE, KILLER, KNIGHTS, LOOSE, PLAIN } from './variants';

const moduleOf = (name: string) =>
  WebAssembly.compile(readFileSync(fileURLToPath(new URL(`../../src/engine/${name}.wasm`, import.meta.url))));

let variants: Instance;
let classic: Instance;
beforeAll(async () => {
  variants = await instantiate(await moduleOf('ninefold-variants'), () => undefined);
  classic = await instantiate(await moduleOf('ninefold-simd'), () => undefined);
});

function answered<T>(text: string): T {
  const { ok, error } = JSON.parse(text);
  if (error) throw new EngineError(error);
  return ok;
}

const ask = <M extends keyof VariantMethods>(
  method: M,
  request: VariantMethods[M]['request'],
): VariantMethods[M]['answer'] => answered(variants.call(written(method, request)));

const readClassic = (text: string): Methods['read']['answer'] => answered(classic.call(written('read', { text })));

function read(text: string): ReadVariant {
  const [only, second] = ask('read', { text }).variants ?? [];
  if (!only || second) throw new Error('not one variant');
  return only;
}

function gameOf(text: string): VariantGame {
  const one = read(text);
  return newGame(puzzleOf(one, ask('svg', { board: one.board })));
}

describe('the engines', () => {
  test('the one for classic puzzles says which texts are for the other', () => {
    const own = `https://example.org/#p=${encodeURIComponent(CROOKED.text)}`;
    const line = '....2.1...4.3...  1122112344234433';
    for (const text of [KILLER.text, KNIGHTS.text, DIAGONALS.text, CROOKED.text, own, line]) {
      const { boards, skipped } = readClassic(text);
      expect([boards.length, skipped.map((part) => part.may_have_rules)], text).toEqual([0, [true]]);
    }
    const mistyped = readClassic(`${'.'.repeat(80)}y`);
    expect(mistyped.skipped.map((part) => 'may_have_rules' in part)).toEqual([false]);
  });

  test('the other reads, solves and draws what three programs write', () => {
    for (const { text, solution } of [KILLER, KNIGHTS, DIAGONALS, CROOKED]) {
      const { board } = read(text);
      expect(ask('solve', { board }).lines).toEqual([solution]);
      const { svg, frame, words } = ask('svg', { board, title: 'One' });
      expect(svg).toContain('<title>One</title>');
      expect(frame.width).toBe(board.cols * frame.cell + 2 * frame.margin);
      expect(words.length).toBeGreaterThan(1);
    }
    const own = `https://example.org/#p=${encodeURIComponent(CROOKED.text)}`;
    expect(ask('solve', { board: read(own).board }).lines).toEqual([CROOKED.solution]);
    const { skipped } = ask('read', { text: IMPOSSIBLE });
    expect(skipped[0]?.message).toContain('the sum 100, expected 3 to 17');
  });

  test('is loaded with the first question, once, and again after a failure', async () => {
    let loads = 0;
    const load = () => Promise.resolve({} as WebAssembly.Module);
    const loadVariants = () => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error('no network')) : load();
    };
    const spawn = (): WorkerLike => {
      const worker: WorkerLike = {
        onmessage: null,
        onerror: null,
        terminate: () => undefined,
        postMessage(message: ToWorker) {
          const say = (data: FromWorker) => worker.onmessage?.({ data } as MessageEvent<FromWorker>);
          if ('module' in message) queueMicrotask(() => say({ ready: true }));
          else if ('id' in message) queueMicrotask(() => say({ id: message.id, response: '{"ok":"well"}' }));
        },
      };
      return worker;
    };
    const engine = new Engine({ load, loadRest: load, loadVariants, spawn });
    expect(await engine.call('shapes', { side: 4 })).toBe('well');
    expect(loads).toBe(0);
    await expect(engine.callVariant('count', { board: LOOSE })).rejects.toThrow('no network');
    expect(await engine.callVariant('count', { board: LOOSE })).toBe('well');
    expect(await engine.callVariant('count', { board: LOOSE })).toBe('well');
    expect(loads).toBe(2);
  });
});

describe('a puzzle', () => {
  test('has its givens, regions and the rules of each cell', () => {
    const { puzzle } = gameOf(CROOKED.text);
    expect([puzzle.rows, puzzle.columns, puzzle.digits]).toEqual([6, 6, [1, 2, 3, 4, 5, 6]]);
    expect(puzzle.givens.map((given) => given ?? '.').join('')).toBe(CROOKED_GIVENS);
    // Row, column and the region around the corner, which has six cells.
    expect(new Set(puzzle.peers[0])).toEqual(new Set([1, 2, 3, 4, 5, 6, 12, 18, 24, 30, 7]));
    expect([puzzle.kinds[30], puzzle.kinds[14], puzzle.kinds[0]]).toEqual([['thermo'], ['difference'], []]);
    expect(puzzle.title).toBe('Crooked six');
  });

  test('has texts in the corners of cells, for which notes make room', () => {
    const killer = gameOf(KILLER.text);
    const firsts = (killer.puzzle.board.constraints ?? []).flatMap(({ type, cells }) =>
      type === 'cage'
        ? [Math.min(...(cells as [number, number][]).map(([row, column]) => (row - 1) * 6 + column - 1))]
        : [],
    );
    expect(firsts.length).toBe(11);
    expect([...labelled(killer)].sort((a, b) => a - b)).toEqual(firsts.sort((a, b) => a - b));
    expect(labelled(gameOf(CROOKED.text)).size).toBe(0);
  });

  test('numbers of a rule are no cells', () => {
    const cells = [
      [1, 1],
      [1, 2],
    ];
    const constraints = [{ type: 'contain_at_least', cells, values: [3, 4] }];
    const board = { rows: 4, cols: 4, values: [1, 4], constraints };
    const { puzzle } = gameOf(JSON.stringify(board));
    expect(puzzle.kinds.map((kinds) => kinds.length).join('')).toBe('1100000000000000');
  });

  test('without a further rule is a classic one', () => {
    const board = classicOf(read(PLAIN));
    expect(board?.shape).toBe('2x3');
    expect(board?.symbols).toBe('1-6');
    expect(board?.cells.slice(0, 3)).toEqual([{ given: 3 }, { candidates: [1, 2] }, {}]);
    expect(board?.cells[10]).toEqual({ given: 6 });
    const { conflicts: wrong, automatic } = answered<Methods['state']['answer']>(
      classic.call(written('state', { board: board ?? '' })),
    );
    expect(wrong).toEqual([]);
    expect(automatic[2]).toEqual([1, 2, 4, 5, 6]);
    // With another region, digit or rule it is not.
    const plain = JSON.parse(PLAIN);
    const [first, second, ...rest] = plain.boxes;
    const swapped = [[...first.slice(0, 5), second[0]], [first[5], ...second.slice(1)], ...rest];
    for (const other of [
      { ...plain, boxes: swapped },
      { ...plain, boxes: [] },
      { ...plain, values: [0, 6] },
      { ...plain, grid_type: 'Raw' },
      { ...plain, constraints: [{ type: 'anti_knight' }] },
      JSON.parse(CROOKED.text),
    ]) {
      expect(classicOf(read(JSON.stringify(other)))).toBeNull();
    }
  });

  test('may have digits from 0, no rows and columns, and candidates, which are the first notes', () => {
    const constraints = [{ type: 'candidates', cell: [1, 2], values: [2, 0] }];
    const board = { rows: 2, cols: 3, values: [0, 2], grid_type: 'Raw', constraints };
    const { puzzle, position } = gameOf(JSON.stringify(board));
    expect([puzzle.digits, puzzle.peers.flat(), position.notes[1]]).toEqual([[0, 1, 2], [], [0, 2]]);
  });

  test('with cells beside the board is none that the page can show', () => {
    expect(() => gameOf(BESIDE)).toThrow('cells beside the board');
  });

  test('is called what it is called, but not by a long description', () => {
    expect(titleOf({ title: 'One', description: 'Two' })).toBe('One');
    expect(titleOf({ description: 'Two' })).toBe('Two');
    expect(titleOf({ description: 'Two '.repeat(20) })).toBe('');
  });

  test('keeps who made it and the rules in the words of its setter', () => {
    const { puzzle } = gameOf(
      JSON.stringify({
        ...JSON.parse(CROOKED.text),
        author: 'Somebody',
        comment: 'Mind the gap.',
        url: 'https://example.org/',
      }),
    );
    expect(puzzle.board).toMatchObject({ author: 'Somebody', comment: 'Mind the gap.', url: 'https://example.org/' });
    const shared = ask('write', { board: puzzle.board, format: 'f-puzzles' }).text;
    expect(read(shared).fields).toMatchObject({ author: 'Somebody' });
  });

  test('is stored and comes back; what is damaged does not', () => {
    const game = gameOf(CROOKED.text);
    const placed = game.puzzle.givens.map((_, cell) => (cell === 0 ? 3 : null));
    const played = { ...game, position: { placed, notes: game.position.notes.map(() => [1, 2]) } };
    const record = JSON.parse(JSON.stringify(recordOf(played, true)));
    expect(gameOfRecord(record)).toEqual(played);
    const damaged = [
      null,
      7,
      {},
      { ...record, board: { ...record.board, rows: 1e9 } },
      { ...record, drawn: { ...record.drawn, svg: 5 } },
      { ...record, drawn: { ...record.drawn, frame: {} } },
      { ...record, position: null },
    ];
    for (const one of damaged) expect(gameOfRecord(one), JSON.stringify(one)?.slice(0, 80)).toBeNull();
    const odd = { ...record, position: { placed: [99, 'x'], notes: [[1, 99]] } };
    expect(gameOfRecord(odd)?.position.placed.every((digit) => digit === null)).toBe(true);
    expect(gameOfRecord(odd)?.position.notes[0]).toEqual([1]);
  });
});

const CROOKED_GIVENS = '.2451.6...3.........3...............';

describe('a player', () => {
  async function setup(text: string) {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, to: string) => void kept.set(key, to),
    };
    const engine = {
      call: () => Promise.reject(new Error('nothing is asked of the other engine')),
      callVariant: async (method: keyof VariantMethods, request: never) => ask(method, request) as never,
    };
    const app = new App(stateOf(classicGame('1.....3..2.....4')), engine, store);
    await open(app, read(text));
    const variant = () => {
      const { variant } = app.state;
      if (!variant) throw new Error('no variant');
      return variant;
    };
    const digits = () => variant().game.position.placed;
    return { app, variant, digits, store, said: () => app.state.spoken.text };
  }

  test('enters, notes, erases, takes back and repeats', async () => {
    const { app, variant, digits, said } = await setup(CROOKED.text);
    expect([app.state.view, variant().isShown, variant().selection.focus]).toEqual(['play', true, 0]);
    press(app, 3);
    expect([digits()[0], said()]).toEqual([3, '3 in row 1 column 1']);
    press(app, 9);
    expect(said()).toBe('Nothing to change there');
    selectOne(app, 1);
    press(app, 4);
    expect(said()).toBe('row 1 column 2: given, cannot be changed');
    selectOne(app, 7);
    press(app, 3, true);
    press(app, 5, true);
    expect([variant().game.position.notes[7], said()]).toEqual([[3, 5], 'note 5 in row 2 column 2']);
    // A digit takes its note from the cells that it sees: here by the region.
    selectOne(app, 12);
    press(app, 5);
    expect(variant().game.position.notes[7]).toEqual([3]);
    takeBack(app);
    expect([digits()[12], variant().game.position.notes[7], said()]).toEqual([
      null,
      [3, 5],
      'Undone: row 3 column 1 is empty',
    ]);
    repeat(app);
    expect([digits()[12], said()]).toEqual([5, 'Redone: 5 in row 3 column 1']);
    eraseCells(app);
    expect([digits()[12], said()]).toEqual([null, 'row 3 column 1 is empty']);
    selectOne(app, 7);
    eraseCells(app);
    expect([variant().game.position.notes[7], said()]).toEqual([[], 'no note 3 in row 2 column 2']);
    press(app, 6);
    expect(said()).toBe('6 in row 2 column 2, conflicts with another 6');
    expect([...conflicts(variant().game)]).toEqual([6, 7]);
    startOver(app);
    expect(digits().every((digit) => digit === null)).toBe(true);
    for (let i = 0; i < 20; i += 1) takeBack(app);
    expect(said()).toBe('Nothing to undo');
  });

  test('cells that see each other get notes together, and others digits', async () => {
    const { app, variant, digits } = await setup(CROOKED.text);
    selectCells(app, [0, 5], 5);
    press(app, 3);
    expect([digits()[0], variant().game.position.notes[0], variant().game.position.notes[5]]).toEqual([null, [3], [3]]);
    setNoting(app, true);
    selectCells(app, [35], 35);
    press(app, 2);
    press(app, 5, true);
    expect(digits()[35]).toBe(5);
  });

  test('learns which digits are wrong, and when all are right', async () => {
    const { app, variant, said } = await setup(KILLER.text);
    press(app, 1);
    await askCheck(app);
    expect([variant().check, said()]).toEqual([
      { status: 'done', value: { kind: 'mistakes', cells: [0] } },
      'One cell is wrong.',
    ]);
    press(app, 4);
    expect(variant().check).toEqual(IDLE);
    await askCheck(app);
    expect(said()).toBe('No mistake so far.');
    showSolution(app, [...KILLER.solution].map(Number));
    await expect.poll(() => variant().check).toEqual({ status: 'done', value: { kind: 'solved', cells: [] } });
    expect(said()).toBe('The solution is on the board.');
  });

  test('learns of several solutions, and whether the digits fit one of them', async () => {
    const { app, said, variant } = await setup(LOOSE);
    await askCheck(app);
    expect(said()).toBe('The puzzle has several solutions; your digits fit one of them.');
    press(app, 4);
    await askCheck(app);
    expect(said()).toBe('The puzzle has several solutions, but your digits fit none of them.');
    await askSolve(app);
    const { solve } = variant();
    expect(solve.status === 'done' && solve.value.verdict).toBe('multiple');
    app.setVariant({ limit: 10 });
    await askCount(app);
    expect(app.state.spoken.text).toBe('Number of solutions: at least 10');
    const { count } = variant();
    expect(count).toEqual({ status: 'done', value: { count: '10', exact: false } });
    expect(checkedText(app, { kind: 'none', cells: [] })).toBe('The puzzle itself has no solution.');
  });

  test('gets the true candidates of the position as notes', async () => {
    const { app, variant, said } = await setup(LOOSE);
    await askCandidates(app);
    expect(variant().game.position.notes.slice(0, 4)).toEqual([
      [1, 2],
      [1, 2],
      [3, 4],
      [3, 4],
    ]);
    expect(said()).toBe('The true candidates are noted.');
    press(app, 1);
    await askCandidates(app);
    expect(variant().game.position.notes[1]).toEqual([2]);
    press(app, 4);
    const before = variant().game;
    await askCandidates(app);
    expect([variant().candidates, variant().game]).toEqual([{ status: 'done', value: false }, before]);
  });

  test('finds the variant after a reload, in front or put aside, until it is forgotten', async () => {
    const { app, store, digits, variant } = await setup(CROOKED.text);
    press(app, 3);
    const again = () => new App(stateOf(classicGame('1.....3..2.....4')), app as never, store);
    const later = again();
    restore(later, true);
    expect(later.state.variant?.game.position.placed).toEqual(digits());
    show(app, false);
    expect(app.keptVariant()).toMatchObject({ isShown: false });
    forget(app, variant().game);
    const last = again();
    restore(last, true);
    expect([app.state.variant, last.state.variant]).toEqual([null, null]);
  });

  test('takes moves back after a reload', async () => {
    const { app, store } = await setup(CROOKED.text);
    press(app, 3);
    startOver(app);
    const later = new App(stateOf(classicGame('1.....3..2.....4')), app as never, store);
    restore(later, true);
    takeBack(later);
    expect(later.state.variant?.game.position.placed[0]).toBe(3);
  });

  test('keeps what was begun when another variant is opened', async () => {
    const { app, store, variant } = await setup(CROOKED.text);
    press(app, 3);
    const begun = variant().game;
    await open(app, read(LOOSE));
    expect(variant().others).toEqual([begun]);
    // Nothing was done in this one.
    await open(app, read(KNIGHTS.text));
    expect(variant().others).toEqual([begun]);
    const later = new App(stateOf(classicGame('1.....3..2.....4')), app as never, store);
    restore(later, false);
    expect(later.state.variant?.others.map(({ position }) => position)).toEqual([begun.position]);
    const { game: knights } = variant();
    resume(app, begun);
    expect([variant().game, variant().others, variant().isShown]).toEqual([begun, [knights], true]);
    forget(app, knights);
    expect(variant().others).toEqual([]);
  });

  test('goes on with the candidates that the puzzle states, and cannot lose them', async () => {
    const stated = { type: 'candidates', cell: [1, 1], values: [2, 1] };
    const text = JSON.stringify({ rows: 4, cols: 4, values: [1, 4], grid_type: 'Sudoku', constraints: [stated] });
    const { app, variant } = await setup(text);
    const notes = () => variant().game.position.notes[0];
    expect(notes()).toEqual([1, 2]);
    selectOne(app, 0);
    press(app, 1, true);
    expect(notes()).toEqual([2]);
    eraseCells(app);
    expect(notes()).toEqual([1, 2]);
    const { drawn } = variant().game.puzzle;
    expect(drawn.paper?.length).toBeGreaterThan(drawn.svg.length);
  });

  test('hears at once that a puzzle has not one solution', async () => {
    const { app } = await setup(LOOSE);
    await Promise.resolve();
    expect(app.state.notice?.text).toBe('More than one solution.');
  });
});

test('every language says everything, with the same values', () => {
  const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
  for (const language of LANGUAGE_CODES) {
    const words = VARIANT_WORDS[language];
    expect(Object.keys(words ?? {}).sort(), language).toEqual(Object.keys(variantEn).sort());
    for (const [key, text] of Object.entries(variantEn)) {
      expect(values(words?.[key as keyof typeof variantEn] ?? ''), `${language} ${key}`).toEqual(values(text));
    }
  }
});
