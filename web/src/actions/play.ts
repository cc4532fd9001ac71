/** What a player does: select, enter, mark, undo, time. */

import type { App } from '../app';
import {
  type Game,
  type NotesMode,
  applyStep,
  clearColors,
  counts,
  digitAt,
  drawLines,
  enterDigit,
  erase,
  isSolved,
  paint,
  redo,
  restart,
  toggleCentre,
  toggleNote,
  undo,
} from '../model/game';
import { type Move, moved } from '../model/grid';
import { COLORS } from '../model/mask';
import type { Tool } from '../state';
import { describe, placeOf, placesOf } from './describe';
import { finish, mistakes } from './games';
import { judgeExercise } from './lessons';

/** Whether the board on the screen is the game itself, not a step or a stage of a search. */
export const isPlayable = ({ state }: App): boolean =>
  (state.view === 'play' && !state.isPaused && !state.practice?.isFound) ||
  (state.view === 'learn' && state.learn.shows !== 'path') ||
  (state.view === 'study' && state.study.replay.status !== 'done');

export const selectCells = (app: App, cells: readonly number[], focus: number): void =>
  app.set({ selection: { cells: [...new Set(cells)], focus } });

export const select = (app: App, cell: number, { extends: extendsIt = false } = {}): void =>
  selectCells(app, extendsIt ? [...app.state.selection.cells, cell] : [cell], cell);

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

/** The tool that a digit is for when Shift is held: notes for digits, and back. */
const SHIFTED: Partial<Record<Tool, Tool>> = { digit: 'note', note: 'digit', centre: 'digit' };

/** A digit from keyboard or pad, as the tool has it; `isShifted` turns entering into noting and back. */
export function press(app: App, digit: number, isShifted = false, as: Tool = app.state.tool): void {
  const { game, selection } = app.state;
  const tool = (isShifted && SHIFTED[as]) || as;
  if (tool === 'look') return togglePin(app, digit);
  if (!isPlayable(app)) return;
  if (tool === 'color') return colorCells(app, digit);
  if (game.isSetting) return enter(app, selection.cells, digit, 'digit');
  // Cells that see each other cannot all have the digit: it is noted in them.
  const { peers } = game.grid;
  const open = selection.cells.filter((cell) => !game.position.givens[cell]);
  const clash = open.some((cell) => open.some((other) => peers[cell]?.includes(other)));
  enter(app, selection.cells, digit, tool === 'digit' && clash ? 'note' : tool);
}

/** With the digit chosen first: what is selected now gets it, as the tool has it. */
export function apply(app: App): void {
  const { settings, tool, pin, color, view } = app.state;
  if (!settings.digitFirst || view !== 'play' || !isPlayable(app)) return;
  if (tool === 'color') colorCells(app, color);
  else if (pin && tool !== 'look' && tool !== 'line') press(app, pin);
}

/** Chooses the digit, or the colour, that cells get when they are touched. */
export function arm(app: App, value: number): void {
  if (app.state.tool !== 'color') return togglePin(app, value);
  app.set({ color: value });
  app.say(app.t(`color.${value}` as 'color.1'));
}

/** Writes a digit or a mark into cells, and says what became of it. */
export function enter(app: App, cells: readonly number[], digit: number, tool: Tool): void {
  const { game } = app.state;
  const put = tool === 'note' ? toggleNote : tool === 'centre' ? toggleCentre : enterDigit;
  const after = put(game, cells, digit);
  if (after !== game) return make(app, after);
  const places = { place: placesOf(app.t, game, cells) };
  const areGiven = !game.isSetting && cells.every((cell) => game.position.givens[cell]);
  app.say(app.t(areGiven ? 'said.given' : 'said.nothing', places));
}

/** Puts a move on the board and says it. */
function make(app: App, after: Game, key: 'said.undone' | 'said.redone' | '' = ''): void {
  const before = app.state.game;
  change(app, after);
  // The end of a game, and of an exercise, is said already.
  if ((isSolved(after) && !isSolved(before)) || app.state.practice?.isFound) return;
  const what = describe(app.t, before, after, app.state.settings.showsConflicts);
  const { settings, selection } = app.state;
  const wrong = settings.showsMistakes ? mistakes(app.state).filter((cell) => selection.cells.includes(cell)) : [];
  const said = wrong.length > 0 ? `${what}, ${app.t('flag.mistake')}` : what;
  app.say(key ? app.t(key, { what: said }) : said);
}

/** Colours the selected cells, or their notes of the chosen digit. */
export function colorCells(app: App, color: number): void {
  const { game, selection, colorDigit } = app.state;
  if (color > COLORS) return;
  app.set({ color });
  const after = paint(game, selection.cells, color, colorDigit);
  if (after !== game) make(app, after);
  else app.say(app.t('said.nothing'));
}

/** Draws a line through cells, or takes it off. */
export const drawLine = (app: App, cells: readonly number[]): void => {
  const after = drawLines(app.state.game, cells);
  if (after !== app.state.game) make(app, after);
};

export function togglePin(app: App, digit: number): void {
  const pin = app.state.pin === digit ? 0 : digit;
  app.set({ pin });
  const { game } = app.state;
  const values = { digit: game.puzzle.alphabet[digit - 1] ?? '', count: counts(game)[digit] ?? 0 };
  app.say(app.t(pin ? 'said.pinned' : 'said.unpinned', values));
}

/** One selected cell, no digit looked at. */
export function clearSelection(app: App): void {
  const { focus } = app.state.selection;
  app.set({ selection: { cells: [focus], focus }, pin: 0 });
  app.say(app.t('said.single', { place: placeOf(app.t, app.state.game, focus) }));
}

export const eraseCells = (app: App, cells: readonly number[] = app.state.selection.cells): void => {
  if (!isPlayable(app)) return;
  const { game } = app.state;
  const after = erase(game, cells);
  if (after !== game) return make(app, after);
  const areGiven = !game.isSetting && cells.every((cell) => game.position.givens[cell]);
  app.say(app.t(areGiven ? 'said.given' : 'said.nothing', { place: placesOf(app.t, game, cells) }));
};

export const takeBack = (app: App): void => {
  if (app.state.game.past.length === 0) return app.say(app.t('said.no-undo'));
  make(app, undo(app.state.game), 'said.undone');
};

export const repeat = (app: App): void => {
  if (app.state.game.future.length === 0) return app.say(app.t('said.no-redo'));
  make(app, redo(app.state.game), 'said.redone');
};

export const uncolor = (app: App): void => {
  const after = clearColors(app.state.game);
  if (after !== app.state.game) make(app, after);
};

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
  // What was said of the board before is not true of this one.
  const { practice } = app.state;
  app.setGame(game, { isRunning: !isNowSolved && !game.isSetting && !practice, notice: null });
  if (practice) return judgeExercise(app);
  if (isNowSolved && !isSolved(before) && !game.isSetting) finish(app);
}

export const tick = (app: App): void => {
  const { isRunning, isPaused, seconds, view } = app.state;
  if (!isRunning || isPaused || view === 'enter' || document.hidden) return;
  app.set({ seconds: seconds + 1 });
  if (seconds % 5 === 4) app.save();
};
