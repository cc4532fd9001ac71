/**
 * The board of a variant: the library's picture of its rules, what the player wrote over it, and an ARIA grid of clear cells
 * which has the focus, the names for screen readers and the pointer, as on the classic board.
 */

import type { App } from '../app';
import { clearCell } from '../view/cell';
import { type Child, type Node, h, lazy } from '../view/dom';
import { type Hand, pointerEvents } from '../view/pointer';
import { type Digit, type VariantGame, conflicts, digitAt } from './game';
import { onKey } from './keys';
import { selectAlike, selectCells } from './actions';
import { wordsOf } from './words';

/** Addresses of pictures, the last ones used at the end: each is a text in memory until it is revoked. */
const addresses = new Map<string, string>();
const MOST_ADDRESSES = 6;

/** The address of a picture. It is shown as an image, in which nothing runs and nothing is loaded. */
export function pictureAddress(svg: string): string {
  const address = addresses.get(svg) ?? URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  addresses.delete(svg);
  addresses.set(svg, address);
  for (const [old, unused] of addresses) {
    if (addresses.size <= MOST_ADDRESSES) break;
    URL.revokeObjectURL(unused);
    addresses.delete(old);
  }
  return address;
}

interface Shown {
  readonly game: VariantGame;
  /** Digits in place of those of the game. */
  readonly digits?: readonly Digit[];
  readonly selected?: ReadonlySet<number>;
  readonly peers?: ReadonlySet<number>;
  readonly same?: ReadonlySet<number>;
  readonly conflicts?: ReadonlySet<number>;
  readonly mistakes?: ReadonlySet<number>;
}

/** The picture and what is written over it. With a title it is an image of its own. */
export function variantPicture(shown: Shown, title = ''): Child[] {
  const { puzzle } = shown.game;
  const { width, height } = puzzle.drawn.frame;
  return [
    h('img', {
      class: 'variant-image',
      src: pictureAddress(puzzle.drawn.svg),
      alt: title,
      width,
      height,
      draggable: 'false',
    }),
    ...layers.map(([name, group]) =>
      h(
        'svg',
        { class: `variant-layer ${name}`, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true', key: name },
        puzzle.givens.map((_, cell) => group(shown, cell)),
      ),
    ),
  ];
}

/** Over the picture: shades, through which it is seen, then what the player wrote. */
const layers = [
  ['variant-shades', shadeOf],
  ['variant-ink', inkOf],
] as const;

const has = (cells: ReadonlySet<number> | undefined, cell: number): boolean => cells?.has(cell) === true;

const cornerOf = ({ puzzle: { drawn, columns } }: VariantGame, cell: number): [x: number, y: number] => {
  const { margin, cell: side } = drawn.frame;
  return [margin + (cell % columns) * side, margin + Math.floor(cell / columns) * side];
};

function shadeOf({ game, mistakes, selected, same, peers }: Shown, cell: number): Child {
  const shades = { mistake: mistakes, selected, same, peer: peers };
  const shade = Object.entries(shades).find(([, cells]) => has(cells, cell))?.[0];
  const { cell: side } = game.puzzle.drawn.frame;
  const [x, y] = cornerOf(game, cell);
  return shade && h('rect', { key: cell, class: `shade ${shade}`, x, y, width: side, height: side });
}

function inkOf(shown: Shown, cell: number): Child {
  const { game } = shown;
  const { puzzle, position } = game;
  const { cell: side } = puzzle.drawn.frame;
  const given = puzzle.givens[cell] ?? null;
  const digit = given === null ? ((shown.digits ?? position.placed)[cell] ?? null) : null;
  const notes = given === null && digit === null && !shown.digits ? (position.notes[cell] ?? []) : [];
  const is = (cells: ReadonlySet<number> | undefined) => has(cells, cell);
  const marks = [is(shown.selected), is(shown.mistakes), is(shown.conflicts)];
  const hasLabel = labelled(game).has(cell);
  const memo = JSON.stringify([digit, notes, marks, side, puzzle.columns, hasLabel]);
  const [x, y] = cornerOf(game, cell);
  return lazy('g', memo, { key: cell, transform: `translate(${x} ${y})` }, (): Child[] => {
    const middle = side / 2;
    const size = side * (String(digit).length > 1 ? 0.42 : 0.6);
    return [
      is(shown.selected) && h('rect', { class: 'edge', x: 2, y: 2, width: side - 4, height: side - 4 }),
      is(shown.mistakes) && h('path', { class: 'flag', d: `M${side - 14} 4l10 10m0 -10l-10 10` }),
      digit !== null &&
        h(
          'text',
          {
            class: `digit ink-placed ${is(shown.conflicts) ? 'conflict' : ''}`,
            x: middle,
            y: middle + size * 0.36,
            'font-size': size,
          },
          String(digit),
        ),
      ...noteLines(notes, side, hasLabel),
      is(shown.conflicts) && h('path', { class: 'squiggle', d: 'M13 54q4.200 -5 8.400 0t8.400 0t8.400 0t8.400 0' }),
    ];
  });
}

/** The height of what the picture writes in the upper left corner of a cell: the sum of a cage, and the like. */
const LABEL = 16;
/** The cells that have such a text, by picture. */
const labels = new Map<string, ReadonlySet<number>>();

/** Nothing but the picture says where they are: it is looked for texts that begin in a corner. */
export function labelled({ puzzle: { drawn, columns } }: VariantGame): ReadonlySet<number> {
  const known = labels.get(drawn.svg);
  if (known) return known;
  const { margin, cell: side } = drawn.frame;
  const texts = drawn.svg.matchAll(/<text x="(\d+)" y="(\d+)"[^>]* text-anchor="start"/g);
  const at = (place: string | undefined) => Math.floor((Number(place) - margin) / side);
  const found = new Set([...texts].map(([, x, y]) => at(y) * columns + at(x)));
  // One board is on the screen at a time.
  labels.clear();
  labels.set(drawn.svg, found);
  return found;
}

/** Notes in lines in the middle of the cell, or below what is in its corner. */
function noteLines(notes: readonly number[], side: number, hasLabel: boolean): Child[] {
  if (notes.length === 0) return [];
  const separator = notes.some((note) => note > 9) ? ' ' : '';
  const lineCount = notes.length <= 3 ? 1 : notes.length <= (hasLabel ? 10 : 8) ? 2 : 3;
  const perLine = Math.ceil(notes.length / lineCount);
  const lines = Array.from({ length: Math.ceil(notes.length / perLine) }, (_, i) =>
    notes.slice(i * perLine, (i + 1) * perLine).join(separator),
  );
  const longest = Math.max(...lines.map((line) => line.length));
  const above = hasLabel && lines.length > 1 ? LABEL : 0;
  const size = Math.min(17, (side - 10) / (longest * 0.62), (side - above - 2) / (lines.length * 1.05));
  const top = (side + above) / 2 - ((lines.length - 1) * size * 1.05) / 2;
  return lines.map((line, i) =>
    h('text', { class: 'note', x: side / 2, y: top + i * size * 1.05 + size * 0.36, 'font-size': size }, line),
  );
}

export function variantBoard(app: App): Node {
  const { variant, settings } = app.state;
  if (!variant) return h('div', null);
  const { game, selection, check } = variant;
  const { puzzle } = game;
  const hand: Hand = {
    size: [puzzle.rows, puzzle.columns],
    selection: () => app.state.variant?.selection ?? selection,
    select: (cells, focus) => selectCells(app, cells, focus),
    selectAlike: (cell) => selectAlike(app, cell),
    finish: () => undefined,
  };
  const { frame } = puzzle.drawn;
  const t = wordsOf(app);
  const wrong = settings.showsConflicts ? conflicts(game) : new Set<number>();
  const mistakes = new Set(check.status === 'done' ? check.value.cells : []);
  const isOne = selection.cells.length === 1;
  const focused = digitAt(game, selection.focus);
  const same = puzzle.givens.flatMap((_, cell) => (digitAt(game, cell) === focused ? [cell] : []));
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  const place =
    `left:${percent(frame.margin, frame.width)};top:${percent(frame.margin, frame.height)};` +
    `width:${percent(puzzle.columns * frame.cell, frame.width)};height:${percent(puzzle.rows * frame.cell, frame.height)};` +
    `grid-template-rows:repeat(${puzzle.rows},1fr)`;
  return h(
    'div',
    {
      class: `board variant-board ${Math.max(puzzle.rows, puzzle.columns) > 12 ? 'is-large' : ''}`,
      style: `--aspect:${frame.width / frame.height}`,
    },
    ...variantPicture({
      game,
      selected: new Set(selection.cells),
      peers: new Set(settings.highlightsPeers && isOne ? puzzle.peers[selection.focus] : []),
      same: new Set(settings.highlightsDigit && isOne && focused !== null ? same : []),
      conflicts: wrong,
      mistakes,
    }),
    h(
      'div',
      {
        class: 'variant-cells',
        role: 'grid',
        style: place,
        'aria-label': t('board', { rows: puzzle.rows, columns: puzzle.columns }),
        'aria-multiselectable': 'true',
        'aria-describedby': 'board-help',
        onkeydown: (event: KeyboardEvent) => onKey(app, event),
        ...pointerEvents(hand),
      },
      Array.from({ length: puzzle.rows }, (_, row) =>
        h(
          'div',
          { role: 'row', class: 'row', key: row, style: `grid-template-columns:repeat(${puzzle.columns},1fr)` },
          Array.from({ length: puzzle.columns }, (__, column) => {
            const cell = row * puzzle.columns + column;
            const isSelected = selection.cells.includes(cell);
            const isFocus = cell === selection.focus;
            const name = cellLabel(app, game, cell, wrong.has(cell), mistakes.has(cell));
            return clearCell(cell, name, isSelected, isFocus);
          }),
        ),
      ),
    ),
  );
}

/** What a screen reader says of a cell: place, content, notes, marks, rules that it is part of. */
export function cellLabel(app: App, game: VariantGame, cell: number, isConflict: boolean, isMistake: boolean): string {
  const { t } = app;
  const { puzzle, position } = game;
  const row = Math.floor(cell / puzzle.columns) + 1;
  const digit = digitAt(game, cell);
  const isGiven = (puzzle.givens[cell] ?? null) !== null;
  const notes = digit === null ? (position.notes[cell] ?? []) : [];
  const kinds = puzzle.kinds[cell] ?? [];
  return [
    t('place', { row, column: (cell % puzzle.columns) + 1 }),
    digit === null ? t('cell.empty') : isGiven ? t('cell.given', { digit }) : String(digit),
    notes.length > 0 && t('cell.notes', { digits: notes.join(' ') }),
    isConflict && t('cell.conflict'),
    isMistake && t('flag.mistake'),
    kinds.length > 0 && wordsOf(app)('cell.kinds', { kinds: kinds.join(', ') }),
  ]
    .filter(Boolean)
    .join(', ');
}
