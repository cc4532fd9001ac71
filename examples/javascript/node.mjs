// Makes a puzzle of a level and explains it in Node: npm install ninefold && node node.mjs [LEVEL] [SEED]
import { load } from 'ninefold';

const [level = 'hard', seed = '7'] = process.argv.slice(2);
const ninefold = await load();
const { puzzle, solution } = ninefold.generate({
  level: /** @type {import('ninefold').Level} */ (level),
  symmetry: 'half-turn',
  seed: Number(seed),
});
console.log(ninefold.write(puzzle, 'box'));
for (const { text } of ninefold.explain(puzzle).steps) console.log(text);
console.log(solution);
