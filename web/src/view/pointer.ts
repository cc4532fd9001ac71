/**
 * Mouse, finger and pen on the board. Dragging selects without gaps: browsers report a fast pointer at a few places
 * only, so every place that they know of is taken, and the cells on the straight line between two of them.
 */

import { rectangle } from '../model/grid';
import type { Selection } from '../state';
import { focusCell } from './focus';

/** What a pointer needs of a board. */
export interface Hand {
  readonly size: readonly [rows: number, columns: number];
  selection(): Selection;
  select(cells: readonly number[], focus: number): void;
  /** Selects all cells with the digit of this one. */
  selectAlike(cell: number): void;
  /** The pointer was lifted after it went over these cells; `isPlain`: with no key that adds to a selection. */
  finish(cells: readonly number[], isPlain: boolean): void;
}

/** Boards up to this side are dragged over with a finger; larger ones are moved with it. */
const LARGEST_DRAGGED = 12;
/** After so many milliseconds on one cell a finger adds it to what was selected before. */
const LONG_TOUCH = 350;

interface Drag {
  /** The last place, in the page's pixels. */
  x: number;
  y: number;
  /** The cells that were gone over, in their order. */
  readonly cells: number[];
  /** What was selected before and stays so. */
  kept: readonly number[];
}
let drag: Drag | null = null;
/** A finger that rests. On a large board it selects when it is lifted, unless the board was moved. */
let touch: { cell: number; timer: ReturnType<typeof setTimeout>; selects: boolean } | null = null;
/** Where a range begins. */
let anchor = 0;

/** What a board listens to. */
export const pointerEvents = (hand: Hand) => ({
  onpointerdown: (event: PointerEvent) => onPointerDown(hand, event),
  onpointermove: (event: PointerEvent) => onPointerMove(hand, event),
  onpointerup: (event: PointerEvent) => onPointerUp(hand, event),
  onpointercancel: onPointerCancel,
  // A finger that rests selects; it does not ask for a menu.
  oncontextmenu: (event: Event) => (touch !== null || drag !== null) && event.preventDefault(),
  // The focus is given where the selection is made, not by the browser after a touch.
  onmousedown: (event: MouseEvent) => event.preventDefault(),
  ondblclick: (event: MouseEvent) => {
    // The pointer belongs to the whole board while it is pressed.
    const cell = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (cell !== null) hand.selectAlike(cell);
  },
  // A screen reader may move the focus by itself.
  onfocusin: (event: FocusEvent) => {
    const cell = cellAt(event.target);
    if (cell !== null && cell !== hand.selection().focus) hand.select([cell], cell);
  },
});

function cellAt(target: EventTarget | null): number | null {
  const value = target instanceof Element ? target.closest('[data-cell]')?.getAttribute('data-cell') : null;
  return value === null || value === undefined ? null : Number(value);
}

/**
 * Which cell lies under a place, from the size of the grid alone. The corners of cells belong to none, so that one can
 * drag along a diagonal.
 */
function cellUnder(frame: DOMRect, [rows, columns]: readonly [number, number], x: number, y: number): number | null {
  const [across, down] = [((x - frame.x) / frame.width) * columns, ((y - frame.y) / frame.height) * rows];
  const [column, row] = [Math.floor(across), Math.floor(down)];
  const isCorner = Math.abs(across - column - 0.5) + Math.abs(down - row - 0.5) > 0.8;
  return !isCorner && row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : null;
}

function onPointerDown(hand: Hand, event: PointerEvent): void {
  const cell = cellAt(event.target);
  if (cell === null || event.button !== 0) return;
  stopTouch();
  const isFinger = event.pointerType === 'touch';
  const isLarge = Math.max(...hand.size) > LARGEST_DRAGGED;
  const { cells: before, focus } = hand.selection();
  if (isFinger) {
    const timer = setTimeout(() => {
      touch = null;
      if (drag) drag.kept = before;
      hand.select([...before, cell], cell);
    }, LONG_TOUCH);
    touch = { cell, timer, selects: isLarge };
    if (isLarge) return;
  }
  const adds = event.ctrlKey || event.metaKey;
  // After a way by keyboard a range begins where that ended.
  const from = before.includes(anchor) ? anchor : focus;
  const toggled = before.includes(cell) ? before.filter((other) => other !== cell) : [...before, cell];
  if (event.shiftKey) hand.select(rectangle(hand.size[1], from, cell), cell);
  else if (!adds) hand.select([cell], cell);
  else hand.select(toggled.length > 0 ? toggled : [cell], cell);
  anchor = event.shiftKey ? from : cell;
  const kept = adds || event.shiftKey ? hand.selection().cells : [];
  drag = { x: event.clientX, y: event.clientY, cells: [cell], kept };
  capture(event, cell);
}

/** The pointer is heard outside of the board, too, until it is lifted; a cell has the focus. */
function capture(event: PointerEvent, cell: number): void {
  try {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  } catch {
    // It has gone already.
  }
  focusCell(cell);
  event.preventDefault();
}

function onPointerMove(hand: Hand, event: PointerEvent): void {
  if (!drag || event.buttons === 0) return;
  const frame = (event.currentTarget as Element).getBoundingClientRect();
  const [, columns] = hand.size;
  const places = event.getCoalescedEvents?.() ?? [];
  const found: number[] = [];
  for (const { clientX, clientY } of places.length > 0 ? places : [event]) {
    const [dx, dy] = [clientX - drag.x, clientY - drag.y];
    const steps = Math.max(1, Math.ceil((Math.hypot(dx, dy) / frame.width) * columns * 4));
    for (let i = 1; i <= steps; i += 1) {
      const cell = cellUnder(frame, hand.size, drag.x + (dx * i) / steps, drag.y + (dy * i) / steps);
      if (cell !== null && cell !== (found[found.length - 1] ?? drag.cells[drag.cells.length - 1])) found.push(cell);
    }
    [drag.x, drag.y] = [clientX, clientY];
  }
  if (found.length === 0) return;
  stopTouch();
  drag.cells.push(...found);
  hand.select([...drag.kept, ...drag.cells], found[found.length - 1] ?? 0);
}

function onPointerUp(hand: Hand, event: PointerEvent): void {
  const resting = touch;
  stopTouch();
  if (resting?.selects) {
    hand.select([resting.cell], resting.cell);
    focusCell(resting.cell);
    return hand.finish([resting.cell], true);
  }
  if (!drag) return;
  const { cells } = drag;
  drag = null;
  focusCell(hand.selection().focus);
  hand.finish(cells, !event.ctrlKey && !event.metaKey && !event.shiftKey);
}

function onPointerCancel(): void {
  drag = null;
  stopTouch();
}

function stopTouch(): void {
  if (touch) clearTimeout(touch.timer);
  touch = null;
}
