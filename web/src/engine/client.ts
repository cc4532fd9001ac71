/**
 * The page's side of the engine: calls with typed answers, progress, and an end to whatever takes too long.
 *
 * There are lanes, each with a Worker of its own: quick calls, which a person waits for with every key, long ones, and
 * those that a module of its own answers: ratings by other rules, variants. A lane answers one call after another. Nothing inside a call can be interrupted, so cancelling the one that is
 * running ends its Worker; the next call gets a new one, which needs no new compilation.
 *
 * The engine comes in two parts. A Worker starts with the first, which answers what is asked first, and gets the second as soon as
 * that is there; a call that needs it sooner waits for it by itself.
 */

import { loadModule, restUrl, seUrl, spawnWorker, variantsUrl } from './load';
import type {
  Failure,
  FromWorker,
  Method,
  Methods,
  Progress,
  Response,
  ToWorker,
  VariantMethod,
  VariantMethods,
} from './protocol';

/** The request was at fault: a text that is no board, a board that has no canonical form. */
export class EngineError extends Error implements Failure {
  override name = 'EngineError';
  line?: number;
  column?: number;
  cell?: number;

  constructor(failure: Failure) {
    super(failure.message);
    Object.assign(this, failure);
  }
}

/** The engine broke, or could not be loaded: a bug of ours or a lack of memory. It restarts with the next call. */
export class EngineCrash extends Error {
  override name = 'EngineCrash';
}

export interface CallOptions {
  /** Cancels the call: its promise is rejected with the signal's reason (an `AbortError`). */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** A part of the engine could not be loaded, as without a network. The next call tries again. */
export class EngineMissing extends EngineCrash {
  override name = 'EngineMissing';
}

/** What the client needs of a Worker; tests bring their own. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface EngineOptions {
  load?: () => Promise<WebAssembly.Module>;
  /** The second part of the engine, which is loaded after the first. */
  loadRest?: () => Promise<WebAssembly.Module>;
  /** The module that rates by Sudoku Explainer's rules, which is loaded when it is asked. */
  loadSe?: () => Promise<WebAssembly.Module>;
  /** The engine for variants, which is loaded when the first one is met. */
  loadVariants?: () => Promise<WebAssembly.Module>;
  spawn?: () => WorkerLike;
}

/** A request as JSON. Half a surrogate pair, which a text may end in after all, is replaced as by every decoder. */
export function written<M extends Method>(method: M, request: Methods[M]['request']): string;
export function written<M extends VariantMethod>(method: M, request: VariantMethods[M]['request']): string;
export function written(method: string, request: object): string {
  const wellFormed = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));
  const replace = (_: string, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value);
  return JSON.stringify({ method, ...request }, replace);
}

/** Calls that may take more than a moment, on some board. */
const LONG: ReadonlySet<Method> = new Set<Method>([
  'solve',
  'count',
  'minimal',
  'canon',
  'trace',
  'explain',
  'all_steps',
  'rate',
  'generate',
]);

interface Job {
  id: number;
  request: string;
  signal: AbortSignal | undefined;
  onAbort: () => void;
  onProgress: ((progress: Progress) => void) | undefined;
  resolve: (answer: never) => void;
  reject: (reason: unknown) => void;
}

export class Engine {
  readonly #load: () => Promise<WebAssembly.Module>;
  readonly #loadRest: () => Promise<WebAssembly.Module>;
  readonly #lanes: { quick: Lane; long: Lane; se: Lane; variants: Lane };
  #module: Promise<WebAssembly.Module> | null = null;
  #ids = 0;

  constructor(options: EngineOptions = {}) {
    this.#load = options.load ?? loadModule;
    this.#loadRest = options.loadRest ?? (() => loadModule(restUrl()));
    const spawn = options.spawn ?? spawnWorker;
    const loadSe = options.loadSe ?? (() => loadModule(seUrl));
    const loadVariants = options.loadVariants ?? (() => loadModule(variantsUrl));
    this.#lanes = {
      quick: new Lane(() => this.module(), spawn, restUrl()),
      long: new Lane(() => this.module(), spawn, restUrl()),
      se: new Lane(loadSe, spawn),
      variants: new Lane(once(loadVariants), spawn),
    };
  }

  /** The compiled module; loading begins with the first call of this, so a page calls it early. */
  module(): Promise<WebAssembly.Module> {
    this.#module ??= this.#load().then(
      (module) => {
        void this.#complete();
        return module;
      },
      (error: unknown) => {
        // A network that failed once may work the next time.
        this.#module = null;
        throw error;
      },
    );
    return this.#module;
  }

  /** Brings the second part to the Workers. If that fails, they find out when they need it. */
  async #complete(): Promise<void> {
    const rest = await this.#loadRest().catch(() => null);
    if (!rest) return;
    this.#lanes.quick.complete(rest);
    this.#lanes.long.complete(rest);
  }

  /** Loads the engine and prepares the Worker of the quick calls. */
  async ready(): Promise<void> {
    await this.#lanes.quick.prepare();
  }

  /**
   * Asks the engine.
   *
   * @throws EngineError, EngineCrash, or the reason of the signal.
   */
  call<M extends Method>(
    method: M,
    request: Methods[M]['request'],
    options: CallOptions = {},
  ): Promise<Methods[M]['answer']> {
    const lane = this.#lanes[method === 'rate_se' ? 'se' : LONG.has(method) ? 'long' : 'quick'];
    this.#ids += 1;
    return lane.add(this.#ids, written(method, request), options);
  }

  /** Asks the engine for variants. Throws as `call` does. */
  callVariant<M extends VariantMethod>(
    method: M,
    request: VariantMethods[M]['request'],
    options: CallOptions = {},
  ): Promise<VariantMethods[M]['answer']> {
    this.#ids += 1;
    return this.#lanes.variants.add(this.#ids, written(method, request), options);
  }

  /** Cancels every call that has no answer yet. */
  cancelAll(): void {
    const reason = new DOMException('cancelled', 'AbortError');
    for (const lane of Object.values(this.#lanes)) lane.clear(reason);
  }
}

/** A module that is loaded once; a network that failed may work the next time. */
function once(load: () => Promise<WebAssembly.Module>): () => Promise<WebAssembly.Module> {
  let module: Promise<WebAssembly.Module> | null = null;
  return () => {
    module ??= load().catch((error: unknown) => {
      module = null;
      throw error;
    });
    return module;
  };
}

/** One Worker and the calls that wait for it. */
class Lane {
  readonly #module: () => Promise<WebAssembly.Module>;
  readonly #spawn: () => WorkerLike;
  /** Where the second part of the module is, if it has one, and that part once it is there. */
  readonly #restUrl: string | undefined;
  #rest: WebAssembly.Module | null = null;
  #worker: Promise<WorkerLike> | null = null;
  /** The Worker once it has started; what any other one says is too late. */
  #started: WorkerLike | null = null;
  #waiting: Job[] = [];
  #running: Job | null = null;

  constructor(module: () => Promise<WebAssembly.Module>, spawn: () => WorkerLike, restUrl?: string) {
    this.#module = module;
    this.#spawn = spawn;
    this.#restUrl = restUrl;
  }

  /** Gives the second part to the Worker that has started, and to later ones. */
  complete(rest: WebAssembly.Module): void {
    this.#rest = rest;
    this.#worker?.then(
      // A Worker that was on its way when the part came may get it twice, which does no harm.
      (worker) => worker.postMessage({ rest }),
      () => undefined,
    );
  }

  add<T>(id: number, request: string, { signal, onProgress }: CallOptions): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const job: Job = { id, request, signal, onAbort: () => this.#cancel(job), onProgress, resolve, reject };
      signal?.addEventListener('abort', job.onAbort, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  async prepare(): Promise<void> {
    this.#worker ??= this.#start();
    await this.#worker;
  }

  clear(reason: unknown): void {
    const jobs = this.#waiting.splice(0);
    if (this.#running) {
      jobs.unshift(this.#running);
      this.#stop();
    }
    for (const job of jobs) settle(job, () => job.reject(reason));
  }

  #cancel(job: Job): void {
    this.#waiting = this.#waiting.filter((other) => other !== job);
    if (this.#running === job) this.#stop();
    settle(job, () => job.reject(job.signal?.reason));
    this.#next();
  }

  /** Ends the Worker, whatever it is doing. */
  #stop(): void {
    this.#running = null;
    const worker = this.#worker;
    this.#worker = null;
    this.#started = null;
    worker?.then(
      (started) => started.terminate(),
      () => undefined,
    );
  }

  #start(): Promise<WorkerLike> {
    // At once, so that its script comes while the module does.
    const worker = this.#spawn();
    return new Promise<WorkerLike>((resolve, reject) => {
      const fail = (reason: unknown) => {
        worker.terminate();
        reject(reason);
      };
      worker.onerror = (event) => fail(new EngineCrash(event.message || 'the Worker could not be started'));
      worker.onmessage = ({ data }) => {
        if ('trap' in data) fail(new EngineCrash(data.trap));
        if (!('ready' in data)) return;
        if (this.#rest) worker.postMessage({ rest: this.#rest });
        worker.onmessage = (event) => this.#hear(worker, event.data);
        worker.onerror = (event) => this.#hear(worker, { id: null, trap: event.message });
        resolve(worker);
      };
      const restUrl = this.#restUrl;
      this.#module().then(
        (module) => worker.postMessage({ module, ...(restUrl !== undefined && { restUrl }) }),
        (reason) => fail(new EngineMissing(String(reason))),
      );
    });
  }

  #next(): void {
    if (this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running = job;
    const worker = (this.#worker ??= this.#start());
    worker.then(
      (started) => {
        if (this.#running !== job) return;
        this.#started = started;
        started.postMessage({ id: job.id, request: job.request });
      },
      (error: unknown) => {
        if (this.#worker === worker) this.#worker = null;
        if (this.#running !== job) return;
        this.#running = null;
        settle(job, () => job.reject(error instanceof EngineCrash ? error : new EngineCrash(String(error))));
        this.#next();
      },
    );
  }

  #hear(worker: WorkerLike, message: FromWorker): void {
    if (worker !== this.#started) return;
    const job = this.#running;
    if ('trap' in message) {
      this.#stop();
      if (job) settle(job, () => job.reject(new EngineCrash(message.trap)));
      this.#next();
      return;
    }
    if (!job || !('id' in message) || message.id !== job.id) return;
    if ('progress' in message) {
      job.onProgress?.(JSON.parse(message.progress) as Progress);
      return;
    }
    this.#running = null;
    const response = JSON.parse(message.response) as Response;
    settle(job, () =>
      'error' in response ? job.reject(new EngineError(response.error)) : job.resolve(response.ok as never),
    );
    this.#next();
  }
}

function settle(job: Job, end: () => void): void {
  job.signal?.removeEventListener('abort', job.onAbort);
  end();
}
