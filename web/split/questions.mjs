/**
 * What is asked first on the page: hints along the way, whether there are mistakes, what a board is, what it comes to. The part
 * of the engine that is loaded first answers these by itself.
 */

/** One of each level, and a 4x4. */
const PUZZLES = [
  '..5......3.9752..61.6.48.379......1.751...968.3......448.29.6.55..6378.9......3..',
  '.21.378...8345..........27...7.......39.7.52.......6...75..........2579...278.13.',
  '6..3.......9.6...18....9647......78..9.7.6.3..57......4139....57...5.1.......1..3',
  '......5.3..597.184..15.....458......1..8.7..5......891.....87..297.154..5.6......',
  '3..74.6...7...3.8.....2......81..4..25.....19..1..93......1.....4.3...5...9.86..7',
];
const SMALL = '1.34341221434321';
/** The same digit twice in a row; several solutions. */
const WRONG = `55${'.'.repeat(79)}`;
const SEVERAL = '..9...6..6..1....8.4........1..2..675.........9.64.58...7.1......4..2....5..3....';
/** A finger's slip on the first puzzle: r1c1 is not this. */
const MISTAKE = { cell: 0, digit: 2 };

function board(line) {
  const shape = line.length === 16 ? '2x2' : '3x3';
  return { shape, cells: [...line].map((symbol) => (symbol === '.' ? {} : { given: Number(symbol) })) };
}

/** A board with the placed digits and the notes of somebody who has followed some steps. */
function after(start, steps) {
  const cells = start.cells.map((cell) => ({ ...cell }));
  for (const { placements, eliminations } of steps) {
    for (const [cell, placed] of placements) cells[cell] = { placed };
    for (const [cell, digit] of eliminations) {
      cells[cell].candidates = (cells[cell].candidates ?? [1, 2, 3, 4, 5, 6, 7, 8, 9]).filter((one) => one !== digit);
    }
  }
  return { ...start, cells };
}

/** Methods that word steps. */
const WORDED = ['check', 'hint', 'explain'];

/** Asks everything; `answer` answers a request, both as objects. */
export function askAll(answer) {
  const ask = ({ language, ...request }) =>
    answer(WORDED.includes(request.method) ? { ...request, language } : request);
  const [first, ...others] = PUZZLES.map(board);
  for (const line of [WRONG, SEVERAL, SMALL]) {
    for (const method of ['state', 'solve', 'check', 'hint']) ask({ method, board: board(line) });
  }
  for (const start of [first, ...others]) {
    for (const method of ['state', 'check', 'solve', 'hint']) ask({ method, board: start, language: 'en' });
  }
  for (const language of ['en', 'de']) {
    for (const start of [first, ...others.slice(0, 2)]) {
      const { steps } = ask({ method: 'explain', board: start, language });
      for (let i = 0; i < steps.length; i += 5) {
        const position = after(start, steps.slice(0, i));
        for (const method of ['state', 'check', 'hint']) ask({ method, board: position, language });
      }
    }
    const cells = first.cells.map((cell, i) => (i === MISTAKE.cell ? { placed: MISTAKE.digit } : cell));
    for (const method of ['state', 'check', 'hint']) ask({ method, board: { ...first, cells }, language });
  }
}
