/** The panel of play: tools, the pad, notes, undo. */

import type { App } from '../app';
import {
  colorCells,
  editPuzzle,
  eraseCells,
  finishSetting,
  press,
  repeat,
  setNotesMode,
  setTool,
  startOver,
  takeBack,
  uncolor,
} from '../actions/play';
import { askHint } from '../actions/learn';
import { COLORS, NOTES_MODES, counts, isSolved } from '../model/game';
import { TOOLS } from '../state';
import { type Child, type Node, h } from './dom';
import { button, choice, select } from './parts';

export function playPanel(app: App): Node {
  const { t, state } = app;
  const { game, tool } = state;
  return h(
    'div',
    { class: 'panel play', key: 'play', onmousedown: keepBoardFocused },
    game.isSetting
      ? h(
          'div',
          { class: 'note-box', key: 'setting' },
          h('h2', null, t('setting.title')),
          h('p', null, t('setting.text')),
          button(t('setting.done'), () => void finishSetting(app), { look: 'main' }),
        )
      : isSolved(game) &&
          h(
            'div',
            { class: 'note-box solved', key: 'solved' },
            h('h2', null, t('solved.title')),
            h('p', null, t('solved.text')),
            button(t('solved.next'), () => app.set({ view: 'enter' }), { look: 'main' }),
          ),
    !game.isSetting &&
      choice(
        t('tool.label'),
        TOOLS,
        tool,
        (one) => t(`tool.${one}`),
        (one) => setTool(app, one),
      ),
    tool === 'color' && !game.isSetting ? colorPad(app) : digitPad(app),
    h(
      'div',
      { class: 'actions', key: 'actions' },
      button(t('play.undo'), () => takeBack(app), { icon: 'undo', disabled: game.past.length === 0 }),
      button(t('play.redo'), () => repeat(app), { icon: 'redo', disabled: game.future.length === 0 }),
      button(t('play.erase'), () => eraseCells(app), { icon: 'erase' }),
    ),
    !game.isSetting &&
      h(
        'div',
        { class: 'section', key: 'more' },
        select(
          'notes-mode',
          t('notes.label'),
          NOTES_MODES,
          game.notesMode,
          (mode) => t(`notes.${mode}`),
          (mode) => setNotesMode(app, mode),
        ),
        h('p', { class: 'hint-text' }, t(`notes.${game.notesMode}.text`)),
        h(
          'div',
          { class: 'row-of' },
          button(t('play.hint'), () => {
            app.set({ view: 'learn' });
            void askHint(app);
          }),
          button(t('play.restart'), () => startOver(app)),
          button(t('play.edit'), () => editPuzzle(app)),
        ),
      ),
  );
}

/** A mouse or finger on the pad leaves the focus on the board, so that keys go on working there. */
function keepBoardFocused(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('button')) return;
  if (document.activeElement?.getAttribute('role') === 'gridcell') event.preventDefault();
}

function digitPad(app: App): Node {
  const { t, state } = app;
  const { game, tool, pin } = state;
  const { grid, puzzle } = game;
  const found = counts(game);
  return h(
    'div',
    {
      class: `pad pad-${grid.boxColumns} ${grid.side > 9 ? 'many' : ''} tool-${tool}`,
      role: 'group',
      'aria-label': t('pad.label'),
      key: 'pad',
    },
    puzzle.alphabet.map((symbol, i): Child => {
      const left = grid.side - (found[i + 1] ?? 0);
      const label = `, ${t(left > 0 ? 'pad.left' : 'pad.done', { count: left })}`;
      return h(
        'button',
        {
          type: 'button',
          key: i,
          class: `key ${left <= 0 ? 'complete' : ''}`,
          ...(tool === 'look' && { 'aria-pressed': pin === i + 1 ? 'true' : 'false' }),
          onclick: () => press(app, i + 1),
        },
        h('span', { class: 'symbol' }, symbol),
        h('span', { class: 'left', 'aria-hidden': 'true' }, left > 0 ? String(left) : '✓'),
        h('span', { class: 'visually-hidden' }, label),
      );
    }),
  );
}

function colorPad(app: App): Node {
  const { t, state } = app;
  const { colorDigit, game } = state;
  const targets = ['0', ...game.puzzle.alphabet.map((_, i) => String(i + 1))];
  return h(
    'div',
    { class: 'color-pad', key: 'colors' },
    select(
      'color-target',
      t('color.target'),
      targets,
      String(colorDigit),
      (target) =>
        target === '0' ? t('color.cells') : t('color.notes', { digit: game.puzzle.alphabet[Number(target) - 1] ?? '' }),
      (target) => app.set({ colorDigit: Number(target), pin: Number(target) }),
    ),
    h(
      'div',
      { class: 'pad colors', role: 'group', 'aria-label': t('color.label') },
      Array.from({ length: COLORS }, (_, i) =>
        h(
          'button',
          { type: 'button', key: i, class: `key swatch tint-${i + 1}`, onclick: () => colorCells(app, i + 1) },
          h('span', { class: 'symbol' }, String(i + 1)),
          h('span', { class: 'name' }, t(`color.${i + 1}` as 'color.1')),
        ),
      ),
    ),
    button(t('color.clear'), () => uncolor(app)),
  );
}
