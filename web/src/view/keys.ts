/** Keys on the board. All of them are listed in the dialog `keys`. */

import type { App } from '../app';
import { askHint, closeHint, moreHint } from '../actions/learn';
import {
  apply,
  clearSelection,
  drawLine,
  eraseCells,
  isPlayable,
  press,
  repeat,
  select,
  selectAll,
  setTool,
  takeBack,
  togglePin,
} from '../actions/play';
import { digitAt } from '../model/game';
import { COLORS } from '../model/mask';
import { type Move, moved } from '../model/grid';
import { TOOLS, type Tool } from '../state';
import { shownVariant } from '../variant/door';
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
  if (app.state.game.isSetting && !isCommand && onSettingKey(app, event)) return event.preventDefault();
  if (move && !event.altKey) {
    const jump: Record<string, Move> = { 'row-start': 'first', 'row-end': 'last' };
    const { selection, tool, game } = app.state;
    const [from, to] = [selection.focus, moved(game.grid, selection.focus, move)];
    // With a pen in hand Shift draws, though not around the board.
    const isNext = [1, game.grid.side].includes(Math.abs(from - to));
    const draws = event.shiftKey && tool === 'line' && app.state.view === 'play' && isNext;
    if (draws) drawLine(app, [from, to]);
    go(app, isCommand ? (jump[move] ?? move) : move, event.shiftKey && !draws);
  } else if (isCommand && event.key.toLowerCase() === 'a') {
    selectAll(app);
  } else if (isCommand && !/^Digit/.test(event.code)) {
    return;
  } else if (event.key === 'Backspace' || event.key === 'Delete') {
    eraseCells(app);
  } else if (event.key === ' ') {
    setTool(app, app.state.tool === 'note' ? 'digit' : 'note');
  } else if (event.key === 'Escape') {
    if (!isHintSeen(app) || !closeHint(app)) clearSelection(app);
  } else if (event.key === 'Enter') {
    if (app.state.game.isSetting) go(app, 'down', false);
    else apply(app);
  } else if (event.key === 'h' && isLetterFree(app, 'h')) {
    if (app.state.learn.hint.status === 'idle') void askHint(app);
    else moreHint(app);
  } else if (toolOf(app, event)) {
    setTool(app, toolOf(app, event) ?? 'digit');
  } else if (event.key === '0' && !app.state.game.puzzle.alphabet.includes('0')) {
    eraseCells(app);
  } else {
    const found = digitOf(app.state.game.puzzle.alphabet, event);
    if (!found) return;
    const [digit, isShifted] = found;
    if (isCommand) press(app, digit, false, 'centre');
    else if (event.altKey) togglePin(app, digit);
    else if (app.state.tool === 'color' && isPlayable(app)) {
      if (digit <= COLORS) press(app, digit);
    } else press(app, digit, isShifted);
  }
  event.preventDefault();
}

/** Typing a puzzle: each digit or blank goes on to the next cell, as in a text. */
function onSettingKey(app: App, event: KeyboardEvent): boolean {
  const { game, selection } = app.state;
  const at = selection.focus;
  const step = (by: number) => {
    const cell = Math.min(game.grid.size - 1, Math.max(0, at + by));
    select(app, cell);
    focusCell(cell);
  };
  if (selection.cells.length !== 1 || event.altKey) return false;
  if (event.key === 'Backspace') {
    if (!digitAt(game.position, at)) step(-1);
    eraseCells(app);
    return true;
  }
  const isBlank = [' ', '.', '0'].includes(event.key) && !game.puzzle.alphabet.includes(event.key);
  const found = digitOf(game.puzzle.alphabet, event);
  if (!isBlank && !found) return false;
  if (found && digitAt(game.position, at) !== found[0]) press(app, found[0]);
  if (isBlank && digitAt(game.position, at)) eraseCells(app);
  step(1);
  return true;
}

/** Letters that choose a tool, side by side on most keyboards, unless they are digits of the board. */
function toolOf(app: App, { key, altKey, shiftKey }: KeyboardEvent): Tool | undefined {
  const at = altKey || shiftKey ? -1 : 'zxcvbn'.indexOf(key);
  return key.length === 1 && at >= 0 && isLetterFree(app, key) ? TOOLS[at] : undefined;
}

/** Whether a letter is no digit of the board, and the board is played on. */
const isLetterFree = ({ state }: App, key: string): boolean =>
  state.view === 'play' &&
  !state.game.puzzle.alphabet.some((symbol) => symbol.toLowerCase() === key) &&
  !state.game.puzzle.alphabet.some((symbol) => symbol.length > 1);

/** Whether the view has a place for a hint, with nothing else in it. */
const isHintSeen = ({ state: { view, learn } }: App): boolean =>
  view === 'play' || (view === 'learn' && !learn.path && !learn.lesson);

/** Keys that work everywhere on the page. */
export function onGlobalKey(app: App, event: KeyboardEvent): void {
  const variants = shownVariant(app);
  if (variants) return variants.onGlobalKey(app, event);
  const target = event.target as HTMLElement;
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'range';
  if (isTyping || app.state.dialog) return;
  const key = event.key.toLowerCase();
  // With the focus nowhere, as on a fresh page, digits and arrows mean the board; what scrolls the page goes on to.
  // A digit means the board on a button, too, where it would do nothing.
  const isDigit = digitOf(app.state.game.puzzle.alphabet, event) !== null;
  const isForBoard =
    target === document.body ? isDigit || event.key.startsWith('Arrow') : isDigit && target.tagName === 'BUTTON';
  if (app.state.view !== 'enter' && isForBoard) {
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
  } else if (event.key === 'Escape' && isHintSeen(app)) {
    if (closeHint(app)) event.preventDefault();
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
  const figure = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (!figure) return null;
  const at = alphabet.indexOf(figure);
  const digit = at >= 0 ? at + 1 : Number(figure);
  return digit > 0 && digit <= alphabet.length && (at >= 0 || !alphabet.some((symbol) => /\d/.test(symbol)))
    ? [digit, shiftKey]
    : null;
}
