/** What the page knows of a puzzle with further rules, beside its game. */

import type { VariantMethods } from '../engine/protocol';
import type { Selection, Task } from '../state';
import type { VariantGame } from './game';

/** What was found out about the player's digits. */
export interface Checked {
  readonly kind: 'mistakes' | 'fine' | 'solved' | 'several' | 'several-not' | 'none';
  /** Cells whose digit is not that of the solution. */
  readonly cells: readonly number[];
}

export interface Variant {
  readonly game: VariantGame;
  /** Variants that were begun before, the last one first. */
  readonly others: readonly VariantGame[];
  /** On the board in place of the classic game; otherwise it waits among the puzzles. */
  readonly isShown: boolean;
  readonly selection: Selection;
  /** Digits go in as notes. */
  readonly isNoting: boolean;
  readonly solve: Task<VariantMethods['solve']['answer']>;
  readonly count: Task<VariantMethods['count']['answer']>;
  /** Solutions beyond this number are not counted. */
  readonly limit: number;
  readonly check: Task<Checked>;
  /** Whether there were candidates to note. */
  readonly candidates: Task<boolean>;
  readonly format: string;
  readonly text: Task<VariantMethods['write']['answer']>;
}
