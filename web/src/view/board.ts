/**
 * The board that is played on: a picture, and over it an ARIA grid of clear cells which has the focus, the names for
 * screen readers and the pointer. The whole grid is one tab stop; arrow keys move within.
 */

import type { App } from '../app';
import { isFinished } from '../actions/games';
import { apply, drawLine, selectAlike, selectCells } from '../actions/play';
import type { Translate } from '../i18n';
import { columnOf, rowOf } from '../model/grid';
import { digits } from '../model/mask';
import { clearCell } from './cell';
import { type Node, h } from './dom';
import { onKey } from './keys';
import { type Shading, picture } from './picture';
import { type Hand, pointerEvents } from './pointer';
import { type Scene, sceneOf } from './scene';

export function boardView(app: App): Node {
  const { state } = app;
  const scene = sceneOf(state);
  const { grid } = scene;
  const { selection, settings } = state;
  const label = app.t('board.label', { side: grid.side });
  return h(
    'div',
    { class: `board ${isFinished(app) ? 'is-solved' : ''}`, 'data-side': grid.side },
    picture(scene, '', shadingOf(app, scene), 'board'),
    h(
      'div',
      {
        class: 'cells',
        role: 'grid',
        'aria-label': label,
        'aria-multiselectable': 'true',
        'aria-describedby': 'board-help',
        onkeydown: (event: KeyboardEvent) => onKey(app, event),
        ...pointerEvents(handOf(app)),
      },
      Array.from({ length: grid.side }, (_, row) =>
        h(
          'div',
          { role: 'row', class: 'row', key: row },
          Array.from({ length: grid.side }, (__, column) => {
            const cell = row * grid.side + column;
            const isSelected = selection.cells.includes(cell);
            const name = cellLabel(app.t, scene, cell, settings.showsConflicts);
            const isFocus = cell === selection.focus;
            return clearCell(cell, name, isSelected, isFocus);
          }),
        ),
      ),
    ),
  );
}

const handOf = (app: App): Hand => ({
  size: [app.state.game.grid.side, app.state.game.grid.side],
  selection: () => app.state.selection,
  select: (cells, focus) => selectCells(app, cells, focus),
  selectAlike: (cell) => selectAlike(app, cell),
  finish: (cells, isPlain) => {
    if (app.state.tool === 'line' && app.state.view === 'play') {
      if (cells.length > 1) drawLine(app, cells);
    } else if (isPlain) apply(app);
  },
});

function shadingOf(app: App, scene: Scene): Shading {
  const { state } = app;
  const { selection, settings, pin } = state;
  const selected = new Set(selection.cells);
  const focused = scene.cells[selection.focus]?.digit ?? 0;
  // A drawn step is quiet about everything but itself; a finished board is just that.
  if (scene.drawing || !scene.isGame || isFinished(app)) return { selected: new Set(), peers: new Set(), digit: 0 };
  const isOne = selection.cells.length === 1;
  const peers = settings.highlightsPeers && isOne ? (scene.grid.peers[selection.focus] ?? []) : [];
  return { selected, peers: new Set(peers), digit: pin || (settings.highlightsDigit && isOne ? focused : 0) };
}

/** What a screen reader says of a cell: place, content, notes, marks, in this order. */
export function cellLabel(
  t: Translate,
  { grid, alphabet, cells, lines, drawing }: Scene,
  index: number,
  showsConflicts = true,
): string {
  const cell = cells[index];
  if (!cell) return '';
  const symbol = (digit: number) => alphabet[digit - 1] ?? '?';
  const parts = [t('place', { row: rowOf(grid, index) + 1, column: columnOf(grid, index) + 1 })];
  if (cell.digit)
    parts.push(cell.ink === 'given' ? t('cell.given', { digit: symbol(cell.digit) }) : symbol(cell.digit));
  else parts.push(t('cell.empty'));
  if (cell.notes) parts.push(t('cell.notes', { digits: digits(cell.notes).map(symbol).join(' ') }));
  if (cell.centres) parts.push(t('cell.centres', { digits: digits(cell.centres).map(symbol).join(' ') }));
  if (cell.isConflict && showsConflicts) parts.push(t('cell.conflict'));
  if (cell.colors.length > 0) {
    parts.push(t('cell.color', { color: cell.colors.map((color) => t(`color.${color}` as 'color.1')).join(' ') }));
  }
  for (const [digit, color] of cell.noteColors) {
    parts.push(t('cell.note-color', { digit: symbol(digit), color: t(`color.${color}` as 'color.1') }));
  }
  const joined = lines.flatMap(([from, to]) => (from === index ? [to] : to === index ? [from] : []));
  if (joined.length > 0) {
    const place = (other: number) => t('place', { row: rowOf(grid, other) + 1, column: columnOf(grid, other) + 1 });
    parts.push(t('cell.lines', { places: joined.map(place).join('; ') }));
  }
  if (cell.flag) parts.push(t(`flag.${cell.flag}`));
  const outs = drawing?.eliminations.filter(([at]) => at === index).map(([, digit]) => symbol(digit)) ?? [];
  const news = drawing?.placements.filter(([at]) => at === index).map(([, digit]) => symbol(digit)) ?? [];
  const marked =
    drawing?.marks.filter(({ cell: at, kind }) => at === index && kind !== 'eliminated' && kind !== 'placed') ?? [];
  const inPattern = [...new Set(marked.map(({ digit }) => (digit ? symbol(digit) : '')))].filter(Boolean);
  if (marked.length > 0)
    parts.push(inPattern.length ? t('cell.pattern', { digits: inPattern.join(' ') }) : t('cell.in-pattern'));
  if (news.length > 0) parts.push(t('cell.placed', { digits: news.join(' ') }));
  if (outs.length > 0) parts.push(t('cell.eliminated', { digits: outs.join(' ') }));
  return parts.join(', ');
}
