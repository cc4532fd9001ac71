/**
 * Games in the fragment of an address: `#1` or `#2` and base64url of bits, which no server sees.
 *
 *     5 bits rows of a box | 5 bits columns of a box
 *     1 bit: named symbols follow | 8 bits length, so many bytes of UTF-8
 *     per cell, with w = the bits of the largest digit and n = the side:
 *       0                          blank
 *       10  + w bits               given, digit - 1
 *       110 + w bits               placed by the player
 *       111 + three times 1 bit [n bits]   blank: candidates that the puzzle rules out, those that the player struck
 *                                  out, notes
 *     only in `#2`, which is written where there is something of it:
 *       per cell: 1 bit [n bits marks in the middle], 1 bit [9 bits colours]
 *       1 bit for each note that could be coloured, cell by cell: 1 bit [4 bits colour]
 *       10 bits number of lines, for each 10 bits and 10 bits: the cells that it joins
 *     zeros up to a byte | 16 bits Fletcher checksum of all bytes before
 *
 * A puzzle with 25 givens is 38 characters long. Links come from strangers: the decoder takes exactly what the encoder
 * writes, and gives `null` for everything else.
 */

import { type Grid, gridOf } from './grid';
import { COLORS, type Mask } from './mask';

/** What a player drew beside digits and notes. */
export interface Extras {
  readonly centres: readonly Mask[];
  readonly cellColors: readonly Mask[];
  readonly noteColors: ReadonlyMap<number, number>;
  readonly lines: ReadonlyMap<number, 1>;
}

/** What a link carries. */
export interface Shared {
  readonly shape: string;
  /** Empty for the usual ones. */
  readonly symbols: string;
  readonly givens: readonly number[];
  readonly placed: readonly number[];
  readonly limits: readonly Mask[];
  /** All that are out, those of `limits` too. */
  readonly removed: readonly Mask[];
  readonly notes: readonly Mask[];
  readonly extras?: Extras;
}

/** 625 cells with sets of 25 candidates, colours and lines, and symbols: nothing longer is looked at. */
const LONGEST = 24_000;
const SYMBOLS_BYTES = 255;

export function encode(shared: Shared): string {
  const grid = gridOf(shared.shape);
  if (!grid) throw new RangeError(`not a shape that links carry: ${shared.shape}`);
  const bits = new BitWriter();
  bits.write(grid.boxRows, 5);
  bits.write(grid.boxColumns, 5);
  const symbols = new TextEncoder().encode(shared.symbols);
  const hasSymbols = symbols.length > 0 && symbols.length <= SYMBOLS_BYTES;
  bits.write(hasSymbols ? 1 : 0, 1);
  if (hasSymbols) {
    bits.write(symbols.length, 8);
    for (const byte of symbols) bits.write(byte, 8);
  }
  const width = digitWidth(grid);
  for (let cell = 0; cell < grid.size; cell += 1) {
    const [given, placed] = [shared.givens[cell] ?? 0, shared.placed[cell] ?? 0];
    const [limits, notes] = [shared.limits[cell] ?? 0, shared.notes[cell] ?? 0];
    const removed = (shared.removed[cell] ?? 0) & ~limits;
    if (given) {
      bits.write(0b10, 2);
      bits.write(given - 1, width);
    } else if (placed) {
      bits.write(0b110, 3);
      bits.write(placed - 1, width);
    } else if (limits || removed || notes) {
      bits.write(0b111, 3);
      for (const mask of [limits, removed, notes]) {
        bits.write(mask ? 1 : 0, 1);
        if (mask) bits.write(mask, grid.side);
      }
    } else {
      bits.write(0, 1);
    }
  }
  const extras = shared.extras && hasAny(shared.extras) ? shared.extras : null;
  if (extras) writeExtras(grid, extras, bits);
  const bytes = bits.bytes();
  const sum = checksum(bytes);
  return (extras ? '2' : '1') + toBase64([...bytes, sum >> 8, sum & 255]);
}

const hasAny = ({ centres, cellColors, noteColors, lines }: Extras): boolean =>
  centres.some(Boolean) || cellColors.some(Boolean) || noteColors.size > 0 || lines.size > 0;

function writeExtras(grid: Grid, { centres, cellColors, noteColors, lines }: Extras, bits: BitWriter): void {
  const optional = (value: number, width: number) => {
    bits.write(value ? 1 : 0, 1);
    if (value) bits.write(value, width);
  };
  for (let cell = 0; cell < grid.size; cell += 1) {
    optional(centres[cell] ?? 0, grid.side);
    optional(cellColors[cell] ?? 0, COLORS);
  }
  for (let cell = 0; cell < grid.size; cell += 1) {
    const colors = Array.from({ length: grid.side }, (_, i) => noteColors.get(cell * 32 + i + 1) ?? 0);
    bits.write(colors.some(Boolean) ? 1 : 0, 1);
    if (colors.some(Boolean)) for (const color of colors) optional(color, 4);
  }
  const keys = [...lines.keys()].sort((a, b) => a - b).slice(0, 1023);
  bits.write(keys.length, 10);
  for (const key of keys) bits.write(key, 20);
}

function readExtras(grid: Grid, bits: BitReader): Extras {
  const optional = (width: number) => (bits.read(1) ? bits.read(width) : 0);
  const [centres, cellColors]: [Mask[], Mask[]] = [[], []];
  for (let cell = 0; cell < grid.size; cell += 1) {
    centres.push(optional(grid.side));
    cellColors.push(optional(COLORS));
  }
  const noteColors = new Map<number, number>();
  for (let cell = 0; cell < grid.size; cell += 1) {
    if (!bits.read(1)) continue;
    for (let digit = 1; digit <= grid.side; digit += 1) {
      const color = optional(4);
      if (color > COLORS) throw new RangeError('no such colour');
      if (color) noteColors.set(cell * 32 + digit, color);
    }
  }
  const lines = new Map<number, 1>();
  for (let left = bits.read(10); left > 0; left -= 1) {
    const key = bits.read(20);
    if (key >> 10 >= (key & 1023) || (key & 1023) >= grid.size) throw new RangeError('no such line');
    lines.set(key, 1);
  }
  return { centres, cellColors, noteColors, lines };
}

/** The game of a fragment without its `#`; `null` if it is none, or damaged. */
export function decode(fragment: string): Shared | null {
  if (!/^[12]/.test(fragment) || fragment.length > LONGEST) return null;
  const bytes = fromBase64(fragment.slice(1));
  if (!bytes || bytes.length < 4) return null;
  const body = bytes.slice(0, -2);
  if (checksum(body) !== (bytes[bytes.length - 2] ?? 0) * 256 + (bytes[bytes.length - 1] ?? 0)) return null;
  const bits = new BitReader(body);
  try {
    const grid = gridOf(`${bits.read(5)}x${bits.read(5)}`);
    if (!grid) return null;
    const cells = readCells(grid, readSymbols(bits), bits);
    const shared = fragment.startsWith('2') ? { ...cells, extras: readExtras(grid, bits) } : cells;
    if (!bits.isAtEnd()) return null;
    // One game, one link: sets that are said to be there and are empty, and the like, are nothing that is written.
    return encode(shared) === fragment ? shared : null;
  } catch {
    return null;
  }
}

function readSymbols(bits: BitReader): string {
  if (!bits.read(1)) return '';
  const bytes = Uint8Array.from({ length: bits.read(8) }, () => bits.read(8));
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

function readCells(grid: Grid, symbols: string, bits: BitReader): Shared {
  const width = digitWidth(grid);
  const lists = [0, 1, 2, 3, 4].map(() => new Array<number>(grid.size).fill(0));
  const [givens, placed, limits, removed, notes] = lists as [number[], number[], Mask[], Mask[], Mask[]];
  const digit = () => {
    const value = bits.read(width) + 1;
    if (value > grid.side) throw new RangeError('no such digit');
    return value;
  };
  for (let cell = 0; cell < grid.size; cell += 1) {
    if (!bits.read(1)) continue;
    if (!bits.read(1)) givens[cell] = digit();
    else if (!bits.read(1)) placed[cell] = digit();
    else {
      for (const masks of [limits, removed, notes]) masks[cell] = bits.read(1) ? bits.read(grid.side) : 0;
      removed[cell] = (removed[cell] ?? 0) | (limits[cell] ?? 0);
    }
  }
  return { shape: grid.shape, symbols, givens, placed, limits, removed, notes };
}

const digitWidth = (grid: Grid): number => Math.max(1, 32 - Math.clz32(grid.side - 1));

class BitWriter {
  readonly #bits: number[] = [];

  write(value: number, width: number): void {
    for (let i = width - 1; i >= 0; i -= 1) this.#bits.push((value >>> i) & 1);
  }

  bytes(): number[] {
    const bytes = new Array<number>(Math.ceil(this.#bits.length / 8)).fill(0);
    this.#bits.forEach((bit, i) => {
      bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (7 - (i & 7)));
    });
    return bytes;
  }
}

class BitReader {
  #at = 0;
  readonly #bytes: readonly number[];

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes;
  }

  read(width: number): number {
    let value = 0;
    for (let i = 0; i < width; i += 1) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError('the link is too short');
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  /** Whether nothing but the zeros that fill the last byte is left. */
  isAtEnd(): boolean {
    const left = this.#bytes.length * 8 - this.#at;
    return left < 8 && this.read(left) === 0;
  }
}

/** Fletcher's checksum of 16 bits. */
function checksum(bytes: readonly number[]): number {
  let [a, b] = [0, 0];
  for (const byte of bytes) {
    a = (a + byte) % 255;
    b = (b + a) % 255;
  }
  return b * 256 + a;
}

const toBase64 = (bytes: readonly number[]): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

function fromBase64(text: string): number[] | null {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    const bytes = [...atob(text.replace(/-/g, '+').replace(/_/g, '/'))].map((character) => character.charCodeAt(0));
    // Bits that base64 leaves unused must be zero: one game, one link.
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
