/** Sudoku of any size for JavaScript: synchronous functions over one WebAssembly module, the same as in ninefold's page. */

import { type Batch, type Instance, instantiate } from '../../src/engine/instance.js';
import type {
  Advice,
  Board,
  Failure,
  Level,
  Method,
  Methods,
  Progress,
  Response,
  StepMark,
  Wishes,
} from '../../src/engine/protocol.js';

export type * from '../../src/engine/protocol.js';

/** A board: a text in any format (81 digits and dots, a drawing in boxes, ...), or cells as the protocol has them. */
export type BoardLike = string | Board;

/** Where the WebAssembly module comes from. */
export type Source = WebAssembly.Module | BufferSource | URL | string;

/** What a method answers. */
export type Answer<M extends Method> = Methods[M]['answer'];

/** How many solutions there are, whether these are all, and why there are none, if that can be seen. */
export interface Counted extends Omit<Answer<'count'>, 'count'> {
  count: bigint;
}

export interface CallOptions {
  /** Called while a long call is answered. What it throws is thrown once the call has ended. */
  onProgress?: (progress: Progress) => void;
}

export interface GenerateOptions extends Wishes {
  /** Rows and columns of a box: `3x3` if not given, up to `4x4`. */
  shape?: string;
  /** The same seed makes the same puzzle; a random one if not given. */
  seed?: number;
}

/** The levels from the easiest; `rateMany` counts them from 1. */
export const LEVELS: readonly Level[] = ['easy', 'medium', 'hard', 'unfair', 'extreme'];

/** The answer of `solveMany` and the like for 81 bytes that are not a board. */
export const BAD = 255;

/** The request was at fault: a text that is not a board, wishes that contradict each other. */
export class NinefoldError extends Error implements Failure {
  override name = 'NinefoldError';
  declare line?: number;
  declare column?: number;
  declare cell?: number;

  constructor(failure: Failure) {
    super(failure.message);
    Object.assign(this, failure);
  }
}

/** The compiled module of a source. */
export async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
  // Compiling while loading needs the right type, which not every host gives.
  const isTyped = response.headers.get('Content-Type')?.startsWith('application/wasm');
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The engine. Every function answers at once and cannot be interrupted: what may take long belongs in a Worker.
 *
 * @throws NinefoldError from each function, if the request is at fault.
 */
export class Ninefold {
  #instance: Instance;
  #listener: { onProgress?: ((progress: Progress) => void) | undefined };

  private constructor(instance: Instance, listener: { onProgress?: (progress: Progress) => void }) {
    this.#instance = instance;
    this.#listener = listener;
  }

  /** An engine of its own; usually you call `load`. */
  static async of(module: WebAssembly.Module): Promise<Ninefold> {
    const listener: { onProgress?: (progress: Progress) => void } = {};
    const report = (progress: string) => listener.onProgress?.(JSON.parse(progress) as Progress);
    return new Ninefold(await instantiate(module, report), listener);
  }

  /** Any method of the protocol. */
  call<M extends Method>(method: M, request: Methods[M]['request'], options: CallOptions = {}): Answer<M> {
    // An exception that passed through the engine would leave its stack where it is, until there is none left.
    const thrown: unknown[] = [];
    this.#listener.onProgress = (progress) => {
      try {
        if (thrown.length === 0) options.onProgress?.(progress);
      } catch (error) {
        thrown.push(error);
      }
    };
    const response = JSON.parse(this.#instance.call(JSON.stringify({ method, ...request }))) as Response<M>;
    if (thrown.length > 0) throw thrown[0];
    if ('error' in response) throw new NinefoldError(response.error);
    return response.ok;
  }

  /** Whether there is exactly one solution, and the first two. `solution` is the first one on a line. */
  solve(board: BoardLike): Answer<'solve'> & { solution: string | null } {
    const answer = this.call('solve', { board });
    return { ...answer, solution: answer.lines[0] ?? null };
  }

  /** How many solutions there are: all of them, or up to a limit. */
  count(board: BoardLike, limit?: number, options?: CallOptions): Counted {
    const { count, ...rest } = this.call('count', { board, ...(limit !== undefined && { limit }) }, options);
    return { count: BigInt(count), ...rest };
  }

  /** Whether the player has made mistakes, given that the puzzle has a solution. */
  check(board: BoardLike): Advice {
    return this.call('check', { board });
  }

  /** A mistake, or the next step: where to look, what for, and the whole step. */
  hint(board: BoardLike): Advice {
    return this.call('hint', { board });
  }

  /** Every step to the solution, with its reason. */
  explain(board: BoardLike, options?: CallOptions): Answer<'explain'> {
    return this.call('explain', { board }, options);
  }

  /** Level, score and techniques. */
  rate(board: BoardLike): Answer<'rate'> {
    return this.call('rate', { board });
  }

  /** A puzzle with exactly one solution, and all that was asked for. */
  generate(wishes: GenerateOptions = {}, options?: CallOptions): Answer<'generate'> {
    const { shape = '3x3', seed = Math.floor(Math.random() * 2 ** 32) } = wishes;
    return this.call('generate', { ...wishes, shape, seed }, options);
  }

  /** The minlex form, the same for all boards that differ only by symmetry. */
  canon(board: BoardLike): { form: string; automorphisms: bigint; transformation: string } {
    const answer = this.call('canon', { board });
    return { ...answer, automorphisms: BigInt(answer.automorphisms) };
  }

  /** All boards of a text, whatever their formats. */
  read(text: string, options: Omit<Methods['read']['request'], 'text'> = {}): Answer<'read'> {
    return this.call('read', { text, ...options });
  }

  /** A board in a format: `line`, `grid`, `json`... `call('write', { board, format })` lists what the format does not carry as `lost`. */
  write(board: BoardLike, format: string): string {
    return this.call('write', { board, format }).text;
  }

  /** A picture of a board, with marks like those of steps. */
  svg(board: BoardLike, marks: StepMark[] = [], title = 'Sudoku'): string {
    return this.call('svg', { board, marks, title }).svg;
  }

  /**
   * Solves many 9x9 boards: n times 81 bytes, each board either in numbers (0 is a blank) or in ASCII; solutions are
   * written in the same way. A count is 0, 1, 2 for several, or `BAD`.
   */
  solveMany(boards: Uint8Array | string): { solutions: Uint8Array; counts: Uint8Array } {
    const [solutions, counts] = this.#many('solve9', boards, 81);
    return { solutions, counts };
  }

  /** The scores and levels (from 1) of many boards; 0 where there is not exactly one solution. */
  rateMany(boards: Uint8Array | string): { scores: Uint32Array; levels: Uint8Array } {
    const [scores, levels] = this.#many('rate9', boards, 4);
    return { scores: new Uint32Array(scores.slice().buffer), levels };
  }

  /** The minlex forms of many boards. A status is 1, or `BAD` for a board without a form. */
  canonMany(boards: Uint8Array | string): { forms: Uint8Array; statuses: Uint8Array } {
    const [forms, statuses] = this.#many('canon9', boards, 81);
    return { forms, statuses };
  }

  #many(question: Batch, boards: Uint8Array | string, width: number): [Uint8Array, Uint8Array] {
    const bytes = typeof boards === 'string' ? new TextEncoder().encode(boards) : boards;
    if (bytes.length % 81 !== 0) throw new RangeError(`${bytes.length} bytes are not boards of 81 bytes each`);
    const answer = this.#instance.batch(question, bytes);
    const end = (bytes.length / 81) * width;
    return [answer.subarray(0, end), answer.subarray(end)];
  }
}
