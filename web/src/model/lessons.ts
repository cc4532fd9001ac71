/**
 * What the page knows of the techniques: `lessons.json`, which the tests of the program write from the library's table, its
 * essays and `docs/exercises.tsv`. It is loaded when somebody wants to learn.
 */

import type { Level, StepLanguage } from '../engine/protocol';
import url from '../lessons.json?url';

export interface Technique {
  /** For programs: `x-wing`. */
  readonly slug: string;
  readonly name: Readonly<Record<StepLanguage, string>>;
  readonly family: string;
  readonly level: Level;
  /** On HoDoKu's scale. */
  readonly score: number;
  /** On Sudoku Explainer's scale, the least; missing if it has no such technique. */
  readonly se?: number;
  /** Hints and ways use it unless it is switched off. */
  readonly isDefault: boolean;
  /** It argues that the puzzle has one solution. */
  readonly needsUniqueness: boolean;
  /** What it is, in a sentence. */
  readonly about: Readonly<Record<StepLanguage, string>>;
  /** The essay about its family, as an index into `essays`. */
  readonly essay: number;
  /** A position with such a step, as HoDoKu writes it. */
  readonly example: string;
  /** Puzzles whose way has such a step. */
  readonly exercises: readonly string[];
}

/** A paragraph, or a drawing of lines as they are. */
export type Block = { readonly text: string } | { readonly drawing: string };

export interface Lessons {
  /** Family by family. */
  readonly techniques: readonly Technique[];
  readonly essays: readonly (readonly Block[])[];
}

let loading: Promise<Lessons> | null = null;

/** @throws if the file cannot be had. */
export function loadLessons(): Promise<Lessons> {
  const load = async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return (await response.json()) as Lessons;
  };
  loading ??= load().catch((error: unknown) => {
    // A network that failed once may work the next time.
    loading = null;
    throw error;
  });
  return loading;
}

/** The techniques that hints, ways and ratings use when some are switched off. */
export const usedOf = ({ techniques }: Lessons, off: readonly string[]): string[] =>
  techniques.filter(({ slug, isDefault }) => isDefault && !off.includes(slug)).map(({ slug }) => slug);

/** The defaults and one more. */
export const defaultsWith = ({ techniques }: Lessons, slug: string): string[] =>
  techniques.filter((one) => one.isDefault || one.slug === slug).map((one) => one.slug);

const BASIC = ['singles', 'locked-candidates', 'subsets'];

/** What every player knows, and one more. */
export const basicsWith = ({ techniques }: Lessons, slug: string): string[] =>
  techniques.filter((one) => BASIC.includes(one.family) || one.slug === slug).map((one) => one.slug);
