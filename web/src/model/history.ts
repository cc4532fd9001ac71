/**
 * What was done, small enough to be stored: a position as its differences from another one. A difference is a field, a
 * place in it and what is there; a history, the differences of each position from the one after it.
 */

import { COLORS } from './mask';
import type { Game, Position } from './game';

type Change = readonly [field: number, place: number, value: number];
export type Patch = readonly Change[];

const LISTS = ['givens', 'placed', 'notes', 'centres', 'touched', 'removed', 'cellColors'] as const;
const MAPS = ['noteColors', 'lines'] as const;

/** The most moves that are stored, in either direction. */
const DEPTH = 300;

const patches = new WeakMap<Position, { to: Position; patch: Patch }>();

/** What makes one position of another. */
export function difference(from: Position, to: Position): Patch {
  const known = patches.get(from);
  if (known?.to === to) return known.patch;
  const patch: Change[] = [];
  LISTS.forEach((name, field) => {
    if (from[name] === to[name]) return;
    to[name].forEach((value, cell) => {
      if (from[name][cell] !== value) patch.push([field, cell, Number(value)]);
    });
  });
  MAPS.forEach((name, i) => {
    const [before, after] = [from[name], to[name]];
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const value = after.get(key) ?? 0;
      if ((before.get(key) ?? 0) !== value) patch.push([LISTS.length + i, key, value]);
    }
  });
  patches.set(from, { to, patch });
  return patch;
}

function applied(position: Position, patch: Patch): Position {
  const changed: Record<string, unknown> = { ...position };
  for (const [field, place, value] of patch) {
    const list = LISTS[field];
    const name = list ?? MAPS[field - LISTS.length];
    if (!name) continue;
    if (list) {
      if (changed[list] === position[list]) changed[list] = [...position[list]];
      (changed[list] as unknown[])[place] = list === 'touched' ? value === 1 : value;
    } else {
      if (changed[name] === position[name]) changed[name] = new Map(position[name] as ReadonlyMap<number, number>);
      const map = changed[name] as Map<number, number>;
      if (value) map.set(place, value);
      else map.delete(place);
    }
  }
  return changed as unknown as Position;
}

export interface History {
  readonly past: readonly Patch[];
  readonly future: readonly Patch[];
}

/** The way to and from the current position, the nearest move first. */
export function historyOf({ past, position, future }: Game, depth = DEPTH): History {
  const chain = (list: readonly Position[]) =>
    list.slice(0, depth).map((to, i) => difference(list[i - 1] ?? position, to));
  return { past: chain([...past.slice(-depth)].reverse()), future: chain(future) };
}

/** The game with a stored history; without any if it holds what cannot be on this board. */
export function withHistory(game: Game, past: unknown, future: unknown): Game {
  const follow = (patches: Patch[]) => {
    const positions: Position[] = [];
    for (const patch of patches) positions.push(applied(positions[positions.length - 1] ?? game.position, patch));
    return positions;
  };
  const [before, after] = [checked(game, past), checked(game, future)];
  return before && after ? { ...game, past: follow(before).reverse(), future: follow(after) } : game;
}

function checked({ grid }: Game, stored: unknown): Patch[] | null {
  const [digit, set, colors] = [grid.side, 2 ** grid.side - 1, 2 ** COLORS - 1];
  const most = [digit, digit, set, set, 1, set, colors, COLORS, 1];
  const isIn = (place: number, field: number) => {
    if (field < LISTS.length) return place < grid.size;
    const [high, low, end] =
      field === LISTS.length ? [place >> 5, place & 31, digit] : [place >> 10, place & 1023, grid.size - 1];
    return high < grid.size && low <= end;
  };
  const isChange = (change: unknown): change is Change =>
    Array.isArray(change) &&
    change.length === 3 &&
    change.every((part) => Number.isInteger(part) && part >= 0 && part < 2 ** 25) &&
    change[0] < most.length &&
    isIn(change[1] as number, change[0] as number) &&
    change[2] <= (most[change[0] as number] ?? 0);
  if (!Array.isArray(stored) || stored.length > 2 * DEPTH) return null;
  return stored.every((patch) => Array.isArray(patch) && patch.every(isChange)) ? (stored as Patch[]) : null;
}
