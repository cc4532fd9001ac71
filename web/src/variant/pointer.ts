/** Mouse, finger and pen on the board of a variant: a cell is selected by touch, several by dragging. */

import type { App } from '../app';
import { focusCell } from '../view/focus';
import { selectCells, selectOne } from './actions';

/** The cells that were gone over, and what was selected before and stays so. */
let drag: { readonly cells: number[]; readonly kept: readonly number[] } | null = null;

/** The cell under a place of the grid; its corners belong to none, so that one can drag along a diagonal. */
function cellUnder(app: App, grid: Element, x: number, y: number): number | null {
  const { variant } = app.state;
  if (!variant) return null;
  const { rows, columns } = variant.game.puzzle;
  const frame = grid.getBoundingClientRect();
  const [across, down] = [((x - frame.x) / frame.width) * columns, ((y - frame.y) / frame.height) * rows];
  const [column, row] = [Math.floor(across), Math.floor(down)];
  const isCorner = Math.abs(across - column - 0.5) + Math.abs(down - row - 0.5) > 0.8;
  return isCorner || row < 0 || row >= rows || column < 0 || column >= columns ? null : row * columns + column;
}

export function onPointerDown(app: App, event: PointerEvent): void {
  const { variant } = app.state;
  const place = event.target instanceof Element ? event.target.getAttribute('data-cell') : null;
  if (!variant || place === null || event.button !== 0) return;
  const cell = Number(place);
  const adds = event.ctrlKey || event.metaKey || event.shiftKey;
  const before = variant.selection.cells;
  const kept = !adds ? [] : before.includes(cell) ? before.filter((other) => other !== cell) : before;
  if (!adds) selectOne(app, cell);
  else selectCells(app, before.includes(cell) && kept.length > 0 ? kept : [...kept, cell], cell);
  drag = { cells: adds ? [] : [cell], kept };
  try {
    // The pointer is heard outside of the board, too.
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  } catch {
    // It has gone already.
  }
  focusCell(cell);
  event.preventDefault();
}

export function onPointerMove(app: App, event: PointerEvent): void {
  if (!drag || event.buttons === 0) return;
  const grid = event.currentTarget as Element;
  const places = event.getCoalescedEvents?.() ?? [];
  let last = drag.cells.at(-1) ?? -1;
  for (const { clientX, clientY } of places.length > 0 ? places : [event]) {
    const cell = cellUnder(app, grid, clientX, clientY);
    if (cell === null || cell === last) continue;
    drag.cells.push(cell);
    last = cell;
  }
  const focus = drag.cells.at(-1);
  if (focus === undefined || focus === app.state.variant?.selection.focus) return;
  selectCells(app, [...drag.kept, ...drag.cells], focus);
}

export function onPointerUp(): void {
  drag = null;
}
