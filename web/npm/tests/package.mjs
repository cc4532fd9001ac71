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
assert.equal(ninefold.check(puzzle).kind, 'stuck');
assert.equal(ninefold.hint(solution).kind, 'solved');
const rating = ninefold.rate(puzzle);
assert.deepEqual([rating.level, rating.score], ['medium', 696]);

const heard = [];
const path = ninefold.explain(puzzle, { onProgress: (progress) => heard.push(progress) });
assert.equal(path.outcome, 'solved');
assert.equal(heard.length, path.steps.length);
assert.equal(heard.at(-1).done, 1);

const wishes = { level: 'easy', clues: [30, 36], symmetry: 'half-turn', seed: 3 };
const made = ninefold.generate(wishes);
assert.deepEqual(made, ninefold.generate(wishes));
assert.equal(ninefold.solve(made.board).solution, made.solution);
assert.equal(made.level, 'easy');
assert.equal(ninefold.generate({ shape: '2x3' }).puzzle.length, 36);

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

// Variants have an engine of their own, which is loaded when it is asked for.
const { loadVariants } = await import('ninefold/variants');
const variants = await loadVariants();
const rules = 'anti-knight, anti-king, non-consecutive';
const miracle = '......................................1............2.............................';
const line = '483726159726159483159483726837261594261594837594837261372615948615948372948372615';
assert.equal(variants.solve(miracle, { rules }).solution, line);
assert.equal(variants.solve(ninefold.read(miracle).boards[0], { rules }).verdict, 'unique');
assert.deepEqual(variants.count('.'.repeat(81), { rules }), { count: 72n, exact: true });
assert.deepEqual(variants.count('.'.repeat(81), { rules, limit: 5 }), { count: 5n, exact: false });
assert.equal(variants.solve(puzzle).solution, solution);
const small = {
  rows: 4,
  cols: 4,
  values: [1, 4],
  boxes: [0, 2, 8, 10].map((first) => [0, 1, 4, 5].map((i) => [((first + i) >> 2) + 1, ((first + i) % 4) + 1])),
  constraints: [
    { type: 'thermo', cells: [1, 2, 3, 4].map((column) => [1, column]) },
    {
      type: 'cage',
      cells: [
        [4, 2],
        [4, 3],
      ],
      sum: 5,
    },
    {
      type: 'cage',
      cells: [
        [4, 3],
        [4, 4],
      ],
      sum: 3,
    },
    { type: 'given', cell: [4, 1], value: 4 },
  ],
};
const only = variants.solve(small).solutions[0];
assert.deepEqual(
  variants.candidates(small),
  only.map((digit) => [digit]),
);
assert.deepEqual(variants.minimal(small).clues, ['killer cage at r4c3']);
assert.equal(variants.check(small).kind, 'stuck');
const [{ board, rules: names }] = variants.read(JSON.stringify(small)).variants;
assert.deepEqual(names, ['killer cage', 'thermometer']);
assert.equal(variants.write(board), variants.write(small));
assert.throws(
  () => ninefold.solve(JSON.stringify(small)),
  (error) => error instanceof NinefoldError && /not supported: thermometer/.test(error.message),
);
assert.throws(() => variants.solve(small, { rules: 'odd' }), NinefoldError);
