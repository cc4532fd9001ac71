/** The page's state in one place: actions put a new one in, views hear of it. */

import { type CallOptions, type Engine, EngineMissing } from './engine/client';
import type { Method, Methods, VariantMethod, VariantMethods } from './engine/protocol';
import { type Key, type Translate, translator } from './i18n';
import { type Game, isSolved } from './model/game';
import {
  type Result,
  type Saved,
  type Store,
  loadOtherVariants,
  loadVariant,
  saveGame,
  saveGames,
  saveResults,
  saveSettings,
  saveOtherVariants,
  saveVariant,
} from './model/storage';
import { IDLE, LEARN, type Learn, type Problem, STUDY, type State, type Study, type Task } from './state';
import type { Variant } from './variant/state';

/** How often progress is shown, in milliseconds. */
const PROGRESS_TIME = 250;
/** How long a message is shown, in milliseconds. */
const NOTICE_TIME = 8000;

export class App {
  #state: State;
  #isScheduled = false;
  #background: AbortController | null = null;
  #listeners: (() => void)[] = [];
  readonly #engine: Pick<Engine, 'call' | 'callVariant'>;
  readonly #store: Store;
  t: Translate;

  constructor(state: State, engine: Pick<Engine, 'call' | 'callVariant'>, store: Store) {
    this.#state = state;
    this.#engine = engine;
    this.#store = store;
    this.t = translator(state.settings.language);
  }

  get state(): State {
    return this.#state;
  }

  /** Listeners hear of changes once per task, after the last of them. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  set(changes: Partial<State>): void {
    const before = this.#state;
    this.#state = { ...before, ...changes };
    if (this.#state.settings !== before.settings) {
      this.t = translator(this.#state.settings.language);
      saveSettings(this.#store, this.#state.settings);
    }
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      for (const listener of this.#listeners) listener();
    });
  }

  setLearn(changes: Partial<Learn>): void {
    this.set({ learn: { ...this.#state.learn, ...changes } });
  }

  setStudy(changes: Partial<Study>): void {
    this.set({ study: { ...this.#state.study, ...changes } });
  }

  setVariant(changes: Partial<Variant>): void {
    const { variant } = this.#state;
    if (variant) this.set({ variant: { ...variant, ...changes } });
  }

  /** Puts a changed game in. What was found out about the board before is forgotten where it no longer holds. */
  setGame(game: Game, changes: Partial<State> = {}): void {
    const before = this.#state.game;
    const { learn } = this.#state;
    const isOther = game.puzzle !== before.puzzle || game.position.givens !== before.position.givens;
    if (isOther) {
      stop(learn.pathTask, learn.rating, ...Object.values(this.#state.study).filter(isTask));
      stop(learn.hint, learn.check, learn.steps, learn.se);
      stop(this.#state.known);
      this.set({
        known: IDLE,
        learn: { ...LEARN, fromHere: learn.fromHere },
        study: { ...STUDY, strategy: this.#state.study.strategy },
      });
    } else if (game.position !== before.position || game.notesMode !== before.notesMode) {
      stop(learn.hint, learn.check, learn.steps);
      const { hint, grade, check, showsMistakes, steps } = LEARN;
      const shows = learn.shows === 'path' ? 'path' : 'game';
      this.setLearn({ hint, grade, check, showsMistakes, steps, shows });
    }
    this.set({ game, ...changes });
    this.save();
  }

  /** The game on the board as it is now. */
  saved(): Saved {
    const { game, seconds, hints } = this.#state;
    return { game, seconds, hints, at: Date.now() };
  }

  /** What is to be found after a reload: exercises are not kept, but the game that waits is. */
  save(): void {
    saveGame(this.#store, this.#state.practice?.before ?? this.saved());
  }

  /** Keeps a game that has begun and is not finished, before another one takes its place. */
  keepGame(): void {
    const { games, practice } = this.#state;
    const saved = practice?.before ?? this.saved();
    const { game } = saved;
    const { placed, notes, centres, givens } = game.position;
    const hasBegun = [placed, notes, centres].some((list) => list.some(Boolean));
    if (!(hasBegun || (game.isSetting && givens.some(Boolean))) || isSolved(game)) return;
    this.#keepGames([saved, ...games]);
  }

  forgetGame(saved: Saved): void {
    this.#keepGames(this.#state.games.filter((other) => other !== saved));
  }

  #keepGames(games: readonly Saved[]): void {
    this.set({ games });
    saveGames(this.#store, games);
  }

  keepResults(results: readonly Result[]): void {
    this.set({ results });
    saveResults(this.#store, results);
  }

  /** What is to be found of the variant after a reload; nothing is asked of what it looks like. */
  keepVariant(record: unknown): void {
    saveVariant(this.#store, record);
  }

  keptVariant(): unknown {
    return loadVariant(this.#store);
  }

  keepOtherVariants(records: readonly unknown[]): void {
    saveOtherVariants(this.#store, records);
  }

  keptOtherVariants(): readonly unknown[] {
    return loadOtherVariants(this.#store);
  }

  say(text: string): void {
    this.set({ spoken: { text, number: this.#state.spoken.number + 1 } });
  }

  /** Shows a short message, and says it; perhaps with what the engine says of it. */
  notify(text: string, isError = false, english = ''): void {
    const notice = { text, english, isError };
    this.set({ notice });
    this.say([text, english].filter(Boolean).join(' '));
    // What is good to know goes by itself; what went wrong stays until it is closed.
    if (!isError) setTimeout(() => this.#state.notice === notice && this.set({ notice: null }), NOTICE_TIME);
  }

  notifyError(error: unknown): void {
    const { text, isEnglish } = problemOf(error);
    if (isEnglish) this.notify('', true, text);
    else this.notify(text, true);
  }

  call<M extends Method>(
    method: M,
    request: Methods[M]['request'],
    options?: CallOptions,
  ): Promise<Methods[M]['answer']> {
    this.#background?.abort();
    return this.#explained(this.#engine.call(method, request, options), 'engine.missing');
  }

  /** Says in the words of the page what is missing, and what to do about it. */
  async #explained<T>(answer: Promise<T>, key: Key): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw error instanceof EngineMissing ? new EngineMissing(this.t(key)) : error;
    }
  }

  /** Asks for what nobody waits for; any other call ends it. */
  async inBackground<M extends Method>(method: M, request: Methods[M]['request']): Promise<Methods[M]['answer']> {
    const controller = new AbortController();
    this.#background?.abort();
    this.#background = controller;
    try {
      return await this.#engine.call(method, request, { signal: controller.signal });
    } finally {
      if (this.#background === controller) this.#background = null;
    }
  }

  /**
   * Asks the engine and keeps where the answer is to go up to date. `put` is called with the running task, its
   * progress now and then, and its end; not at all after a cancel, which puts the idle task. `onProgress` hears of
   * everything, before `put` does.
   */
  run<M extends Method, T>(
    method: M,
    request: Methods[M]['request'] | Promise<Methods[M]['request']>,
    finish: (answer: Methods[M]['answer']) => T,
    put: (task: Task<NoInfer<T>>) => void,
    onProgress?: CallOptions['onProgress'],
  ): Promise<void> {
    const ask = async (options: CallOptions) =>
      this.call(method, request instanceof Promise ? await request : request, options);
    return this.#run(ask, finish, put, onProgress);
  }

  /** The same for questions about variants. */
  runVariant<M extends VariantMethod, T>(
    method: M,
    request: VariantMethods[M]['request'],
    finish: (answer: VariantMethods[M]['answer']) => T,
    put: (task: Task<NoInfer<T>>) => void,
  ): Promise<void> {
    return this.#run((options) => this.callVariant(method, request, options), finish, put);
  }

  callVariant<M extends VariantMethod>(
    method: M,
    request: VariantMethods[M]['request'],
    options?: CallOptions,
  ): Promise<VariantMethods[M]['answer']> {
    return this.#explained(this.#engine.callVariant(method, request, options), 'variants.missing');
  }

  async #run<A, T>(
    ask: (options: CallOptions) => Promise<A>,
    finish: (answer: A) => T,
    put: (task: Task<T>) => void,
    onProgress?: CallOptions['onProgress'],
  ): Promise<void> {
    const controller = new AbortController();
    const cancel = () => {
      if (controller.signal.aborted) return;
      controller.abort(new DOMException('cancelled', 'AbortError'));
      put({ status: 'idle' });
    };
    put({ status: 'running', cancel });
    let shown = Date.now();
    try {
      const answer = await ask({
        signal: controller.signal,
        onProgress: (progress) => {
          if (controller.signal.aborted) return;
          onProgress?.(progress);
          // An engine in full swing reports faster than anybody reads, or a page is drawn.
          if (Date.now() - shown < PROGRESS_TIME) return;
          shown = Date.now();
          const { done } = progress;
          put({ status: 'running', cancel, ...(done !== undefined && { done }) });
        },
      });
      if (!controller.signal.aborted) put({ status: 'done', value: finish(answer) });
    } catch (error) {
      if (controller.signal.aborted) return;
      put(failedBy(error));
    }
  }
}

/** An error in words. What is missing, the page says itself. */
export const problemOf = (error: unknown): Problem => ({
  text: error instanceof Error ? error.message : String(error),
  isEnglish: !(error instanceof EngineMissing),
});

/** The end of a task by an error. */
export function failedBy(error: unknown): Extract<Task<never>, { status: 'failed' }> {
  const { text, isEnglish } = problemOf(error);
  return { status: 'failed', message: text, isEnglish, mayWorkLater: error instanceof EngineMissing };
}

const isTask = (value: unknown): value is Task<unknown> =>
  typeof value === 'object' && value !== null && 'status' in value;

/** Cancels those that are running. */
export function stop(...tasks: Task<unknown>[]): void {
  for (const task of tasks) if (task.status === 'running') task.cancel();
}
