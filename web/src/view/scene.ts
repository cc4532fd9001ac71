/** What the board shows: the game, or a step or stage drawn on it. From the state alone, so that it can be tested. */

import { choicesAt } from '../actions/study';
import { mistakes } from '../actions/games';
import { gameBefore, drawingOf } from '../actions/learn';
import { type Game, automatic, conflicts, digitAt, shownNotes } from '../model/game';
import type { Grid } from '../model/grid';
import { type Mask, all, digits } from '../model/mask';
import type { Drawing, Exercise, Replay, State } from '../state';
import type { StepMark } from '../engine/protocol';

export type Ink = 'given' | 'placed' | 'found';

export interface SceneCell {
  readonly digit: number;
  readonly ink: Ink;
  readonly notes: Mask;
  /** Marks in the middle. */
  readonly centres: Mask;
  /** The colours of the cell, in their order. */
  readonly colors: readonly number[];
  /** Colours of notes, as digit and colour. */
  readonly noteColors: readonly (readonly [number, number])[];
  readonly isConflict: boolean;
  /** Something is wrong here, or worth a look. */
  readonly flag: '' | 'mistake' | 'redundant' | 'differs' | 'chosen' | 'dead';
}

export interface Scene {
  readonly grid: Grid;
  readonly alphabet: readonly string[];
  readonly cells: readonly SceneCell[];
  /** Lines that the player drew, from cell to cell. */
  readonly lines: readonly (readonly [number, number])[];
  readonly drawing: Drawing | null;
  /** The game itself, which a player can change. */
  readonly isGame: boolean;
}

const EMPTY: SceneCell = {
  digit: 0,
  ink: 'given',
  notes: 0,
  centres: 0,
  colors: [],
  noteColors: [],
  isConflict: false,
  flag: '',
};

/** The current state of a game. */
export function gameScene(game: Game, showsConflicts = true): Scene {
  const { position, grid, puzzle } = game;
  const wrong = showsConflicts ? conflicts(grid, position) : new Set<number>();
  const colors = new Map<number, [number, number][]>();
  for (const [key, color] of position.noteColors) {
    const list = colors.get(key >> 5) ?? [];
    colors.set(key >> 5, [...list, [key & 31, color]]);
  }
  const cells = position.givens.map((given, cell): SceneCell => ({
    digit: digitAt(position, cell),
    ink: given ? 'given' : 'placed',
    notes: shownNotes(game, cell),
    centres: digitAt(position, cell) ? 0 : (position.centres[cell] ?? 0),
    colors: digits(position.cellColors[cell] ?? 0),
    noteColors: colors.get(cell) ?? [],
    isConflict: wrong.has(cell),
    flag: '',
  }));
  const lines = [...position.lines.keys()].map((key) => [key >> 10, key & 1023] as const);
  return { grid, alphabet: puzzle.alphabet, cells, lines, drawing: null, isGame: true };
}

/** The cells that a drawing is about. */
const cellsOf = ({ marks, houses, placements, eliminations }: Drawing): Set<number> =>
  new Set([
    ...marks.map(({ cell }) => cell),
    ...houses.flatMap(({ cells }) => cells),
    ...[...placements, ...eliminations].map(([cell]) => cell),
  ]);

/** The candidates that steps are about: all that are left, whatever the player has noted; of `only` these cells. */
function withCandidates(scene: Scene, game: Game, only?: ReadonlySet<number>): Scene {
  const free = automatic(game.grid, game.position);
  const notes = (cell: number) =>
    game.notesMode === 'touched' ? shownNotes(game, cell) : (free[cell] ?? 0) & ~(game.position.removed[cell] ?? 0);
  return {
    ...scene,
    cells: scene.cells.map((one, cell) =>
      one.digit || (only && !only.has(cell)) ? one : { ...one, notes: notes(cell) },
    ),
  };
}

function flagged(scene: Scene, cells: readonly number[], flag: SceneCell['flag']): Scene {
  const set = new Set(cells);
  return { ...scene, cells: scene.cells.map((one, cell) => (set.has(cell) ? { ...one, flag } : one)) };
}

const PLACES: Drawing = { marks: [], links: [], houses: [], placements: [], eliminations: [] };

/** The second grade of a hint says what to look at, and not what follows. */
export function withoutConclusions(drawing: Drawing): Drawing {
  const isConclusion = ({ kind }: StepMark) => kind === 'eliminated' || kind === 'placed';
  return { ...PLACES, houses: drawing.houses, marks: drawing.marks.filter((mark) => !isConclusion(mark)) };
}

/** A position with the step that is found there, as far as a grade shows it. */
function exampleScene({ start, advice }: Exercise, grade: number): Scene {
  const drawing = drawingOf(advice.step);
  const shown = grade > 2 ? drawing : grade === 2 ? withoutConclusions(drawing) : null;
  return { ...withCandidates(gameScene(start), start), drawing: shown, isGame: false };
}

/** What the page's board shows now. */
export function sceneOf(state: State): Scene {
  const { game, settings, learn, study, view } = state;
  const bare = gameScene(game, settings.showsConflicts);
  const scene = settings.showsMistakes ? flagged(bare, mistakes(state), 'mistake') : bare;
  const { practice } = state;
  if (view === 'play' && practice?.isFound && practice.exercise.status === 'done') {
    return exampleScene(practice.exercise.value, 3);
  }
  if (view === 'learn' && learn.lesson?.example.status === 'done') {
    return exampleScene(learn.lesson.example.value, learn.lesson.grade);
  }
  if (view === 'learn' || view === 'play') {
    if (view === 'learn' && learn.shows === 'path' && learn.path) {
      const { start, steps } = learn.path;
      const before = gameBefore(start, steps, learn.at);
      const step = steps[learn.at];
      const lit = learn.link >= 0 ? { lit: learn.link } : {};
      const drawing = step ? { ...drawingOf(step), ...lit } : null;
      return { ...withCandidates(gameScene(before), before), drawing, isGame: false };
    }
    if (learn.showsMistakes && learn.check.status === 'done' && learn.check.value.kind === 'mistake') {
      return flagged(scene, learn.check.value.cells, 'mistake');
    }
    if (learn.shows === 'hint' && learn.hint.status === 'done') {
      const advice = learn.hint.value;
      if (advice.kind === 'step' && learn.grade > 1) {
        const drawing = drawingOf(advice.step);
        const shown = learn.grade === 2 ? withoutConclusions(drawing) : drawing;
        // Notes by hand stay as they are where the step is not about them.
        const only = game.notesMode === 'manual' ? cellsOf(drawing) : undefined;
        return { ...withCandidates(scene, game, only), drawing: shown };
      }
      if (advice.kind === 'mistake' && learn.grade > 1) return flagged(scene, advice.cells, 'mistake');
    }
    if (view === 'learn' && typeof learn.shows === 'object' && learn.steps.status === 'done') {
      const step = learn.steps.value[learn.shows.step];
      if (step) return { ...withCandidates(scene, game), drawing: drawingOf(step) };
    }
  }
  if (view === 'study') {
    if (study.replay.status === 'done') return replayScene(game, study.replay.value);
    if (study.minimal.status === 'done' && study.showsRedundant) {
      return flagged(scene, study.minimal.value.redundant, 'redundant');
    }
  }
  return scene;
}

function replayScene(game: Game, replay: Replay): Scene {
  const masks = choicesAt(replay, replay.at);
  const event = replay.events[replay.at];
  const cells = game.position.givens.map((given, cell): SceneCell => {
    if (given) return { ...EMPTY, digit: given };
    const left = masks[cell] ?? 0;
    const [digit, second] = digits(left);
    const isFixed = digit !== undefined && second === undefined;
    const isAll = left === all(game.grid.side);
    const flag = event?.cell !== cell ? '' : event.kind === 'contradiction' ? 'dead' : 'chosen';
    return { ...EMPTY, ink: 'found', digit: isFixed ? digit : 0, notes: isFixed || isAll ? 0 : left, flag };
  });
  const fixed = event?.fixed ?? [];
  const drawing = {
    ...PLACES,
    placements: fixed,
    marks: fixed.map(([cell, digit]) => ({ cell, digit, kind: 'placed' as const })),
  };
  return { grid: game.grid, alphabet: game.puzzle.alphabet, cells, lines: [], drawing, isGame: false };
}

/** Digits on a board, such as a solution; cells that differ from another one are marked. */
export function solutionScene(game: Game, solution: readonly number[], other?: readonly number[]): Scene {
  const { givens } = game.position;
  const cells = givens.map((given, cell): SceneCell => ({
    ...EMPTY,
    digit: given || (solution[cell] ?? 0),
    ink: given ? 'given' : 'placed',
    flag: other && other[cell] !== solution[cell] ? 'differs' : '',
  }));
  return { grid: game.grid, alphabet: game.puzzle.alphabet, cells, lines: [], drawing: null, isGame: false };
}
