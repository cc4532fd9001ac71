/** What a player does: select, enter, mark, undo, time. */

import type { App } from '../app';
import {
  type Game,
  type NotesMode,
  applyStep,
  clearColors,
  conflicts,
  digitAt,
  enterDigit,
  erase,
  isSolved,
  newGame,
  paint,
  redo,
  restart,
  shownNotes,
  toggleNote,
  undo,
} from '../model/game';
import { type Move, columnOf, moved, rowOf } from '../model/grid';
import { has } from '../model/mask';
import type { Tool } from '../state';
import { clock } from '../words';

/** Whether the board on the screen is the game itself, not a step or a stage of a search. */
export const isPlayable = ({ state }: App): boolean =>
  state.view === 'play' ||
  (state.view === 'learn' && state.learn.shows !== 'path') ||
  (state.view === 'study' && state.study.replay.status !== 'done');

export function select(app: App, cell: number, { adds = false, extends: extendsIt = false } = {}): void {
  const { selection } = app.state;
  let cells: readonly number[] = [cell];
  if (extendsIt) cells = [...new Set([...selection.cells, cell])];
  else if (adds)
    cells = selection.cells.includes(cell) ? selection.cells.filter((c) => c !== cell) : [...selection.cells, cell];
  app.set({ selection: { cells, focus: cell } });
}

export function moveFocus(app: App, move: Move, extendsIt: boolean): void {
  select(app, moved(app.state.game.grid, app.state.selection.focus, move), { extends: extendsIt });
}

/** Selects all cells that hold the digit of the focused one, or are blank as it is. */
export function selectAlike(app: App, cell: number): void {
  const { position, grid } = app.state.game;
  const digit = digitAt(position, cell);
  const cells = Array.from({ length: grid.size }, (_, other) => other).filter(
    (other) => digitAt(position, other) === digit,
  );
  app.set({ selection: { cells: digit ? cells : [cell], focus: cell } });
}

export const selectAll = (app: App): void =>
  app.set({
    selection: {
      cells: Array.from({ length: app.state.game.grid.size }, (_, cell) => cell),
      focus: app.state.selection.focus,
    },
  });

export const setTool = (app: App, tool: Tool): void => {
  app.set({ tool });
  app.say(app.t(`tool.${tool}`));
};

/** A digit from keyboard or pad, as the tool has it; `asNote` turns entering into noting and back. */
export function press(app: App, digit: number, asNote = false): void {
  const { game, selection, tool } = app.state;
  if (tool === 'look') return togglePin(app, digit);
  if (!isPlayable(app)) return;
  if (tool === 'color') return colorCells(app, digit);
  const isNote = (tool === 'note') !== asNote && !game.isSetting;
  const cells = selection.cells;
  const after = isNote ? toggleNote(game, cells, digit) : enterDigit(game, cells, digit);
  if (after === game) return;
  change(app, after);
  announce(app, game, after, digit, isNote);
}

/** Colours the selected cells, or their notes of the chosen digit. */
export function colorCells(app: App, color: number): void {
  const { game, selection, colorDigit } = app.state;
  app.set({ color });
  change(app, paint(game, selection.cells, color, colorDigit));
}

export function togglePin(app: App, digit: number): void {
  app.set({ pin: app.state.pin === digit ? 0 : digit });
}

export const eraseCells = (app: App): void => {
  if (!isPlayable(app)) return;
  const { game, selection } = app.state;
  const after = erase(game, selection.cells);
  if (after === game) return;
  change(app, after);
  app.say(app.t('said.erased', { place: placeOf(app, selection.focus) }));
};

export const takeBack = (app: App): void => {
  if (app.state.game.past.length === 0) return;
  change(app, undo(app.state.game));
  app.say(app.t('said.undone'));
};

export const repeat = (app: App): void => {
  if (app.state.game.future.length === 0) return;
  change(app, redo(app.state.game));
  app.say(app.t('said.redone'));
};

export const uncolor = (app: App): void => change(app, clearColors(app.state.game));

export const startOver = (app: App): void => {
  change(app, restart(app.state.game));
  app.set({ seconds: 0, isRunning: false });
  app.notify(app.t('said.restarted'));
};

export function setNotesMode(app: App, notesMode: NotesMode): void {
  app.setGame({ ...app.state.game, notesMode }, { settings: { ...app.state.settings, notesMode } });
}

export const takeStep = (app: App, step: Parameters<typeof applyStep>[1]): void =>
  change(app, applyStep(app.state.game, step));

/** Puts a changed position in; starts the clock, and stops it when the board is solved. */
export function change(app: App, game: Game): void {
  const before = app.state.game;
  if (game === before) return;
  const isNowSolved = isSolved(game);
  app.setGame(game, { isRunning: !isNowSolved && !game.isSetting });
  if (isNowSolved && !isSolved(before) && !game.isSetting) {
    app.notify(app.t('play.solved', { time: clock(app.state.seconds) }));
  }
}

/** Puts another puzzle on the board; `isSame` if it is the one there in another state. */
export function open(app: App, game: Game, changes: { seconds?: number; isSame?: boolean } = {}): void {
  if (!changes.isSame) app.keepPrevious();
  const first = game.position.givens.findIndex((given, cell) => !given && !game.position.placed[cell]);
  const focus = Math.max(0, first);
  // Candidates that belong to the puzzle, or that came with a link, must be seen.
  const hasCandidates = game.position.removed.some(Boolean) && !game.position.notes.some(Boolean);
  app.setGame(
    { ...game, notesMode: hasCandidates ? 'automatic' : app.state.settings.notesMode },
    {
      view: 'play',
      seconds: changes.seconds ?? 0,
      isRunning: false,
      selection: { cells: [focus], focus },
      pin: 0,
      tool: 'digit',
      colorDigit: 0,
      notice: null,
    },
  );
}

/** Lets the player change the givens. */
export const editPuzzle = (app: App): void => {
  app.setGame({ ...app.state.game, isSetting: true }, { tool: 'digit', isRunning: false });
  app.say(app.t('setting.text'));
};

/** Goes on with the game that was on the board before; the one there now takes its place. */
export function resume(app: App): void {
  const { previous } = app.state;
  if (!previous) return;
  app.forgetPrevious();
  open(app, previous.game, { seconds: previous.seconds });
  app.setGame(previous.game);
}

/** A puzzle was typed in: its digits become givens, and the engine says what it is worth. */
export async function finishSetting(app: App): Promise<void> {
  const { game } = app.state;
  const fresh = newGame({ ...game.puzzle, title: '' }, game.position);
  if (!fresh) return;
  open(app, fresh, { isSame: true });
  try {
    const cells = game.position.givens.map((given) => (given ? { given } : {}));
    const { shape, symbols } = game.puzzle;
    const { verdict } = await app.call('solve', { board: { shape, ...(symbols && { symbols }), cells } });
    app.notify(app.t(`verdict.${verdict}`), verdict !== 'unique');
  } catch (error) {
    app.notify(error instanceof Error ? error.message : String(error), true);
  }
}

export const tick = (app: App): void => {
  const { isRunning, seconds, view } = app.state;
  if (!isRunning || view === 'enter' || document.hidden) return;
  app.set({ seconds: seconds + 1 });
  if (seconds % 5 === 4) app.save();
};

const placeOf = (app: App, cell: number): string => {
  const { grid } = app.state.game;
  return app.t('place', { row: rowOf(grid, cell) + 1, column: columnOf(grid, cell) + 1 });
};

function announce(app: App, before: Game, after: Game, digit: number, isNote: boolean): void {
  const { selection } = app.state;
  const cell = selection.cells.length === 1 ? (selection.cells[0] ?? 0) : selection.focus;
  const symbol = after.puzzle.alphabet[digit - 1] ?? '';
  const place = placeOf(app, cell);
  if (isNote) {
    const isOn = has(shownNotes(after, cell), digit);
    return app.say(app.t(isOn ? 'said.noted' : 'said.unnoted', { digit: symbol, place }));
  }
  if (digitAt(after.position, cell) !== digit) return app.say(app.t('said.erased', { place }));
  const clashes = app.state.settings.showsConflicts && conflicts(after.grid, after.position).has(cell);
  if (isSolved(after) && !isSolved(before)) return;
  app.say(app.t(clashes ? 'said.clash' : 'said.placed', { digit: symbol, place }));
}
