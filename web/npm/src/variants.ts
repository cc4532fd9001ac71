/** Puzzles with rules beyond those of a Sudoku: killer, thermometers, jigsaws... A WebAssembly module of its own. */

import { type Instance, instantiate } from '../../src/engine/instance.js';
import type { Advice, Board, Failure, Methods, Variant, VariantMethods } from '../../src/engine/protocol.js';
import { NinefoldError } from './ninefold.js';

export type * from '../../src/engine/protocol.js';
export { NinefoldError, type Source } from './ninefold.js';

/** A puzzle: a text, an address, ninefold's own JSON, f-puzzles' JSON, a classic board. */
export type VariantLike = string | Variant | Board | object;

/** What a method answers. */
export type VariantAnswer<M extends keyof VariantMethods> = VariantMethods[M]['answer'];

export interface RuleOptions {
  /** Rules of the whole board in addition to the puzzle's own, by their names: `anti-knight, diagonals`. */
  rules?: string;
}

/**
 * The engine for variants. Every function answers at once and cannot be interrupted: what may take long belongs in a
 * Worker.
 *
 * @throws NinefoldError from each function, if the request is at fault.
 */
export class Variants {
  #instance: Instance;

  private constructor(instance: Instance) {
    this.#instance = instance;
  }

  /** An engine of its own; usually you call `loadVariants`. */
  static async of(module: WebAssembly.Module): Promise<Variants> {
    return new Variants(await instantiate(module, () => undefined));
  }

  /** Any method of the protocol that takes variants. */
  call<M extends keyof VariantMethods>(method: M, request: VariantMethods[M]['request']): VariantAnswer<M> {
    const text = this.#instance.call(JSON.stringify({ method, ...request }));
    const response = JSON.parse(text) as { ok: VariantAnswer<M> } | { error: Failure };
    if ('error' in response) throw new NinefoldError(response.error);
    return response.ok;
  }

  /** Whether there is exactly one solution, and the first two. `solution` is the first one on a line. */
  solve(board: VariantLike, options: RuleOptions = {}): VariantAnswer<'solve'> & { solution: string | null } {
    const answer = this.call('solve', { board, ...options });
    return { ...answer, solution: answer.lines[0] ?? null };
  }

  /** How many solutions there are: all of them, or up to a limit. A number is the limit. */
  count(
    board: VariantLike,
    options: number | (RuleOptions & { limit?: number }) = {},
  ): { count: bigint; exact: boolean } {
    const { count, exact } = this.call('count', {
      board,
      ...(typeof options === 'number' ? { limit: options } : options),
    });
    return { count: BigInt(count), exact };
  }

  /** Whether the digits on the board leave a solution. */
  check(board: VariantLike, options: RuleOptions = {}): Advice {
    return this.call('check', { board, ...options });
  }

  /** The digits that each cell has in some solution. */
  candidates(board: VariantLike, options: RuleOptions = {}): number[][] {
    return this.call('candidates', { board, ...options }).candidates;
  }

  /** The clues that can be left out by themselves: the cells of givens, and the names of all. */
  minimal(board: VariantLike, options: RuleOptions = {}): VariantAnswer<'minimal'> {
    return this.call('minimal', { board, ...options });
  }

  /** All boards of a text, whatever their formats. */
  read(text: string, options: Omit<Methods['read']['request'], 'text'> & RuleOptions = {}): VariantAnswer<'read'> {
    return this.call('read', { text, ...options });
  }

  /** A board in a format: `json` has all rules. `call('write', { board, format })` lists what else is lost. */
  write(board: VariantLike, format = 'json', options: RuleOptions = {}): string {
    return this.call('write', { board, format, ...options }).text;
  }
}
