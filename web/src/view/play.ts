/** The panel of play: tools and pad or, in their place, a hint; undo; what is needed more seldom below. */

import type { App } from '../app';
import { askCheck, askHint } from '../actions/learn';
import { editPuzzle, finishSetting, isFinished, startNew } from '../actions/games';
import { eraseCells, repeat, setNotesMode, setTool, startOver, takeBack, uncolor } from '../actions/play';
import { arm, colorCells, press } from '../actions/play';
import { openDialog } from '../actions/share';
import { LEVELS } from '../engine/protocol';
import { NOTES_MODES, counts } from '../model/game';
import { COLORS } from '../model/mask';
import { type Tool, TOOLS } from '../state';
import { type Child, type Node, h } from './dom';
import { checkText, hintSheet } from './hint';
import { type IconName, button, checkbox, icon, select } from './parts';
import { solvedView } from './solved';

export function playPanel(app: App): Node {
  const { state } = app;
  const { game, learn } = state;
  const hasHint = learn.hint.status !== 'idle';
  return h(
    'div',
    { class: `panel play ${hasHint ? 'with-sheet' : ''}`, key: 'play', onmousedown: keepBoardFocused },
    game.isSetting && settingView(app),
    isFinished(app)
      ? solvedView(app)
      : [
          hasHint && hintSheet(app),
          h(
            'div',
            { class: 'hands', key: 'hands' },
            !game.isSetting && tools(app),
            state.tool === 'color' && !game.isSetting ? colorPad(app) : digitPad(app),
            actions(app),
          ),
          state.practice ? practiceText(app) : !game.isSetting && more(app),
        ],
  );
}

/** The levels of new games: one tap each. */
export function newGame(app: App): Node {
  const { t } = app;
  // What was brought along has no level, whatever was chosen last.
  const current = app.state.variant?.isShown ? '' : app.state.game.puzzle.level;
  return h(
    'div',
    { class: 'new-game', role: 'group', 'aria-label': t('new.label'), key: 'new' },
    h('span', { class: 'new-label', 'aria-hidden': 'true' }, t('new.title')),
    LEVELS.map((level) =>
      h(
        'button',
        {
          type: 'button',
          class: `chip ${level === current ? 'current' : ''}`,
          'data-level': level,
          key: level,
          'aria-label': t('new.level', { level: t(`level.${level}`) }),
          onclick: () => startNew(app, level),
        },
        t(`level.${level}`),
      ),
    ),
  );
}

const settingView = (app: App): Node =>
  h(
    'div',
    { class: 'note-box', key: 'setting' },
    h('h2', null, app.t('setting.title')),
    h('p', null, app.t('setting.text')),
    button(app.t('setting.done'), () => void finishSetting(app), { look: 'main' }),
  );

/** A mouse or finger on the pad leaves the focus on the board, so that keys go on working there. */
function keepBoardFocused(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('button')) return;
  if (document.activeElement?.getAttribute('role') === 'gridcell') event.preventDefault();
}

const TOOL_ICONS: Record<Tool, IconName> = {
  digit: 'digit',
  note: 'note',
  centre: 'centre',
  color: 'color',
  line: 'line',
  look: 'look',
};

const tools = (app: App): Node =>
  h(
    'div',
    { class: 'choice tools-choice', role: 'group', 'aria-label': app.t('tool.label') },
    TOOLS.map((tool) =>
      button(app.t(`tool.${tool}`), () => setTool(app, tool), {
        icon: TOOL_ICONS[tool],
        pressed: tool === app.state.tool,
        key: tool,
      }),
    ),
  );

function actions(app: App): Node {
  const { t, state } = app;
  const { game } = state;
  return h(
    'div',
    { class: 'actions', key: 'actions' },
    button(t('play.undo'), () => takeBack(app), { icon: 'undo', disabled: game.past.length === 0 }),
    button(t('play.redo'), () => repeat(app), { icon: 'redo', disabled: game.future.length === 0 }),
    button(t('play.erase'), () => eraseCells(app), { icon: 'erase' }),
    !game.isSetting && button(t('play.hint'), () => void askHint(app), { icon: 'hint', id: 'hint' }),
  );
}

function digitPad(app: App): Node {
  const { t, state } = app;
  const { game, tool, pin, settings } = state;
  const { grid, puzzle } = game;
  const found = counts(game);
  const arms = settings.digitFirst && !game.isSetting && tool !== 'line';
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
          ...((tool === 'look' || arms) && { 'aria-pressed': pin === i + 1 ? 'true' : 'false' }),
          onclick: () => (arms ? arm(app, i + 1) : press(app, i + 1)),
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
  const { color, colorDigit, game, settings } = state;
  const targets = ['0', ...game.puzzle.alphabet.map((_, i) => String(i + 1))];
  return h(
    'div',
    { class: 'color-pad', key: 'colors' },
    h(
      'div',
      { class: 'pad colors', role: 'group', 'aria-label': t('color.label') },
      Array.from({ length: COLORS }, (_, i) =>
        h(
          'button',
          {
            type: 'button',
            key: i,
            class: `key swatch tint-${i + 1}`,
            ...(settings.digitFirst && { 'aria-pressed': color === i + 1 ? 'true' : 'false' }),
            onclick: () => (settings.digitFirst ? arm(app, i + 1) : colorCells(app, i + 1)),
          },
          h('span', { class: 'symbol' }, String(i + 1)),
          h('span', { class: 'name' }, t(`color.${i + 1}` as 'color.1')),
        ),
      ),
    ),
    h(
      'div',
      { class: 'color-more' },
      select(
        'color-target',
        t('color.target'),
        targets,
        String(colorDigit),
        (target) =>
          target === '0'
            ? t('color.cells')
            : t('color.notes', { digit: game.puzzle.alphabet[Number(target) - 1] ?? '' }),
        (target) => app.set({ colorDigit: Number(target), pin: Number(target) }),
      ),
      button(t('color.clear'), () => uncolor(app)),
    ),
  );
}

const practiceText = ({ t }: App): Node => h('p', { class: 'hint-text', key: 'practice-text' }, t('practice.text'));

/** What one needs once a game or less. */
function more(app: App): Node {
  const { t, state } = app;
  const { game, settings, learn } = state;
  const put = (changes: Partial<typeof settings>) => app.set({ settings: { ...settings, ...changes } });
  return h(
    'div',
    { class: 'section more', key: 'more' },
    select(
      'notes-mode',
      t('notes.label'),
      NOTES_MODES,
      game.notesMode,
      (mode) => t(`notes.${mode}`),
      (mode) => setNotesMode(app, mode),
    ),
    h('p', { class: 'hint-text' }, t(`notes.${game.notesMode}.text`)),
    checkbox(
      t('play.digit-first'),
      settings.digitFirst,
      (digitFirst) => put({ digitFirst }),
      t('play.digit-first.text'),
    ),
    checkbox(t('settings.mistakes'), settings.showsMistakes, (showsMistakes) => put({ showsMistakes })),
    h(
      'div',
      { class: 'row-of' },
      button(t(checkText(app)), () => void askCheck(app), { disabled: learn.check.status === 'running' }),
      button(t('play.restart'), () => startOver(app)),
      button(t('play.edit'), () => editPuzzle(app)),
      button(t('dialog.share'), () => void openDialog(app, 'share'), { icon: 'share' }),
    ),
    learn.check.status === 'done' &&
      h(
        'p',
        { class: `message ${learn.check.value.kind === 'mistake' ? 'error' : 'good'}`, key: 'checked' },
        learn.check.value.kind === 'mistake'
          ? t('check.mistakes', { count: learn.check.value.cells.length })
          : t('check.fine'),
      ),
  );
}

/** The clock, and what stops it. */
export function timerView(app: App, time: string): Node {
  const { t, state } = app;
  return h(
    'div',
    { class: 'timer' },
    h('p', { role: 'timer', 'aria-label': t('timer.label') }, icon('clock'), h('span', null, time)),
    state.view === 'play' &&
      !isFinished(app) &&
      button('', () => app.set({ isPaused: !state.isPaused }), {
        look: 'icon',
        icon: state.isPaused ? 'play' : 'pause',
        label: t(state.isPaused ? 'pause.end' : 'pause.ask'),
        id: 'pause',
      }),
  );
}
