import { describe, expect, test } from 'vitest';
import {
  type Game,
  applyStep,
  conflicts,
  counts,
  digitAt,
  enterDigit,
  erase,
  fill,
  isSolved,
  paint,
  redo,
  restart,
  shownNotes,
  toggleNote,
  undo,
} from '../../src/model/game';
import { fromBoard, toBoard } from '../../src/model/boards';
import { digits, maskOf } from '../../src/model/mask';
import { game } from './board';

const SMALL = '1.....3..2.....4';
const notesOf = (one: Game, cell: number) => digits(shownNotes(one, cell)).join('');

describe('entering', () => {
  test('writes, overwrites and takes out; givens stay', () => {
    let one = enterDigit(game(SMALL), [1], 2);
    expect(digitAt(one.position, 1)).toBe(2);
    one = enterDigit(one, [1], 3);
    expect(digitAt(one.position, 1)).toBe(3);
    one = enterDigit(one, [1], 3);
    expect(digitAt(one.position, 1)).toBe(0);
    expect(enterDigit(one, [0], 2)).toBe(one);
    expect(enterDigit(one, [1], 5)).toBe(one);
    expect(enterDigit(one, [], 1)).toBe(one);
  });

  test('several cells at once', () => {
    const one = enterDigit(game(SMALL), [0, 1, 4], 2);
    expect([0, 1, 4].map((cell) => digitAt(one.position, cell))).toEqual([1, 2, 2]);
  });

  test('takes the digit from the notes of peers', () => {
    let one = toggleNote(game(SMALL), [2, 12], 2);
    one = enterDigit(one, [1], 2);
    expect(notesOf(one, 2)).toBe('');
    expect(notesOf(one, 12)).toBe('2');
  });

  test('marks conflicts on both sides', () => {
    const one = enterDigit(game(SMALL), [1], 1);
    expect([...conflicts(one.grid, one.position)]).toEqual([0, 1]);
    expect(isSolved(fill(one, [...'1111111111111111'].map(Number)))).toBe(false);
  });

  test('setting a puzzle writes givens', () => {
    const one = enterDigit({ ...game(SMALL), isSetting: true }, [1], 4);
    expect(one.position.givens[1]).toBe(4);
    expect(erase(one, [1]).position.givens[1]).toBe(0);
  });

  test('a solution solves it', () => {
    const one = fill(game(SMALL), [...'1342243142133124'].map(Number));
    expect(isSolved(one)).toBe(true);
    expect(counts(one)).toEqual([0, 4, 4, 4, 4]);
  });
});

describe('notes', () => {
  test('manual: what the player writes, on several cells alike', () => {
    let one = toggleNote(game(SMALL), [1], 3);
    one = toggleNote(one, [1, 2], 3);
    expect([notesOf(one, 1), notesOf(one, 2)]).toEqual(['3', '3']);
    one = toggleNote(one, [1, 2], 3);
    expect([notesOf(one, 1), notesOf(one, 2)]).toEqual(['', '']);
  });

  test('automatic: what peers leave, less what is struck out', () => {
    let one = game(SMALL, '2x2', 'automatic');
    expect(notesOf(one, 1)).toBe('34');
    one = toggleNote(one, [1], 3);
    expect(notesOf(one, 1)).toBe('4');
    expect(notesOf(toggleNote(one, [1], 3), 1)).toBe('34');
    expect(notesOf(enterDigit(one, [4], 4), 1)).toBe('');
  });

  test('touched: automatic until changed, cell by cell', () => {
    let one = game(SMALL, '2x2', 'touched');
    one = toggleNote(one, [1], 3);
    expect(notesOf(one, 1)).toBe('4');
    one = toggleNote(one, [1], 2);
    expect(notesOf(one, 1)).toBe('24');
    expect(notesOf(one, 2)).toBe('24');
    expect(notesOf(enterDigit(one, [3], 2), 2)).toBe('4');
  });

  test('erase takes digits first, then notes, then colours', () => {
    let one = paint(toggleNote(game(SMALL), [1], 3), [1], 2);
    one = enterDigit(one, [2], 4);
    one = erase(one, [1, 2]);
    expect([digitAt(one.position, 2), notesOf(one, 1)]).toEqual([0, '3']);
    one = erase(one, [1, 2]);
    expect(notesOf(one, 1)).toBe('');
    expect(digits(one.position.cellColors[1] ?? 0)).toEqual([2]);
    expect(erase(one, [1, 2]).position.cellColors[1]).toBe(0);
  });
});

describe('colours', () => {
  test('of cells go on and off', () => {
    const one = paint(game(SMALL), [0, 1], 3);
    expect(one.position.cellColors.slice(0, 3).map(digits)).toEqual([[3], [3], []]);
    expect(paint(one, [0, 1], 3).position.cellColors[0]).toBe(0);
    expect(paint(one, [0], 10)).toBe(one);
    expect(digits(paint(one, [0], 5).position.cellColors[0] ?? 0)).toEqual([3, 5]);
  });

  test('of notes need the note', () => {
    const one = paint(toggleNote(game(SMALL), [1], 3), [1, 2], 4, 3);
    expect([...one.position.noteColors]).toEqual([[1 * 32 + 3, 4]]);
    expect(paint(one, [1], 4, 3).position.noteColors.size).toBe(0);
  });
});

describe('undo', () => {
  test('goes back and forth through everything, and forgets the way that was left', () => {
    const first = game(SMALL);
    const second = enterDigit(first, [1], 3);
    const third = toggleNote(second, [2], 4);
    expect(undo(undo(third)).position).toBe(first.position);
    expect(redo(redo(undo(undo(third)))).position).toBe(third.position);
    expect(undo(first)).toBe(first);
    expect(redo(enterDigit(undo(third), [5], 4)).future).toEqual([]);
  });

  test('what changes nothing is no move', () => {
    const one = game(SMALL);
    expect(erase(one, [1])).toBe(one);
    expect(restart(one)).toBe(one);
    const moved = restart(enterDigit(one, [1], 3));
    expect(digitAt(moved.position, 1)).toBe(0);
    expect(digitAt(undo(moved).position, 1)).toBe(3);
  });
});

describe('the engine', () => {
  test('gets givens, digits and what was struck out', () => {
    let one = enterDigit(game(SMALL, '2x2', 'automatic'), [1], 3);
    one = toggleNote(one, [2], 4);
    const board = toBoard(one);
    expect(board.cells.slice(0, 4)).toEqual([{ given: 1 }, { placed: 3 }, { candidates: [2] }, {}]);
    expect(toBoard(one, true).cells.slice(0, 4)).toEqual([{ given: 1 }, {}, {}, {}]);
    expect(board).not.toHaveProperty('symbols');
  });

  test('manual notes are no candidates: they may be incomplete by intent', () => {
    expect(toBoard(toggleNote(game(SMALL), [1], 3)).cells[1]).toEqual({});
  });

  test('boards come back as they went', () => {
    let one = enterDigit(game(SMALL, '2x2', 'automatic'), [1], 3);
    one = toggleNote(one, [2], 4);
    const back = fromBoard(one.grid, toBoard(one));
    expect(back.givens).toEqual(one.position.givens);
    expect(back.placed).toEqual(one.position.placed);
    expect(back.removed).toEqual(one.position.removed);
  });

  test('an elimination is visible where nothing was noted', () => {
    const one = applyStep(game(SMALL), { placements: [], eliminations: [[1, 3]] });
    expect(notesOf(one, 1)).toBe('4');
    const noted = applyStep(toggleNote(game(SMALL), [1], 3), { placements: [], eliminations: [[1, 3]] });
    expect(notesOf(noted, 1)).toBe('');
  });

  test('steps are written down, whatever notes are shown', () => {
    for (const mode of ['manual', 'automatic', 'touched'] as const) {
      const before = toggleNote(game(SMALL, '2x2', mode), [2], 4);
      const one = applyStep(before, { placements: [[1, 3]], eliminations: [[2, 2]] });
      expect(digitAt(one.position, 1)).toBe(3);
      expect(digits(shownNotes(one, 2))).not.toContain(2);
      expect(maskOf([2]) & (one.position.removed[2] ?? 0)).toBe(2);
    }
  });
});
