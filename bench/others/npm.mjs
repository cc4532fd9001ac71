// Asks npm's generators for puzzles: a line of JSON for each package and wish, with the puzzles and the processor's time.
import { readFileSync } from 'node:fs';

const count = Number(process.argv[2]);
const line = (cells) => Array.from(cells, (cell) => (/^[1-9]$/.test(String(cell)) ? String(cell) : '.')).join('');
const packages = {
  'sudoku-gen': {
    levels: ['easy', 'medium', 'hard', 'expert'],
    make: (library) => (level) => library.getSudoku(level).puzzle,
  },
  'sudoku-umd': {
    levels: ['easy', 'medium', 'hard', 'very-hard', 'insane', 'inhuman'],
    make: (library) => (library.default ?? library).generate,
  },
  'sudoku-core': {
    // Harder ones take minutes each.
    levels: ['easy', 'medium'],
    make: (library) => library.generate ?? library.default.generate,
  },
};
for (const [name, { levels, make }] of Object.entries(packages)) {
  let version, generate;
  try {
    version = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
    generate = make(await import(name));
  } catch {
    continue;
  }
  for (const asked of levels) {
    // What takes seconds a puzzle is asked for fewer.
    const puzzles = [];
    const start = process.cpuUsage();
    const spent = () => process.cpuUsage(start).user / 1000;
    while (puzzles.length < count && spent() < 60_000) puzzles.push(line(generate(asked)));
    console.log(JSON.stringify({ package: `npm \`${name}\` ${version}`, asked, puzzles, ms: spent() / puzzles.length }));
  }
}
