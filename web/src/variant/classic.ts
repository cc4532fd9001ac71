/** Puzzles without a further rule that are written as variants: they are classic ones, with hints and everything else. */

import type { BoardCell, ReadBoard, ReadVariant, Variant } from '../engine/protocol';
import { usualAlphabet, usualSymbols } from '../model/game';
import { gridOf } from '../model/grid';

/** The shape of the boxes if these, rows and columns are all the regions, and the digits are 1 to the side; `null` otherwise. */
function shapeOf({ rows, cols, values, grid_type, boxes = [], jigsaw = [], gaps, further }: Variant): string | null {
  const houses = [...boxes, ...jigsaw];
  const isUsual = rows === cols && values.join() === `1,${rows}` && grid_type !== 'Raw' && !gaps && !further;
  const corner = houses.find((cells) => cells.some(([row, column]) => row === 1 && column === 1));
  if (!isUsual || !corner || houses.length !== rows) return null;
  const [boxRows, boxColumns] = [0, 1].map((axis) => Math.max(...corner.map((place) => place[axis] ?? 0)));
  const [height = 0, width = 0] = [boxRows, boxColumns];
  const boxOf = ([row, column]: [number, number]) =>
    `${Math.floor((row - 1) / height)},${Math.floor((column - 1) / width)}`;
  // As many boxes as rows, each with all the cells of one of them, and none twice.
  const found = houses.map((cells) => {
    const [box, second] = new Set(cells.map(boxOf));
    return second === undefined && new Set(cells.map(String)).size === rows ? box : undefined;
  });
  const isWhole = height * width === rows && !found.includes(undefined) && new Set(found).size === rows;
  const shape = `${height}x${width}`;
  return isWhole && gridOf(shape) ? shape : null;
}

/** The classic board that a text means; `null` if it has any further rule, region or digit. */
export function classicOf({ board, rules, format, line, notes, fields }: ReadVariant): ReadBoard | null {
  const shape = shapeOf(board);
  if (shape === null || rules.length > 0) return null;
  const side = board.rows;
  const cells = Array.from({ length: side * side }, (): BoardCell => ({}));
  for (const { type, cell, value, values } of board.constraints ?? []) {
    if ((type !== 'given' && type !== 'candidates') || !Array.isArray(cell)) return null;
    const [row, column] = cell as [number, number];
    const at = cells[(row - 1) * side + column - 1];
    if (!at) return null;
    if (type === 'given') at.given = Number(value);
    else at.candidates = values as number[];
  }
  for (const cell of cells) if (cell.given !== undefined) delete cell.candidates;
  return { shape, symbols: usualSymbols(side), alphabet: usualAlphabet(side), cells, format, line, notes, fields };
}
