import { describe, expect, test } from 'vitest';
import { describe as sentence } from '../../src/actions/describe';
import { clearSelection, eraseCells, press, selectCells, setTool, takeBack, togglePin } from '../../src/actions/play';
import { App } from '../../src/app';
import { translator } from '../../src/i18n';
import { toCheckedBoard, toNotedBoard } from '../../src/model/boards';
import { drawLines, enterDigit, paint, toggleCentre, toggleNote } from '../../src/model/game';
import { gridOf } from '../../src/model/grid';
import { digits } from '../../src/model/mask';
import { decode, encode } from '../../src/model/link';
import { linkOf } from '../../src/model/storage';
import { fromStock, redressed } from '../../src/stock';
import { cellLabel } from '../../src/view/board';
import { gameScene } from '../../src/view/scene';
import { game, stateOf } from './board';
import { randomNumbers } from './random';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

function setup(line = LINE) {
  const never = () => new Promise<never>(() => undefined);
  const engine = { call: never, callVariant: never };
  const app = new App(stateOf(game(line, '3x3')), engine, { getItem: () => null, setItem: () => undefined });
  const said = () => app.state.spoken.text;
  const on = (cells: number[], act: () => void) => {
    selectCells(app, cells, cells[cells.length - 1] ?? 0);
    act();
    return said();
  };
  return { app, said, on };
}

describe('what is said is what happened (B6)', () => {
  test('with several cells selected', () => {
    const { app, on } = setup();
    const all = Array.from({ length: 81 }, (_, cell) => cell);
    expect(on([3, 4], () => press(app, 6))).toBe('6 in row 1 column 4');
    expect(on([2, 28], () => press(app, 2))).toBe('2 in 2 cells');
    expect(on(all, () => press(app, 3, true))).toBe('note 3 in 48 cells');
    expect(on([3, 4, 5], () => eraseCells(app))).toBe('row 1 column 4 is empty');
    expect(on(all, () => eraseCells(app))).toBe('2 cells are empty');
    expect(on([4], () => press(app, 3))).toBe('row 1 column 5: given, cannot be changed');
    expect(on([4], () => eraseCells(app))).toBe('row 1 column 5: given, cannot be changed');
  });

  test('for colours, marks, lines, highlights, Escape and undo', () => {
    const { app, on } = setup();
    expect(on([2, 3], () => press(app, 2, false, 'color'))).toBe('green in 2 cells');
    expect(on([3], () => press(app, 2, false, 'color'))).toBe('no green in row 1 column 4');
    expect(on([3], () => press(app, 2, false, 'centre'))).toBe('centre mark 2 in row 1 column 4');
    expect(on([3], () => togglePin(app, 5))).toBe('5 highlighted, 3 on the board');
    expect(on([3], () => togglePin(app, 5))).toBe('No digit highlighted');
    expect(on([3, 2], () => clearSelection(app))).toBe('Only row 1 column 3 selected');
    expect(on([3], () => takeBack(app))).toBe('Undone: no centre mark 2 in row 1 column 4');
    const before = game(LINE, '3x3');
    const t = translator('en');
    expect(sentence(t, before, drawLines(before, [0, 1, 2]), true)).toBe('line drawn through 2 sides of cells');
    expect(sentence(t, before, before, true)).toBe('');
    const noted = toggleNote(before, [2], 4);
    expect(sentence(t, noted, paint(noted, [2], 3, 4), true)).toBe('note 4 in row 1 column 3 is blue');
  });

  test('one digit in cells that see each other is noted in them', () => {
    const { app, on } = setup();
    expect(on([2, 3, 5], () => press(app, 1))).toBe('note 1 in 3 cells');
    setTool(app, 'digit');
    expect(on([2, 28], () => press(app, 2))).toBe('2 in 2 cells');
  });
});

describe('marks', () => {
  test('notes go out as they are, and only centre marks are checked (B4, B5)', () => {
    let one = toggleNote(game(LINE, '3x3'), [3], 2);
    one = toggleCentre(one, [5], 4);
    expect(toNotedBoard(one).cells.slice(2, 6)).toEqual([{}, { candidates: [2] }, { given: 7 }, { candidates: [4] }]);
    expect(toCheckedBoard(one).cells.slice(2, 6)).toEqual([{}, {}, { given: 7 }, { candidates: [4] }]);
  });

  test('in the middle stand beside automatic candidates, and go with the digits of peers', () => {
    let one = toggleCentre(game('1.....3..2.....4', '2x2', 'automatic'), [1, 2], 4);
    const label = (cell: number) => cellLabel(translator('en'), gameScene(one), cell);
    expect(label(1)).toBe('row 1 column 2, empty, notes 3 4, centre marks 4');
    one = enterDigit(one, [3], 4);
    expect(label(1)).toBe('row 1 column 2, empty, notes 3');
  });

  test('several colours, lines and marks are carried by links', () => {
    const random = randomNumbers(11);
    for (let i = 0; i < 200; i += 1) {
      let one = game(LINE, '3x3');
      for (let j = 0; j < 12; j += 1) {
        const cells = [random(81), random(81)];
        const act = [
          () => toggleCentre(one, cells, 1 + random(9)),
          () => paint(one, cells, 1 + random(9)),
          () => paint(toggleNote(one, cells, 3), cells, 1 + random(9), 3),
          () => drawLines(one, cells),
        ][random(4)];
        one = act?.() ?? one;
      }
      const link = linkOf(one);
      const back = decode(link);
      expect(link.startsWith('2')).toBe(true);
      const { centres, cellColors, noteColors, lines } = one.position;
      expect(back?.extras).toEqual({ centres, cellColors, noteColors, lines });
      expect(back && encode(back)).toBe(link);
      const at = 1 + random(link.length - 1);
      const damaged = decode(link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1));
      if (damaged) expect(encode(damaged)).not.toBe(link);
    }
    const plain = linkOf(paint(paint(game(LINE, '3x3'), [1], 2), [1], 2));
    expect(plain.startsWith('1')).toBe(true);
  });
});

describe('the stock', () => {
  test('has every level, and never the same board twice', () => {
    for (const level of ['easy', 'medium', 'hard', 'unfair', 'extreme'] as const) {
      const boards = new Set(
        Array.from({ length: 50 }, (_, seed) => fromStock(level, seed + 1)?.position.givens.join()),
      );
      expect(boards.size).toBe(50);
      expect(boards.has(undefined)).toBe(false);
    }
    expect(fromStock('easy', 3, '4x4')?.grid.side).toBe(16);
    expect(fromStock('extreme', 3, '4x4')).toBeNull();
  });

  test('another dress keeps what sees what', () => {
    for (const shape of ['3x3', '2x3', '4x4']) {
      const grid = gridOf(shape);
      if (!grid) throw new Error(shape);
      const random = randomNumbers(5);
      // A whole board that is right stays right.
      const { side, boxRows, boxColumns } = grid;
      const full = Array.from({ length: grid.size }, (_, cell) => {
        const [row, column] = [Math.floor(cell / side), cell % side];
        return ((row % boxRows) * boxColumns + Math.floor(row / boxRows) + column) % side;
      }).map((digit) => digit + 1);
      for (let i = 0; i < 20; i += 1) {
        const other = redressed(grid, full, random);
        expect(grid.peers.some((peers, cell) => peers.some((peer) => other[peer] === other[cell]))).toBe(false);
      }
    }
    expect(digits(0b101)).toEqual([1, 3]);
  });
});
