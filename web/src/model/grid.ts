/**
 * The geometry of a board: which cells make a row, column and box, and who sees whom. It is what highlighting,
 * keyboard movement and pencilmarks need; nothing here looks for a solution.
 */

/** The largest board that the page shows. The engine reads larger ones. */
export const MAX_SIDE = 25;

export interface Grid {
  /** `3x3`: rows and columns of a box. */
  readonly shape: string;
  readonly boxRows: number;
  readonly boxColumns: number;
  readonly side: number;
  /** The number of cells. */
  readonly size: number;
  /** The cells that share a row, column or box with each cell, in ascending order. */
  readonly peers: readonly (readonly number[])[];
}

const grids = new Map<string, Grid>();

/** The grid of a shape such as `2x3`; `null` if it is none, or larger than the page shows. */
export function gridOf(shape: string): Grid | null {
  const known = grids.get(shape);
  if (known) return known;
  const match = /^([1-9]\d?)x([1-9]\d?)$/.exec(shape);
  if (!match) return null;
  const [boxRows, boxColumns] = [Number(match[1]), Number(match[2])];
  if (boxRows * boxColumns > MAX_SIDE) return null;
  const grid = makeGrid(shape, boxRows, boxColumns);
  grids.set(shape, grid);
  return grid;
}

function makeGrid(shape: string, boxRows: number, boxColumns: number): Grid {
  const side = boxRows * boxColumns;
  const size = side * side;
  const box = (cell: number) =>
    Math.floor(Math.floor(cell / side) / boxRows) * boxRows + Math.floor((cell % side) / boxColumns);
  const peers = Array.from({ length: size }, (_, cell) => {
    const row = Math.floor(cell / side);
    const seen: number[] = [];
    for (let other = 0; other < size; other += 1) {
      const sees = Math.floor(other / side) === row || other % side === cell % side || box(other) === box(cell);
      if (sees && other !== cell) seen.push(other);
    }
    return seen;
  });
  return { shape, boxRows, boxColumns, side, size, peers };
}

/** The cells of the rectangle of which two are corners, on a board of so many columns. */
export function rectangle(columns: number, one: number, other: number): number[] {
  const sorted = (of: (cell: number) => number) => [of(one), of(other)].sort((a, b) => a - b) as [number, number];
  const [top, bottom] = sorted((cell) => Math.floor(cell / columns));
  const [left, right] = sorted((cell) => cell % columns);
  const cells: number[] = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) cells.push(row * columns + column);
  }
  return cells;
}

export const rowOf = (grid: Grid, cell: number): number => Math.floor(cell / grid.side);
export const columnOf = (grid: Grid, cell: number): number => cell % grid.side;

export type Move = 'up' | 'down' | 'left' | 'right' | 'row-start' | 'row-end' | 'top' | 'bottom' | 'first' | 'last';

/** Where the focus goes. Steps off an edge come back on the other side of the same row or column. */
export function moved(grid: Grid, cell: number, move: Move): number {
  const { side, size } = grid;
  const [row, column] = [rowOf(grid, cell), columnOf(grid, cell)];
  switch (move) {
    case 'up':
      return ((row + side - 1) % side) * side + column;
    case 'down':
      return ((row + 1) % side) * side + column;
    case 'left':
      return row * side + ((column + side - 1) % side);
    case 'right':
      return row * side + ((column + 1) % side);
    case 'row-start':
      return row * side;
    case 'row-end':
      return row * side + side - 1;
    case 'top':
      return column;
    case 'bottom':
      return (side - 1) * side + column;
    case 'first':
      return 0;
    case 'last':
      return size - 1;
  }
}
