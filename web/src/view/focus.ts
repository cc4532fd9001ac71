/** Where the keyboard is on the board. */

import { moveFocus } from '../actions/play';
import type { App } from '../app';
import type { Move } from '../model/grid';

/** Gives a cell the focus of the keyboard. */
export function focusCell(cell: number): void {
  document.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus({ preventScroll: false });
}

/** Moves selection and focus. */
export function go(app: App, move: Move, extendsIt: boolean): void {
  moveFocus(app, move, extendsIt);
  focusCell(app.state.selection.focus);
}
