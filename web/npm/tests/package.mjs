// Every function of the package, as it is installed: node package.mjs
import assert from 'node:assert/strict';
const begin = performance.now();
const { BAD, LEVELS, NinefoldError, load } = await import('ninefold');
const ninefold = await load();
const puzzle = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const solution = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';
assert.equal(ninefold.solve(puzzle).solution, solution);
console.log(`first answer ${Math.round(performance.now() - begin)} ms after import`);

const solved = ninefold.solve(puzzle);
assert.equal(solved.verdict, 'unique');
assert.equal(solved.solutions[0].join(''), solution);
assert.equal(solved.micros, undefined);
assert.deepEqual(ninefold.count('................'), { count: 288n, exact: true });
assert.deepEqual(ninefold.count('................', 5), { count: 5n, exact: false });
assert.match(ninefold.count('11..............').reason, /1 appears twice in row 1/);
assert.equal(ninefold.rate('................').level, null);
assert.equal(ninefold.check(puzzle).kind, 'stuck');
assert.equal(ninefold.hint(solution).kind, 'solved');
const rating = ninefold.rate(puzzle);
assert.deepEqual([rating.level, rating.score], ['medium', 696]);

const heard = [];
const path = ninefold.explain(puzzle, { onProgress: (progress) => heard.push(progress) });
assert.equal(path.outcome, 'solved');
assert.equal(heard.length, path.steps.length);
assert.equal(heard.at(-1).done, 1);

// An exception ends no engine, however often it is thrown.
const stop = new Error('enough');
const throwing = {
  onProgress: () => {
    throw stop;
  },
};
for (let i = 0; i < 4000; i++) {
  assert.throws(() => ninefold.generate({ shape: '2x2', seed: i }, throwing), stop);
}

const wishes = { level: 'easy', clues: [30, 36], symmetry: 'half-turn', seed: 3 };
const made = ninefold.generate(wishes);
assert.deepEqual(made, ninefold.generate(wishes));
assert.equal(ninefold.solve(made.board).solution, made.solution);
assert.equal(made.level, 'easy');
assert.equal(ninefold.generate({ shape: '2x3' }).puzzle.length, 36);
assert.equal(ninefold.generate({ shape: undefined, seed: undefined }).puzzle.length, 81);
assert.throws(
  () => ninefold.generate({ symetry: 'full' }),
  (error) => error instanceof NinefoldError && /'generate' has no member 'symetry'/.test(error.message),
);

const { form, automorphisms } = ninefold.canon(puzzle);
assert.equal(automorphisms, 1n);
const text = ninefold.write(puzzle, 'box');
assert.equal(ninefold.write(ninefold.read(text).boards[0], 'line').trim(), puzzle);
assert.match(ninefold.svg(puzzle), /^<svg/);
assert.equal(ninefold.call('shapes', { side: 6 }).shapes[0], '2x3');

const boards = new TextEncoder().encode(puzzle + '.'.repeat(81) + 'x'.repeat(81) + '1'.repeat(81));
const many = ninefold.solveMany(boards);
assert.equal(new TextDecoder().decode(many.solutions.subarray(0, 81)), solution);
assert.deepEqual([...many.counts], [1, 2, BAD, 0]);
const numbers = boards.subarray(0, 81).map((byte) => (byte === 46 ? 0 : byte - 48));
assert.equal(ninefold.solveMany(numbers).solutions.join(''), solution);
const rated = ninefold.rateMany(boards);
assert.deepEqual(
  [rated.scores[0], LEVELS[rated.levels[0] - 1], [...rated.levels.subarray(1)]],
  [696, 'medium', [0, BAD, 0]],
);
const canonical = ninefold.canonMany(puzzle);
assert.deepEqual([new TextDecoder().decode(canonical.forms), [...canonical.statuses]], [form, [1]]);
assert.throws(() => ninefold.solveMany(new Uint8Array(80)), RangeError);

assert.throws(
  () => ninefold.solve('12345678'),
  (error) => error instanceof NinefoldError && /8 cells/.test(error.message),
);
assert.throws(() => ninefold.generate({ level: 'odd' }), NinefoldError);
assert.equal(ninefold.solve(puzzle).verdict, 'unique');
// Engines are independent of each other, and may come from a module of one's own.
const { readFile } = await import('node:fs/promises');
const other = await load(await readFile(new URL('node_modules/ninefold/ninefold.wasm', import.meta.url)));
assert.equal(other.solve(puzzle).solution, ninefold.solve(puzzle).solution);
