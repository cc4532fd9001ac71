/** Mouse, finger and pen on the board of a variant: a cell is selected by touch, several by dragging. */

import type { App } from '../app';
import { capture, cellUnder } from '../view/pointer';
import { selectCells, selectOne } from './actions';

/** The cells that were gone over, and what was selected before and stays so. */
let drag: { readonly cells: number[]; readonly kept: readonly number[] } | null = null;

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
  capture(event, cell);
}

export function onPointerMove(app: App, event: PointerEvent): void {
  const { variant } = app.state;
  if (!drag || !variant || event.buttons === 0) return;
  const frame = (event.currentTarget as Element).getBoundingClientRect();
  const { rows, columns } = variant.game.puzzle;
  const places = event.getCoalescedEvents?.() ?? [];
  let last = drag.cells.at(-1) ?? -1;
  for (const { clientX, clientY } of places.length > 0 ? places : [event]) {
    const cell = cellUnder(frame, [rows, columns], clientX, clientY);
    if (cell === null || cell === last) continue;
    drag.cells.push(cell);
    last = cell;
  }
  const focus = drag.cells.at(-1);
  if (focus === undefined || focus === variant.selection.focus) return;
  selectCells(app, [...drag.kept, ...drag.cells], focus);
}

export function onPointerUp(): void {
  drag = null;
}
