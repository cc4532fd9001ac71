/** Names of rules that nobody wrote: of the long list that the library gives, the few that are most like it. */

const LIST = /^(.*'([^']*)'); the kinds of constraints are (.*) and given and candidates$/s;
/** How many names are given. */
const SHOWN = 3;

/** How many letters have to be added, left out or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const replaced = (row[j] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** A message of the library, with the closest names in place of all that there are. */
export function shortened(message: string): string {
  const [, before = message, name = '', list = ''] = LIST.exec(message) ?? [];
  if (!list) return message;
  // Texts from outside may be of any length.
  const word = name
    .slice(0, 40)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  // What is part of the other is closer than anything that only looks like it: `killer_cage` is a cage.
  const apart = (kind: string) => distance(word, kind) - (word.includes(kind) || kind.includes(word) ? word.length : 0);
  const kinds = list.replace(/,$/, '').split(', ');
  const closest = kinds.sort((a, b) => apart(a) - apart(b)).slice(0, SHOWN);
  return `${before}; the closest are ${closest.join(', ')}`;
}
