/** Small pieces of text that several views share. */

import type { StepLink } from './engine/protocol';
import type { Translate } from './i18n';
import type { Puzzle } from './model/game';
import { type Grid, columnOf, rowOf } from './model/grid';

/** The level of a puzzle and its score, as far as they are known. */
export const levelText = (t: Translate, { level, score }: Puzzle): string =>
  level && (score > 0 ? `${t(`level.${level}`)} · ${score}` : t(`level.${level}`));

/** What an arrow says: if one candidate is true or false, what becomes of the other. */
export function linkText(
  t: Translate,
  alphabet: readonly string[],
  grid: Grid,
  { from, to, strong }: StepLink,
): string {
  const name = (cell: number) => `r${rowOf(grid, cell) + 1}c${columnOf(grid, cell) + 1}`;
  const [[a, x], [b, y]] = [from, to];
  const values = { a: name(a), x: alphabet[x - 1] ?? '', b: name(b), y: alphabet[y - 1] ?? '' };
  return t(strong ? 'link.strong' : 'link.weak', values);
}

/** Seconds as `4:07` or `1:04:07`. */
export function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A number of many digits in groups of three, with narrow spaces that do not break. */
export const grouped = (number: string): string => number.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

/** Microseconds for people. */
export function duration(micros: number): string {
  if (micros < 1000) return `${micros < 10 ? micros.toFixed(1) : Math.round(micros)} µs`;
  if (micros < 1_000_000) return `${(micros / 1000).toFixed(micros < 10_000 ? 1 : 0)} ms`;
  return `${(micros / 1_000_000).toFixed(1)} s`;
}
