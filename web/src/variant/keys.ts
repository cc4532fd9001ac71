/** Keys on the board of a variant: those of the classic board, as far as they mean something here. */

import type { App } from '../app';
import { digitOf } from '../view/keys';
import { focusCell } from '../view/focus';
import { clearSelection, eraseCells, press, repeat, selectCells, selectOne, setNoting, takeBack } from './actions';

/** Where a key leads from a cell, around the edges as on the classic board. */
function moved(rows: number, columns: number, cell: number, key: string, isFar: boolean): number | null {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const at = (r: number, c: number) => ((r + rows) % rows) * columns + ((c + columns) % columns);
  switch (key) {
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'Home':
      return isFar ? 0 : at(row, 0);
    case 'End':
      return isFar ? rows * columns - 1 : at(row, columns - 1);
    case 'PageUp':
      return at(0, column);
    case 'PageDown':
      return at(rows - 1, column);
    default:
      return null;
  }
}

export function onKey(app: App, event: KeyboardEvent): void {
  const { variant } = app.state;
  if (!variant) return;
  const { game, selection } = variant;
  const { rows, columns, digits } = game.puzzle;
  const isCommand = event.ctrlKey || event.metaKey;
  const to = event.altKey ? null : moved(rows, columns, selection.focus, event.key, isCommand);
  if (to !== null) {
    if (event.shiftKey) selectCells(app, [...selection.cells, to], to);
    else selectOne(app, to);
    focusCell(to);
  } else if (isCommand && event.key.toLowerCase() === 'a') {
    selectCells(
      app,
      Array.from({ length: rows * columns }, (_, cell) => cell),
      selection.focus,
    );
  } else if (isCommand || event.altKey) {
    return;
  } else if (event.key === 'Backspace' || event.key === 'Delete') {
    eraseCells(app);
  } else if (event.key === ' ') {
    setNoting(app, !variant.isNoting);
  } else if (event.key === 'Escape') {
    clearSelection(app);
  } else if (toolOf(event, digits)) {
    setNoting(app, event.key === 'x');
  } else if (event.key === '0' && !digits.includes(0)) {
    eraseCells(app);
  } else {
    const found = digitOf(alphabetOf(digits), event);
    const digit = found && digits[found[0] - 1];
    if (!found || digit === null || digit === undefined) return;
    press(app, digit, found[1]);
  }
  event.preventDefault();
}

/** The letters of the classic board for the two tools that there are here, unless they are digits. */
const toolOf = ({ key, altKey, shiftKey }: KeyboardEvent, digits: readonly number[]): boolean =>
  (key === 'z' || key === 'x') && !altKey && !shiftKey && !alphabetOf(digits).includes(key.toUpperCase());

/** What digits are typed as: as figures, and those of two figures as letters, A for 10. */
export const alphabetOf = (digits: readonly number[]): string[] =>
  digits.map((digit) => (digit > 9 && digit < 36 ? digit.toString(36).toUpperCase() : String(digit)));

/** Keys that work everywhere on the page while a variant is on the board. */
export function onGlobalKey(app: App, event: KeyboardEvent): void {
  const { variant, view, dialog } = app.state;
  const target = event.target as HTMLElement;
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  if (!variant || view === 'enter' || isTyping || dialog) return;
  const key = event.key.toLowerCase();
  const isCommand = event.ctrlKey || event.metaKey;
  const isDigit = !isCommand && digitOf(alphabetOf(variant.game.puzzle.digits), event) !== null;
  const isFree = target === document.body;
  if ((isFree && event.key.startsWith('Arrow')) || (isDigit && (isFree || target.tagName === 'BUTTON'))) {
    focusCell(variant.selection.focus);
    return onKey(app, event);
  }
  if (isCommand && key === 'z') (event.shiftKey ? repeat : takeBack)(app);
  else if (isCommand && key === 'y') repeat(app);
  else if (event.key === '?') app.set({ dialog: 'keys' });
  else return;
  event.preventDefault();
}
