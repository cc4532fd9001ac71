/** Sets of digits as bits: digit n, from 1, is bit n - 1. 25 digits fit into the 31 bits of a small integer. */

export type Mask = number;

/** How many colours there are to mark cells and notes with, counted from 1. */
export const COLORS = 9;

export const bit = (digit: number): Mask => 1 << (digit - 1);
export const all = (side: number): Mask => (1 << side) - 1;
export const has = (mask: Mask, digit: number): boolean => (mask & bit(digit)) !== 0;

/** The digits of a set in ascending order. */
export function digits(mask: Mask): number[] {
  const found: number[] = [];
  for (let digit = 1, rest = mask; rest !== 0; digit += 1, rest >>>= 1) if (rest & 1) found.push(digit);
  return found;
}

export const maskOf = (list: readonly number[]): Mask => list.reduce((mask, digit) => mask | bit(digit), 0);
