/** Keys on the board. All of them are listed in the dialog `keys`. */

import type { App } from '../app';
import { isPlayable, eraseCells, press, repeat, selectAll, setTool, takeBack, togglePin } from '../actions/play';
import { COLORS } from '../model/game';
import type { Move } from '../model/grid';
import { focusCell, go } from './focus';

const MOVES: Record<string, Move> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'row-start',
  End: 'row-end',
  PageUp: 'top',
  PageDown: 'bottom',
};

export function onKey(app: App, event: KeyboardEvent): void {
  const isCommand = event.ctrlKey || event.metaKey;
  const move = MOVES[event.key];
  if (move && !event.altKey) {
    const jump: Record<string, Move> = { 'row-start': 'first', 'row-end': 'last' };
    go(app, isCommand ? (jump[move] ?? move) : move, event.shiftKey);
  } else if (isCommand && event.key.toLowerCase() === 'a') {
    selectAll(app);
  } else if (isCommand) {
    return;
  } else if (event.key === 'Backspace' || event.key === 'Delete') {
    eraseCells(app);
  } else if (event.key === ' ') {
    setTool(app, app.state.tool === 'note' ? 'digit' : 'note');
  } else if (event.key === 'Escape') {
    const { focus } = app.state.selection;
    app.set({ selection: { cells: [focus], focus }, pin: 0 });
  } else if (event.key === '0' && !app.state.game.puzzle.alphabet.includes('0')) {
    eraseCells(app);
  } else {
    const found = digitOf(app.state.game.puzzle.alphabet, event);
    if (!found) return;
    const [digit, isShifted] = found;
    if (event.altKey) togglePin(app, digit);
    else if (app.state.tool === 'color' && isPlayable(app)) {
      if (digit <= COLORS) press(app, digit);
    } else press(app, digit, isShifted);
  }
  event.preventDefault();
}

/** Keys that work everywhere on the page. */
export function onGlobalKey(app: App, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'range';
  if (isTyping || app.state.dialog) return;
  const key = event.key.toLowerCase();
  // With the focus nowhere, as on a fresh page, digits and arrows mean the board; what scrolls the page goes on to.
  const isForBoard = event.key.startsWith('Arrow') || digitOf(app.state.game.puzzle.alphabet, event) !== null;
  if (target === document.body && app.state.view !== 'enter' && isForBoard) {
    focusCell(app.state.selection.focus);
    onKey(app, event);
    return;
  }
  if ((event.ctrlKey || event.metaKey) && key === 'z') {
    if (event.shiftKey) repeat(app);
    else takeBack(app);
    event.preventDefault();
  } else if ((event.ctrlKey || event.metaKey) && key === 'y') {
    repeat(app);
    event.preventDefault();
  } else if (event.key === '?' && !app.state.game.puzzle.alphabet.includes('?')) {
    app.set({ dialog: 'keys' });
    event.preventDefault();
  }
}

/** The digit of a key, and whether Shift asks for a note. */
export function digitOf(
  alphabet: readonly string[],
  { key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>,
): [digit: number, isShifted: boolean] | null {
  const exact = alphabet.indexOf(key);
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  if (isLetter) {
    const fold = (letter: string) => letter.toLowerCase();
    const alike = alphabet.filter((symbol) => fold(symbol) === fold(key));
    // With letters in both cases, Shift belongs to the letter.
    if (alike.length > 1) return exact < 0 ? null : [exact + 1, false];
    const found = alphabet.findIndex((symbol) => fold(symbol) === fold(key));
    if (found >= 0) return [found + 1, shiftKey];
    // Numbers of two figures are typed as letters: A is 10.
    const number = key.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 10;
    if (alphabet[number - 1] === String(number)) return [number, shiftKey];
  } else if (exact >= 0) {
    return [exact + 1, shiftKey && /\d/.test(key)];
  }
  // Keys of figures, whatever Shift, Alt and the keyboard make of them (a French one has figures with Shift only).
  const figure = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  if (!figure) return null;
  const at = alphabet.indexOf(figure);
  const digit = at >= 0 ? at + 1 : Number(figure);
  return digit <= alphabet.length && (at >= 0 || !alphabet.some((symbol) => /\d/.test(symbol)))
    ? [digit, shiftKey]
    : null;
}
