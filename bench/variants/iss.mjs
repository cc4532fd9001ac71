// The peer: Interactive Sudoku Solver, by what its sandbox calls. Each line of the input is a puzzle as its text; the answer is
// the number of solutions, 2 for several, and the milliseconds of the quickest of three runs, set-up included.
//
//   node iss.mjs FOLDER       the folder of its repository
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

globalThis.self ??= globalThis;
globalThis.VERSION_PARAM ??= '';
const { SimpleSolver } = await import(pathToFileURL(`${process.argv[2]}/js/sandbox/simple_solver.js`));

function once(text) {
  const start = performance.now();
  const count = new SimpleSolver().countSolutions(text, 2);
  return { count, time: performance.now() - start };
}

for await (const text of createInterface({ input: process.stdin })) {
  try {
    let { count, time } = once(text);
    for (let run = 1; run < 3 && time < 5000; run++) time = Math.min(time, once(text).time);
    console.log(`${count} ${time}`);
  } catch (error) {
    console.log(`- ${String(error).split('\n')[0]}`);
  }
}
