import { describe, expect, test } from 'vitest';
import { gridOf } from '../../src/model/grid';
import { all } from '../../src/model/mask';
import { type Shared, decode, encode } from '../../src/model/link';
import { randomNumbers } from './random';

const SHAPES = ['1x1', '2x2', '2x3', '3x2', '3x3', '3x4', '4x4', '5x5'];

function randomShared(random: (below: number) => number): Shared {
  const shape = SHAPES[random(SHAPES.length)] ?? '3x3';
  const grid = gridOf(shape);
  if (!grid) throw new Error(`${shape} has no grid`);
  const none = () => new Array<number>(grid.size).fill(0);
  const [givens, placed, limits, removed, notes] = [none(), none(), none(), none(), none()];
  for (let cell = 0; cell < grid.size; cell += 1) {
    const kind = random(5);
    if (kind === 0) givens[cell] = 1 + random(grid.side);
    if (kind === 1) placed[cell] = 1 + random(grid.side);
    if (kind === 2) limits[cell] = random(all(grid.side) + 1);
    if (kind >= 2) removed[cell] = (limits[cell] ?? 0) | (random(2) * random(all(grid.side) + 1));
    if (kind >= 2 && random(2)) notes[cell] = random(all(grid.side) + 1);
  }
  return { shape, symbols: random(4) ? '' : 'ÄöÜ-字𝟛9', givens, placed, limits, removed, notes };
}

describe('links', () => {
  test('carry everything there and back', () => {
    const random = randomNumbers(1);
    for (let i = 0; i < 500; i += 1) {
      const shared = randomShared(random);
      const link = encode(shared);
      expect(link).toMatch(/^[\w-]+$/);
      expect(decode(link)).toEqual(shared);
    }
  });

  test('are short', () => {
    const givens = [...'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'].map(
      (c) => Number(c) || 0,
    );
    const none = givens.map(() => 0);
    const link = encode({ shape: '3x3', symbols: '', givens, placed: none, limits: none, removed: none, notes: none });
    expect(link.length).toBeLessThan(50);
  });

  test('that are damaged are refused', () => {
    const random = randomNumbers(2);
    for (let i = 0; i < 300; i += 1) {
      const link = encode(randomShared(random));
      const at = 1 + random(link.length - 1);
      const other = 'ABCxyz019-_'[random(11)] ?? 'A';
      const changed = link.slice(0, at) + other + link.slice(at + 1);
      const found = decode(changed);
      // The checksum finds one wrong character, except where 0 and 255 are the same to it.
      if (changed !== link && found) expect(encode(found)).toBe(changed);
      expect(decode(link.slice(0, -1))).toBeNull();
      expect(decode(`${link}A`)).toBeNull();
    }
  });

  test('of any text are refused or are exactly what they say', () => {
    const random = randomNumbers(3);
    const characters = ['1', '2', 'A', 'z', '-', '_', '0', '=', '%', '<', '\u0000', '𝟛', ' ', 'G', 'x'];
    for (let i = 0; i < 20_000; i += 1) {
      const length = random(60);
      const tail = Array.from({ length }, () => characters[random(characters.length)]).join('');
      const text = random(3) ? `1${tail}` : tail;
      const found = decode(text);
      if (found) expect(encode(found)).toBe(text);
    }
    for (const text of [
      '',
      '1',
      '11',
      '1A',
      '1AAAA',
      `1${'A'.repeat(7999)}`,
      `1${'A'.repeat(1_000_000)}`,
      '2GNBG',
      'p=53',
    ]) {
      expect(decode(text)).toBeNull();
    }
  });

  test('with valid checksums and random bits never throw', () => {
    const random = randomNumbers(4);
    let accepted = 0;
    for (let i = 0; i < 20_000; i += 1) {
      const body = Array.from({ length: 2 + random(40) }, () => random(256));
      // Half of them begin with a shape that exists.
      if (random(2)) [body[0], body[1]] = [0b00010_000, 0b10_000000 | random(64)];
      let [a, b] = [0, 0];
      for (const byte of body) {
        a = (a + byte) % 255;
        b = (b + a) % 255;
      }
      const text = `1${Buffer.from([...body, b, a]).toString('base64url')}`;
      const found = decode(text);
      if (!found) continue;
      accepted += 1;
      const grid = gridOf(found.shape);
      expect(found.givens).toHaveLength(grid?.size ?? -1);
      for (const digit of [...found.givens, ...found.placed]) expect(digit).toBeLessThanOrEqual(grid?.side ?? 0);
    }
    expect(accepted).toBeGreaterThan(10);
  });
});
