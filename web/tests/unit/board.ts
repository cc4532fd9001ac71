import { type Game, type NotesMode, newGame, usualAlphabet } from '../../src/model/game';

/** A game of one line, with `.` for blanks. */
export function game(line: string, shape = '2x2', notesMode: NotesMode = 'manual'): Game {
  const side = Math.sqrt(line.length);
  const limits = new Array<number>(line.length).fill(0);
  const made = newGame(
    { shape, symbols: '', alphabet: usualAlphabet(side), limits, title: '', level: '' },
    undefined,
    notesMode,
  );
  if (!made) throw new Error('no such board');
  const givens = [...line].map((symbol) => (symbol === '.' ? 0 : usualAlphabet(side).indexOf(symbol) + 1));
  return { ...made, position: { ...made.position, givens } };
}
