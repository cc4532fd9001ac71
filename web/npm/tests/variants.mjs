// Every function for variants, as the two packages are installed: node variants.mjs
import assert from 'node:assert/strict';
import { NinefoldError, load } from 'ninefold';
import { loadVariants } from 'ninefold/variants';

const [ninefold, variants] = await Promise.all([load(), loadVariants()]);
const puzzle = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const solution = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';
const rules = 'anti-knight, anti-king, non-consecutive';
const miracle = '......................................1............2.............................';
const line = '483726159726159483159483726837261594261594837594837261372615948615948372948372615';
assert.equal(variants.solve(miracle, { rules }).solution, line);
assert.equal(variants.solve(ninefold.read(miracle).boards[0], { rules }).verdict, 'unique');
assert.deepEqual(variants.count('.'.repeat(81), { rules }), { count: 72n, exact: true });
assert.deepEqual(variants.count('.'.repeat(81), { rules, limit: 5 }), { count: 5n, exact: false });
assert.deepEqual(variants.count('................', 5), { count: 5n, exact: false });
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
