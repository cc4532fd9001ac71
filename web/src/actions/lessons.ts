/** Techniques: what they are, which are switched off, and exercises for one of them. */

import { type App, failedBy, stop } from '../app';
import {
  type Advice,
  type Board,
  type Explained,
  LEVELS,
  type Level,
  STEP_LANGUAGES,
  type Step,
  type StepLanguage,
} from '../engine/protocol';
import { gameOf, toBoard } from '../model/boards';
import { type Game, applyStep, digitAt, newGame, puzzleOf, shownNotes } from '../model/game';
import { gridOf } from '../model/grid';
import { type Lessons, type Technique, basicsWith, defaultsWith, loadLessons, usedOf } from '../model/lessons';
import { has } from '../model/mask';
import { type Exercise, LEARN, type Lesson, type Practice, type StepAdvice, type Task } from '../state';
import { randomOf, redressed } from '../stock';
import { open, randomSeed } from './games';

/** What is known of the techniques; `null` if it cannot be loaded, which is said. */
async function lessonsOf(app: App): Promise<Lessons | null> {
  try {
    const lessons = await loadLessons();
    if (app.state.lessons !== lessons) app.set({ lessons });
    return lessons;
  } catch {
    app.notify(app.t('lesson.failed'), true);
    return null;
  }
}

export const askLessons = (app: App): Promise<unknown> => lessonsOf(app);

export const techniqueOf = (app: App, slug: string): Technique | undefined =>
  app.state.lessons?.techniques.find((one) => one.slug === slug);

/** What names and sentences of steps are in: the language of the page, or English where the engine does not have it. */
export const stepLanguage = ({ state }: App): StepLanguage =>
  STEP_LANGUAGES.find((language) => language === state.settings.language) ?? 'en';

export const worded = (app: App) => ({ language: stepLanguage(app) });

/** A question about the steps of a board: in the language of the page, with the techniques that are not switched off. */
export function asked(app: App, board: Board): Explained | Promise<Explained> {
  const { settings, lessons } = app.state;
  const question = { board, ...worded(app) };
  const limited = (known: Lessons | null) =>
    known ? { ...question, techniques: usedOf(known, settings.off) } : question;
  if (settings.off.length === 0) return question;
  return lessons ? limited(lessons) : lessonsOf(app).then(limited);
}

/** No technique is left that hints and ways may use. */
export const isNoneLeft = ({ state }: App): boolean =>
  state.lessons !== null && state.settings.off.length > 0 && usedOf(state.lessons, state.settings.off).length === 0;

/** Switches techniques off, or on again. */
export function switchTechniques(app: App, slugs: readonly string[], isOn: boolean): void {
  const others = app.state.settings.off.filter((slug) => !slugs.includes(slug));
  setOff(app, isOn ? others : [...others, ...slugs]);
}

/** Only techniques up to a level are used. */
export function switchAbove(app: App, level: Level): void {
  const isAbove = (one: Technique) => one.isDefault && LEVELS.indexOf(one.level) > LEVELS.indexOf(level);
  setOff(
    app,
    (app.state.lessons?.techniques ?? []).filter(isAbove).map(({ slug }) => slug),
  );
}

/** What was found with other techniques is not true any more. */
function setOff(app: App, off: readonly string[]): void {
  app.set({ settings: { ...app.state.settings, off } });
  forgetSteps(app);
  if (isNoneLeft(app)) app.say(app.t('techniques.none'));
}

/** Forgets what was found with other techniques. */
function forgetSteps(app: App): void {
  const { hint, check, rating, steps, pathTask, fromHere } = app.state.learn;
  stop(hint, check, rating, steps, pathTask);
  app.setLearn({ ...LEARN, fromHere });
}

const setLesson = (app: App, changes: Partial<Lesson>): void => {
  const { lesson } = app.state.learn;
  if (lesson) app.setLearn({ lesson: { ...lesson, ...changes } });
};

/** The page of a technique, with its example on the board. */
export async function openLesson(app: App, slug: string): Promise<void> {
  app.set({ view: 'learn', notice: null });
  app.setLearn({ lesson: { slug, grade: 1, example: { status: 'idle' } } });
  if (!(await lessonsOf(app))) return app.setLearn({ lesson: null });
  const technique = techniqueOf(app, slug);
  if (!technique) return app.setLearn({ lesson: null });
  app.say(technique.name[stepLanguage(app)]);
  const isShown = () => app.state.learn.lesson?.slug === slug;
  try {
    const example = await exampleOf(app, technique);
    if (isShown() && example) setLesson(app, { example: { status: 'done', value: example } });
  } catch (error) {
    if (isShown()) setLesson(app, { example: failedBy(error) });
  }
}

/** The position that the page of a technique shows. */
async function exampleOf(app: App, { example, name, slug }: Technique, signal?: AbortSignal): Promise<Exercise | null> {
  const { boards } = await app.call('read', { text: example, limit: 1 });
  const game = boards[0] && gameOf(boards[0], { title: name[stepLanguage(app)] });
  if (!game) return null;
  const start: Game = { ...game, notesMode: 'automatic' };
  const advice = await adviceOn(app, start, slug, signal);
  return advice && { start, advice };
}

export const closeLesson = (app: App): void => app.setLearn({ lesson: null });

/** One grade more of the example, or the first again. */
export function moreOfExample(app: App): void {
  const { lesson } = app.state.learn;
  if (lesson?.example.status !== 'done') return;
  const { levels } = lesson.example.value.advice;
  const grade = lesson.grade >= levels.length ? 1 : lesson.grade + 1;
  setLesson(app, { grade });
  app.say(levels[grade - 1] ?? '');
}

const isStep = (advice: Advice): advice is StepAdvice => advice.kind === 'step';

/** What a hint says on a board when it may use one technique only. */
async function adviceOn(app: App, game: Game, slug: string, signal?: AbortSignal): Promise<StepAdvice | null> {
  const request = { board: toBoard(game), techniques: [slug], ...worded(app) };
  const advice = await app.call('hint', request, signal ? { signal } : {});
  return isStep(advice) ? advice : null;
}

/** The example and the exercise that are shown, in the words of the language that is now set. */
export function rewordExercises(app: App): void {
  const { learn, practice } = app.state;
  const again = async (slug: string, task: Task<Exercise>, put: (exercise: Exercise) => void) => {
    if (task.status !== 'done') return;
    const { start } = task.value;
    const advice = await adviceOn(app, start, slug).catch(() => null);
    if (advice) put({ start, advice });
  };
  const isStill = (task: Task<Exercise> | undefined, { start }: Exercise) =>
    task?.status === 'done' && task.value.start === start;
  if (learn.lesson) {
    void again(learn.lesson.slug, learn.lesson.example, (value) => {
      if (isStill(app.state.learn.lesson?.example, value)) setLesson(app, { example: { status: 'done', value } });
    });
  }
  if (!practice) return;
  const technique = techniqueOf(app, practice.slug);
  if (technique) setPractice(app, { name: technique.name[stepLanguage(app)] });
  void again(practice.slug, practice.exercise, (value) => {
    if (!isStill(app.state.practice?.exercise, value)) return;
    setPractice(app, { exercise: { status: 'done', value } });
    if (app.state.learn.hint.status === 'done') app.setLearn({ hint: { status: 'done', value: value.advice } });
  });
}

/** The position of a puzzle just before its way needs a technique; `null` if it does not. */
async function exerciseOf(
  app: App,
  lessons: Lessons,
  slug: string,
  givens: readonly number[],
  signal: AbortSignal,
): Promise<Exercise | null> {
  const grid = gridOf('3x3');
  const bare = grid && newGame(puzzleOf(grid));
  if (!bare) return null;
  let start: Game = { ...bare, notesMode: 'automatic', position: { ...bare.position, givens } };
  // Where something easier always comes first, the step is one for those who know no more than subsets.
  const steps =
    (await stepsBefore(app, start, defaultsWith(lessons, slug), slug, signal)) ??
    (await stepsBefore(app, start, basicsWith(lessons, slug), slug, signal));
  if (!steps) return null;
  for (const step of steps) start = applyStep(start, step);
  start = { ...start, past: [], future: [] };
  const advice = await adviceOn(app, start, slug, signal);
  return advice && { start, advice };
}

/** The steps of a way up to the first of a technique. Nobody waits for those after it. */
async function stepsBefore(app: App, game: Game, techniques: string[], slug: string, signal: AbortSignal) {
  const own = new AbortController();
  const abort = () => own.abort();
  signal.addEventListener('abort', abort);
  const steps: Step[] = [];
  let isThere = false;
  try {
    const board = toBoard(game, true);
    await app.call(
      'explain',
      { board, techniques },
      {
        signal: own.signal,
        onProgress: ({ step }) => {
          if (!step || isThere) return;
          isThere = step.technique === slug;
          if (isThere) own.abort();
          else steps.push(step);
        },
      },
    );
  } catch (error) {
    if (!isThere) throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
  return isThere ? steps : null;
}

const digitsOf = (line: string): number[] => [...line].map((symbol) => Number(symbol) || 0);

/** A puzzle that was made while the player looked at the one before. */
let spare: { slug: string; givens: number[] } | null = null;

/** Makes the next exercise. If it takes too long, one of those in stock will do in another dress. */
async function prepareNext(app: App, slug: string): Promise<void> {
  spare = null;
  try {
    const made = await app.inBackground('generate', { shape: '3x3', seed: randomSeed(), require: [slug] });
    spare = { slug, givens: digitsOf(made.puzzle) };
  } catch {
    // Rare ones are not found in so few attempts, or something more urgent was asked.
  }
}

/** The givens of exercises, one after the other: those in stock, then what was made meanwhile or the stock in other dress. */
function* supply(technique: Technique, number: number): Generator<readonly number[]> {
  const { exercises, slug, example } = technique;
  const grid = gridOf('3x3');
  const first = exercises[number];
  if (first) yield digitsOf(first);
  if (spare?.slug === slug) yield spare.givens;
  const random = randomOf(randomSeed());
  for (let tried = 0; grid && tried < 12 && exercises.length > 0; tried += 1) {
    yield redressed(grid, digitsOf(exercises[random(exercises.length)] ?? example), random);
  }
}

const setPractice = (app: App, changes: Partial<Practice>): void => {
  const { practice } = app.state;
  if (practice) app.set({ practice: { ...practice, ...changes } });
};

/** Begins to practise a technique; the game on the board waits until it is over. */
export async function practise(app: App, slug: string): Promise<void> {
  const lessons = await lessonsOf(app);
  const technique = lessons?.techniques.find((one) => one.slug === slug);
  if (!technique) return;
  const before = app.state.practice?.before ?? app.saved();
  const name = technique.name[stepLanguage(app)];
  app.set({
    practice: {
      slug,
      name,
      number: 0,
      found: 0,
      before,
      exercise: { status: 'idle' },
      isFound: false,
      isHelped: false,
    },
  });
  await nextExercise(app);
}

/** The next exercise of the technique that is practised. */
export async function nextExercise(app: App): Promise<void> {
  const { practice, lessons } = app.state;
  const technique = practice && techniqueOf(app, practice.slug);
  if (!practice || !technique || !lessons) return;
  stop(practice.exercise);
  const controller = new AbortController();
  const put = (exercise: Task<Exercise>) => setPractice(app, { exercise });
  const cancel = () => {
    controller.abort(new DOMException('cancelled', 'AbortError'));
    put({ status: 'idle' });
  };
  put({ status: 'running', cancel });
  try {
    for (const givens of supply(technique, practice.number)) {
      const exercise = await exerciseOf(app, lessons, technique.slug, givens, controller.signal);
      if (controller.signal.aborted) return;
      if (exercise) return show(app, technique, exercise);
    }
    // Of techniques that are never needed there is the position of their page.
    const example = await exampleOf(app, technique, controller.signal);
    if (controller.signal.aborted) return;
    if (example) return show(app, technique, example);
    put({ status: 'failed', message: app.t('practice.failed') });
  } catch (error) {
    if (!controller.signal.aborted) put(failedBy(error));
  }
}

function show(app: App, technique: Technique, exercise: Exercise): void {
  const { practice } = app.state;
  if (!practice) return;
  const number = practice.number + 1;
  const next = {
    ...practice,
    number,
    exercise: { status: 'done', value: exercise } as const,
    isFound: false,
    isHelped: false,
  };
  open(app, exercise.start, { practice: next });
  // What the step is about is written with this.
  app.set({ tool: exercise.advice.step.placements.length > 0 ? 'digit' : 'note' });
  app.say(app.t('practice.said', { name: practice.name, number }));
  if (!technique.exercises[number]) void prepareNext(app, technique.slug);
}

/** The hint of an exercise is about its technique. */
export function hintOfExercise(app: App): boolean {
  const { practice } = app.state;
  if (practice?.exercise.status !== 'done' || practice.isFound) return practice !== null;
  setPractice(app, { isHelped: true });
  app.setLearn({ hint: { status: 'done', value: practice.exercise.value.advice }, grade: 1, shows: 'hint' });
  return true;
}

/** Something of what the step concludes is on the board: the whole step is shown. */
export function judgeExercise(app: App): void {
  const { practice, game } = app.state;
  if (practice?.exercise.status !== 'done' || practice.isFound) return;
  const { advice } = practice.exercise.value;
  if (!hasConclusion(game, advice.step)) return;
  const found = practice.found + (practice.isHelped ? 0 : 1);
  setPractice(app, { isFound: true, found });
  app.setLearn({ hint: { status: 'done', value: advice }, grade: advice.levels.length, shows: 'hint' });
  app.say(
    `${app.t(practice.isHelped ? 'practice.done' : 'practice.found')} ${advice.levels[advice.levels.length - 1] ?? ''}`,
  );
}

function hasConclusion(game: Game, { placements, eliminations }: Step): boolean {
  const { position, notesMode } = game;
  const isStruck = ([cell, digit]: readonly [number, number]) =>
    has(position.removed[cell] ?? 0, digit) ||
    (notesMode === 'touched' && position.touched[cell] === true && !has(shownNotes(game, cell), digit));
  return (
    placements.some(([cell, digit]) => digitAt(position, cell) === digit) ||
    eliminations.some((candidate) => !digitAt(position, candidate[0]) && isStruck(candidate))
  );
}

/** Back to the game that waits. */
export function leavePractice(app: App): void {
  const { practice } = app.state;
  if (!practice) return;
  stop(practice.exercise);
  const { before } = practice;
  app.set({ practice: null });
  open(app, before.game, { ...before, isSame: true });
  app.setGame(before.game);
}
