/**
 * Boards drawn in SVG: the one that is played on, and small ones in lists, beside each other, on paper.
 * A cell is 100 units wide. Whatever colour conveys, shape conveys too.
 */

import type { MarkKind, StepLink, StepMark } from '../engine/protocol';
import { wayTo } from '../model/chain';
import { COLORS } from '../model/mask';
import type { Grid } from '../model/grid';
import { digits, has } from '../model/mask';
import type { Drawing } from '../state';
import { type Child, type Node, h, lazy } from './dom';
import type { Scene, SceneCell } from './scene';

const UNIT = 100;
/** Around the board, for the outer line. */
const MARGIN = 4;

/** How the cells of the live board are shaded; none on other pictures. */
export interface Shading {
  readonly selected: ReadonlySet<number>;
  readonly peers: ReadonlySet<number>;
  /** The digit that is looked at. */
  readonly digit: number;
}

const NONE: Shading = { selected: new Set(), peers: new Set(), digit: 0 };

/** A whole board. With a title it is an image; without one, decoration of something that has words of its own. */
export function picture(scene: Scene, title = '', shading: Shading = NONE, name = ''): Node {
  const { grid, drawing } = scene;
  const size = grid.side * UNIT + 2 * MARGIN;
  const marks = marksByCell(drawing);
  const houses = housesByCell(drawing);
  return h(
    'svg',
    {
      class: `picture side-${grid.side > 16 ? 'large' : grid.side > 9 ? 'medium' : 'small'}`,
      viewBox: `${-MARGIN} ${-MARGIN} ${size} ${size}`,
      ...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': 'true' }),
    },
    name && patterns(name),
    h(
      'g',
      null,
      scene.cells.map((cell, index) =>
        cellGroup(scene, cell, index, marks.get(index) ?? [], houses.get(index) ?? '', shading, name),
      ),
    ),
    h('path', { class: 'line thin', d: lines(grid, false) }),
    h('path', { class: 'line thick', d: lines(grid, true) }),
    scene.lines.length > 0 && h('path', { class: 'pen-line', d: penLines(grid, scene.lines) }),
    drawing && drawing.links.length > 0 && links(grid, drawing.links, name, drawing.lit),
  );
}

/** Lines between cells, or between boxes and around the board. */
function lines(grid: Grid, isThick: boolean): string {
  const end = grid.side * UNIT;
  let path = '';
  for (let i = 0; i <= grid.side; i += 1) {
    if ((i % grid.boxRows === 0) === isThick) path += `M0 ${i * UNIT}H${end}`;
    if ((i % grid.boxColumns === 0) === isThick) path += `M${i * UNIT} 0V${end}`;
  }
  return path;
}

/** What the player drew, from the middle of a cell to that of another. */
const penLines = (grid: Grid, list: Scene['lines']): string => {
  const point = (cell: number) => `${((cell % grid.side) + 0.5) * UNIT} ${(Math.floor(cell / grid.side) + 0.5) * UNIT}`;
  return list.map(([from, to]) => `M${point(from)}L${point(to)}`).join('');
};

/** The part of a cell that one of its colours has: stripes that lean, so that they do not look like lines of the board. */
function stripe(at: number, of: number): string {
  if (of === 1) return `M0 0H${UNIT}V${UNIT}H0z`;
  const lean = 30;
  const x = (i: number, isTop: boolean) =>
    i === 0 ? 0 : i === of ? UNIT : round((i * UNIT) / of + (isTop ? lean : -lean) / 2);
  return `M${x(at, true)} 0H${x(at + 1, true)}L${x(at + 1, false)} ${UNIT}H${x(at, false)}z`;
}

/** Hatchings, one for each colour, so that colours differ to every eye. */
function patterns(name: string): Node {
  const shapes = [
    'M0 14H14',
    'M7 0V14',
    'M0 0L14 14M-4 10L4 18M10 -4L18 4',
    'M0 14L14 0M-4 4L4 -4M10 18L18 10',
    'M7 6h2v2h-2z',
    'M0 7H14M7 0V14',
    'M0 3H14M0 10H14',
    'M3 0V14M10 0V14',
    'M0 14L7 0L14 14',
  ];
  return h(
    'defs',
    null,
    Array.from({ length: COLORS }, (_, i) =>
      h(
        'pattern',
        { id: `${name}-hatch-${i + 1}`, width: 14, height: 14, patternUnits: 'userSpaceOnUse' },
        h('path', { class: `hatch ink-${i + 1}`, d: shapes[i] ?? '' }),
      ),
    ),
    h(
      'marker',
      {
        id: `${name}-arrow`,
        viewBox: '0 0 10 10',
        refX: 8,
        refY: 5,
        markerWidth: 14,
        markerHeight: 14,
        markerUnits: 'userSpaceOnUse',
        orient: 'auto',
      },
      h('path', { class: 'arrow', d: 'M0 1L9 5L0 9z' }),
    ),
  );
}

function marksByCell(drawing: Drawing | null): Map<number, StepMark[]> {
  const found = new Map<number, StepMark[]>();
  const add = (mark: StepMark) => {
    const list = found.get(mark.cell);
    if (list) list.push(mark);
    else found.set(mark.cell, [mark]);
  };
  // Nets come to the same candidate again and again: what would look the same is drawn once.
  const seen = new Set<string>();
  for (const mark of drawing?.marks ?? []) {
    const look = `${mark.cell} ${mark.digit} ${mark.kind} ${(mark.group ?? 0) % 4}`;
    if (!seen.has(look)) add(mark);
    seen.add(look);
  }
  // What follows is always drawn, whatever the pattern is.
  const follow = (list: Drawing['placements'], kind: MarkKind) => {
    for (const [cell, digit] of list) {
      const isThere = found.get(cell)?.some((mark) => mark.digit === digit && mark.kind === kind);
      if (!isThere) add({ cell, digit, kind });
    }
  };
  if (drawing) {
    follow(drawing.placements, 'placed');
    follow(drawing.eliminations, 'eliminated');
  }
  return found;
}

function housesByCell(drawing: Drawing | null): Map<number, string> {
  const found = new Map<number, string>();
  for (const { kind, cells } of drawing?.houses ?? []) {
    for (const cell of cells) found.set(cell, found.has(cell) && found.get(cell) !== kind ? 'both' : kind);
  }
  return found;
}

function cellGroup(
  scene: Scene,
  cell: SceneCell,
  index: number,
  marks: readonly StepMark[],
  house: string,
  { selected, peers, digit }: Shading,
  name: string,
): Node {
  const { grid, alphabet } = scene;
  const [x, y] = [(index % grid.side) * UNIT, Math.floor(index / grid.side) * UNIT];
  const isSame = digit !== 0 && cell.digit === digit;
  const shade = [
    selected.has(index) ? 'selected' : isSame ? 'same' : peers.has(index) ? 'peer' : '',
    house && `house-${house}`,
    cell.flag && `flag-${cell.flag}`,
    marks.some(({ kind }) => kind === 'placed')
      ? 'placing'
      : marks.some(({ kind }) => kind === 'eliminated') && 'losing',
  ].filter(Boolean);
  const looked = digit && has(cell.notes, digit) ? digit : 0;
  const memo = JSON.stringify([
    cell,
    shade,
    marks,
    looked,
    alphabet === undefined ? '' : alphabet.join(''),
    grid.shape,
  ]);
  return lazy('g', memo, { transform: `translate(${x} ${y})` }, (): Child[] => [
    h('rect', { class: `ground ${shade.join(' ')}`, width: UNIT, height: UNIT }),
    ...cell.colors.map((color, i) => h('path', { class: `tint tint-${color}`, d: stripe(i, cell.colors.length) })),
    selected.has(index) && h('rect', { class: 'edge', x: 3.5, y: 3.5, width: 93, height: 93 }),
    ...cell.colors.map((color, i) =>
      h('path', { fill: `url(#${name}-hatch-${color})`, d: stripe(i, cell.colors.length) }),
    ),
    ...marks.filter((mark) => mark.digit === undefined).map(cellMark),
    cell.flag && h('path', { class: `flag flag-${cell.flag}`, d: FLAGS[cell.flag] ?? '' }),
    ...(cell.digit ? bigDigit(cell, alphabet, marks) : notes(grid, cell, alphabet, marks, looked)),
    ...(cell.digit ? [] : centres(cell, alphabet)),
    cell.isConflict && h('path', { class: 'squiggle', d: 'M22 88q7 -9 14 0t14 0t14 0t14 0' }),
  ]);
}

const FLAGS: Record<string, string> = {
  mistake: 'M78 8l14 14m0 -14l-14 14',
  redundant: 'M8 8h84v84h-84z',
  differs: 'M100 0v22l-22 -22z',
  chosen: 'M8 8h84v84h-84z',
  dead: 'M14 14l72 72m0 -72l-72 72',
};

/** The frame of a marked cell: round for cells of a pattern, sharp for sets, and dashed for the second set. */
const cellMark = ({ kind, group }: StepMark): Node => {
  const isSet = kind === 'set-a' || kind === 'set-b';
  return h('rect', {
    class: `cell-mark kind-${kind} group-${(group ?? 0) % 4}`,
    x: 5,
    y: 5,
    width: 90,
    height: 90,
    rx: isSet ? 2 : 14,
  });
};

function bigDigit(cell: SceneCell, alphabet: readonly string[], marks: readonly StepMark[]): Child[] {
  const symbol = alphabet[cell.digit - 1] ?? '?';
  const size = symbol.length > 1 ? 50 : 66;
  const isNew = marks.some((mark) => mark.digit === cell.digit);
  return [
    isNew && h('circle', { class: 'note-mark kind-placed', cx: 50, cy: 50, r: 40 }),
    h(
      'text',
      {
        class: `digit ink-${cell.ink}${cell.isConflict ? ' conflict' : ''}`,
        x: 50,
        y: 50 + size * 0.345,
        'font-size': size,
      },
      symbol,
    ),
  ];
}

/** Marks in the middle of a cell, side by side in one row. */
function centres(cell: SceneCell, alphabet: readonly string[]): Child[] {
  const list = digits(cell.centres).map((digit) => alphabet[digit - 1] ?? '?');
  if (list.length === 0) return [];
  const text = list.join(list.some((symbol) => symbol.length > 1) ? ' ' : '');
  const size = round(Math.min(30, 150 / text.length));
  return [h('text', { class: 'note centre', x: 50, y: round(50 + size * 0.345), 'font-size': size }, text)];
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly room: number;
}

/** Where a candidate is drawn in a cell whose middle is taken: in a row at the top, or one at the bottom. */
function rimSpot(list: readonly number[], digit: number): Spot {
  const half = Math.ceil(list.length / 2);
  const at = list.indexOf(digit);
  const [i, row] = at < half ? [at, 0] : [at - half, 1];
  const step = Math.min(22, 90 / half);
  return { x: 8 + step * (i + 0.5), y: row === 0 ? 15 : 85, room: Math.min(24, step * 1.2) };
}

/** Where a candidate is drawn in its cell. */
export function noteSpot(grid: Grid, digit: number): Spot {
  const [across, down] = [(digit - 1) % grid.boxColumns, Math.floor((digit - 1) / grid.boxColumns)];
  const pad = 5;
  const [width, height] = [(UNIT - 2 * pad) / grid.boxColumns, (UNIT - 2 * pad) / grid.boxRows];
  return { x: pad + (across + 0.5) * width, y: pad + (down + 0.5) * height, room: Math.min(width, height) };
}

function notes(
  grid: Grid,
  cell: SceneCell,
  alphabet: readonly string[],
  marks: readonly StepMark[],
  looked: number,
): Child[] {
  const all = marks.filter((mark) => mark.digit !== undefined);
  // What is said of a candidate beyond its being part of the pattern is drawn instead.
  const isSaidBetter = (mark: StepMark) =>
    mark.kind === 'pattern' && all.some((other) => other.digit === mark.digit && other.kind !== 'pattern');
  const marked = all.filter((mark) => !isSaidBetter(mark));
  const placed = marked.find((mark) => mark.kind === 'placed');
  // Where candidates are tiny, one that is true is drawn as the digit that it becomes.
  if (placed?.digit && grid.side > 9) return bigDigit({ ...cell, digit: placed.digit, ink: 'placed' }, alphabet, marks);
  const shown = new Set([...digits(cell.notes), ...marked.map((mark) => mark.digit ?? 0)]);
  const inOrder = [...shown].sort((a, b) => a - b);
  const spot = (digit: number) => (cell.centres ? rimSpot(inOrder, digit) : noteSpot(grid, digit));
  const below: Child[] = [];
  const above: Child[] = [];
  for (const [digit, color] of cell.noteColors) {
    if (!shown.has(digit)) continue;
    const { x, y, room } = spot(digit);
    const r = room * 0.46;
    below.push(h('path', { class: `note-tint tint-${color} ink-${color}`, d: badge(color, x, y, r) }));
  }
  if (looked) {
    const { x, y, room } = spot(looked);
    below.push(h('circle', { class: 'note-look', cx: x, cy: y, r: room * 0.48 }));
  }
  for (const { digit = 0, kind, group } of marked) {
    const { x, y, room } = spot(digit);
    const r = room * 0.48;
    const attributes = { class: `note-mark kind-${kind} group-${(group ?? 0) % 4}` };
    const isSquare = kind === 'color-b' || kind === 'fin';
    below.push(
      isSquare
        ? h('rect', { ...attributes, x: x - r * 0.88, y: y - r * 0.88, width: r * 1.76, height: r * 1.76 })
        : h('circle', { ...attributes, cx: x, cy: y, r }),
    );
    if (kind === 'eliminated')
      above.push(h('path', { class: 'strike', d: `M${x - r} ${y + r * 0.7}L${x + r} ${y - r * 0.7}` }));
  }
  const texts = [...shown].map((digit) => {
    const { x, y, room } = spot(digit);
    const symbol = alphabet[digit - 1] ?? '?';
    const size = room * (symbol.length > 1 ? 0.62 : 0.86);
    const kinds = marked.filter((mark) => mark.digit === digit).map((mark) => ` on-${mark.kind}`);
    const isLooked = digit === looked ? ' looked' : '';
    return h(
      'text',
      { class: `note${isLooked}${kinds.join('')}`, x, y: y + size * 0.345, 'font-size': round(size) },
      symbol,
    );
  });
  return [...below, ...texts, ...above];
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Coloured notes stand on different shapes. */
function badge(color: number, x: number, y: number, r: number): string {
  const polygon = (corners: number, turn: number) =>
    `M${Array.from({ length: corners }, (_, i) => {
      const angle = turn + (i * 2 * Math.PI) / corners;
      return `${round(x + r * 1.12 * Math.sin(angle))} ${round(y - r * 1.12 * Math.cos(angle))}`;
    }).join('L')}z`;
  switch (color) {
    case 1:
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    case 2:
      return polygon(4, Math.PI / 4);
    case 3:
      return polygon(4, 0);
    case 4:
      return polygon(6, 0);
    case 5:
      return polygon(3, 0);
    default:
      return polygon(5, 0);
  }
}

/** With more arrows than this nobody follows one by its head: they are drawn as one line each for strong and weak ones. */
const MOST_ARROWS = 300;

/** So many of the links that lead to one are drawn as strong as in a chain. */
const NEAR = 40;

/** Arrows between candidates; strong ones are whole, weak ones dashed. What leads to the one that is lit stays in sight. */
function links(grid: Grid, list: readonly StepLink[], name: string, lit?: number): Node {
  const way = lit === undefined ? new Set<number>() : wayTo(list, lit);
  const near = new Set([...way].slice(0, NEAR));
  const look = (i: number) =>
    lit === undefined ? '' : i === lit ? 'lit' : near.has(i) ? 'way' : way.has(i) ? 'way far' : 'dim';
  const arrow = (i: number, { strong }: StepLink, d: string): Child =>
    h('path', {
      class: `link ${strong ? 'strong' : 'weak'} ${look(i)}`,
      'marker-end': name && `url(#${name}-arrow)`,
      d,
    });
  const ofKind = (isStrong: boolean): Child => {
    // The cases of a net have most of their links in common.
    const once = new Map(
      list.filter(({ strong }) => strong === isStrong).map((link) => [`${link.from} ${link.to}`, link]),
    );
    return h('path', {
      class: `link ${isStrong ? 'strong' : 'weak'} ${lit === undefined ? '' : 'dim'}`,
      d: [...once.values()].map((link) => curve(grid, link)).join(''),
    });
  };
  const isCrowded = list.length > MOST_ARROWS;
  const shown = list.flatMap((_, i) => (!isCrowded || i === lit || way.has(i) ? [i] : [])).slice(-MOST_ARROWS);
  return h(
    'g',
    { class: `links ${list.length > 30 ? 'many' : ''} ${list.length > 100 ? 'crowded' : ''}` },
    isCrowded && [ofKind(true), ofKind(false)],
    shown.map((i) => {
      const link = list[i];
      const d = link && curve(grid, link);
      return d ? arrow(i, link, d) : null;
    }),
  );
}

/** From rim to rim of the candidates' discs, bent a little, so that links in line can be told apart; empty within a candidate. */
function curve(grid: Grid, { from, to }: StepLink): string {
  const centre = ([cell, digit]: readonly [number, number]) => {
    const { x, y, room } = noteSpot(grid, digit);
    return { x: (cell % grid.side) * UNIT + x, y: Math.floor(cell / grid.side) * UNIT + y, room };
  };
  const [a, b] = [centre(from), centre(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  if (length < 1) return '';
  const cut = Math.min(a.room * 0.5, length / 3);
  const bend = length > UNIT * 1.2 ? Math.min(24, length * 0.08) : 0;
  const [ux, uy] = [dx / length, dy / length];
  const point = (x: number, y: number) => `${round(x)} ${round(y)}`;
  const start = point(a.x + ux * cut, a.y + uy * cut);
  const end = point(b.x - ux * cut, b.y - uy * cut);
  const middle = point((a.x + b.x) / 2 - uy * bend * 2, (a.y + b.y) / 2 + ux * bend * 2);
  return `M${start}Q${middle} ${end}`;
}
