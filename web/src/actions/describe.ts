/** What a move did, in a sentence for whoever does not see the board. From the positions alone, so that undo has it too. */

import type { Translate } from '../i18n';
import { type Game, conflicts, digitAt, shownNotes } from '../model/game';
import { columnOf, rowOf } from '../model/grid';
import { type Mask, digits } from '../model/mask';

export const placeOf = (t: Translate, { grid }: Game, cell: number): string =>
  t('place', { row: rowOf(grid, cell) + 1, column: columnOf(grid, cell) + 1 });

/** One cell by its place, several by their number. */
export const placesOf = (t: Translate, game: Game, cells: readonly number[]): string =>
  cells.length === 1 ? placeOf(t, game, cells[0] ?? 0) : t('places', { count: cells.length });

/** The difference of two positions of one puzzle; empty if there is none. */
export function describe(t: Translate, before: Game, after: Game, showsConflicts: boolean): string {
  const all = Array.from({ length: after.grid.size }, (_, cell) => cell);
  const [from, to] = [before.position, after.position];
  const symbol = (digit: number) => after.puzzle.alphabet[digit - 1] ?? '';
  const where = (cells: readonly number[]) => placesOf(t, after, cells);

  const written = all.filter((cell) => digitAt(from, cell) !== digitAt(to, cell));
  if (written.length > 0) {
    const [first = 0, ...others] = written.map((cell) => digitAt(to, cell));
    if (others.some((digit) => digit !== first)) return t('said.changed', { count: written.length });
    if (!first) return t(written.length > 1 ? 'said.erased-cells' : 'said.erased', { place: where(written) });
    const wrong = showsConflicts && written.some((cell) => conflicts(after.grid, to).has(cell));
    return t(wrong ? 'said.clash' : 'said.placed', { digit: symbol(first), place: where(written) });
  }

  /** For sets: one member more or less everywhere, nothing left, or just changed. */
  const sets = (
    was: (cell: number) => Mask,
    is: (cell: number) => Mask,
    name: (member: number) => Record<string, string>,
    key: 'note' | 'centre' | 'color',
  ) => {
    const cells = all.filter((cell) => was(cell) !== is(cell));
    if (cells.length === 0) return '';
    const differing = new Set(cells.map((cell) => was(cell) ^ is(cell)));
    const [difference = 0] = differing;
    const [member = 0, second] = digits(difference);
    const place = where(cells);
    if (differing.size === 1 && second === undefined) {
      const isOn = cells.every((cell) => (is(cell) & difference) !== 0);
      return t(isOn ? `said.${key}` : `said.no-${key}`, { ...name(member), place });
    }
    return cells.every((cell) => is(cell) === 0)
      ? t(`said.no-${key}s`, { place })
      : t('said.changed', { count: cells.length });
  };
  const notes = sets(
    (cell) => shownNotes(before, cell),
    (cell) => shownNotes(after, cell),
    (digit) => ({ digit: symbol(digit) }),
    'note',
  );
  const centres = sets(
    (cell) => from.centres[cell] ?? 0,
    (cell) => to.centres[cell] ?? 0,
    (digit) => ({ digit: symbol(digit) }),
    'centre',
  );
  const colors = sets(
    (cell) => from.cellColors[cell] ?? 0,
    (cell) => to.cellColors[cell] ?? 0,
    (color) => ({ color: t(`color.${color}` as 'color.1') }),
    'color',
  );
  const said = [notes, centres, colors].filter(Boolean).join('; ');
  if (said) return said;
  if (from.noteColors !== to.noteColors) {
    const keys = [...new Set([...from.noteColors.keys(), ...to.noteColors.keys()])];
    const changed = keys.filter((key) => from.noteColors.get(key) !== to.noteColors.get(key));
    const key = changed[0];
    if (changed.length === 1 && key !== undefined) {
      const color = to.noteColors.get(key);
      const values = { digit: symbol(key & 31), place: placeOf(t, after, key >> 5) };
      return color
        ? t('said.note-color', { ...values, color: t(`color.${color}` as 'color.1') })
        : t('said.no-note-color', values);
    }
    if (changed.length > 0) return t('said.note-colors', { count: changed.length });
  }
  if (from.lines !== to.lines && from.lines.size !== to.lines.size) {
    return t(to.lines.size > from.lines.size ? 'said.line' : 'said.no-line', {
      count: Math.abs(to.lines.size - from.lines.size),
    });
  }
  return '';
}
