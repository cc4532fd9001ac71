// Rules beside those of a Sudoku: node variants.mjs
import { loadVariants } from 'ninefold/variants';

const variants = await loadVariants();
// The Miracle Sudoku (Mitchell Lee, 2020).
const miracle = '......................................1............2.............................';
const rules = 'anti-knight, anti-king, non-consecutive';
const { verdict, solution } = variants.solve(miracle, { rules });
console.log(verdict, solution);

// Constraints as ninefold's JSON has them; texts and objects of f-puzzles will do, too.
const small = { rows: 4, cols: 4, values: [1, 4], constraints: [{ type: 'thermo', cells: [[1, 1], [1, 2], [1, 3]] }] };
console.log(variants.candidates(small)[0].join(' '), variants.count(small).count);
