/** The links of a chain or net as reasons for each other. */

import type { StepLink } from '../engine/protocol';

/** What a link begins from, or concludes: that a candidate is the digit of its cell, or is not. */
const claim = ([cell, digit]: readonly [number, number], isTrue: boolean): string => `${cell} ${digit} ${isTrue}`;

/**
 * The links that lead to one of them, by their numbers: what it begins from, what that follows from, and so on to where the
 * chain begins. A link comes after its reasons; where several links together are the reason, they stand side by side.
 */
export function wayTo(links: readonly StepLink[], at: number): Set<number> {
  const way = new Set<number>();
  const wanted = new Set<string>();
  const want = ({ from, strong }: StepLink) => wanted.add(claim(from, !strong));
  const last = links[at];
  if (!last) return way;
  want(last);
  let found = '';
  for (let i = at - 1; i >= 0; i -= 1) {
    const link = links[i];
    const conclusion = link ? claim(link.to, link.strong) : '';
    if (!link || (!wanted.has(conclusion) && found !== conclusion)) {
      found = '';
      continue;
    }
    wanted.delete(conclusion);
    found = conclusion;
    way.add(i);
    want(link);
  }
  return way;
}
