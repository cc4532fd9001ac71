/** The board of a variant with its panel: pad and rules while one plays, answers while one analyses. */

import type { App } from '../app';
import { newGame as levels } from '../view/play';
import { openDialog, copy } from '../actions/share';
import { grouped, duration } from '../words';
import { type Child, type Node, h } from '../view/dom';
import { button, outcome, section, select } from '../view/parts';
import {
  LIMITS,
  askCandidates,
  askCheck,
  askCount,
  askSolve,
  checkedText,
  eraseCells,
  press,
  repeat,
  setNoting,
  show,
  showSolution,
  startOver,
  takeBack,
} from './actions';
import { variantBoard, variantPicture } from './board';
import { rulesView } from './found';
import { digitAt } from './game';
import type { Variant } from './state';
import { wordsOf } from './words';

export function tableView(app: App): Child {
  const { variant, view } = app.state;
  if (!variant) return null;
  const { puzzle } = variant.game;
  const panel = { play: playPanel, study: studyPanel, learn: learnPanel, enter: playPanel }[view];
  const t = wordsOf(app);
  const side = Math.max(puzzle.rows, puzzle.columns);
  return h(
    'div',
    { class: 'table', key: 'variant-table', style: `--n:${side}` },
    h(
      'div',
      { class: 'head' },
      view === 'play' && levels(app),
      h('div', { class: 'caption' }, h('p', { class: 'title' }, h('strong', null, puzzle.title || t('title')))),
    ),
    h(
      'div',
      { class: 'board-side' },
      h('div', { class: 'board-frame' }, variantBoard(app)),
      h('p', { id: 'board-help', class: 'visually-hidden' }, app.t('board.help')),
    ),
    panel(app, variant),
  );
}

function playPanel(app: App, variant: Variant): Node {
  const { t } = app;
  const words = wordsOf(app);
  const { game, isNoting, check } = variant;
  return h(
    'div',
    { class: 'panel play', key: 'variant-play', onmousedown: keepBoardFocused },
    h(
      'div',
      { class: 'hands', key: 'hands' },
      h(
        'div',
        { class: 'choice', role: 'group', 'aria-label': t('tool.label') },
        button(t('tool.digit'), () => setNoting(app, false), { pressed: !isNoting, icon: 'digit', key: 'digit' }),
        button(t('tool.note'), () => setNoting(app, true), { pressed: isNoting, icon: 'note', key: 'note' }),
      ),
      pad(app, variant),
      h(
        'div',
        { class: 'actions', key: 'actions' },
        button(t('play.undo'), () => takeBack(app), { icon: 'undo', disabled: game.past.length === 0 }),
        button(t('play.redo'), () => repeat(app), { icon: 'redo', disabled: game.future.length === 0 }),
        button(t('play.erase'), () => eraseCells(app), { icon: 'erase' }),
      ),
    ),
    h(
      'div',
      { class: 'section', key: 'more' },
      ...outcome(app, check, (found): Child => checkedView(app, found)),
      h(
        'div',
        { class: 'row-of' },
        check.status !== 'running' && button(words('check'), () => void askCheck(app), { id: 'check', key: 'check' }),
        button(t('play.restart'), () => startOver(app)),
        button(t('dialog.share'), () => void openDialog(app, 'share'), { icon: 'share' }),
        button(words('back'), () => show(app, false), { id: 'back-to-classic' }),
      ),
    ),
    section('variant-rules', words('rules'), rulesView(app, game.puzzle.drawn, game.puzzle.board)),
    h('p', { class: 'hint-text', key: 'classic' }, words('classic')),
  );
}

const checkedView = (app: App, found: Parameters<typeof checkedText>[1]): Node => {
  const isGood = ['fine', 'solved', 'several'].includes(found.kind);
  return h('p', { class: `message ${isGood ? 'good' : 'error'}`, key: 'checked' }, checkedText(app, found));
};

/** A mouse or finger on the pad leaves the focus on the board, so that keys go on working there. */
function keepBoardFocused(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('button')) return;
  if (document.activeElement?.getAttribute('role') === 'gridcell') event.preventDefault();
}

function pad(app: App, { game, isNoting }: Variant): Node {
  const { digits, givens, columns, rows } = game.puzzle;
  const counts = new Map<number, number>();
  for (let cell = 0; cell < givens.length; cell += 1) {
    const digit = digitAt(game, cell);
    if (digit !== null) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  // Where rows and columns hold every digit, it is known how often each of them is on the board.
  const each = columns === digits.length && rows === digits.length ? digits.length : 0;
  return h(
    'div',
    {
      class: `pad pad-3 variant-pad ${digits.length > 9 ? 'many' : ''} tool-${isNoting ? 'note' : 'digit'}`,
      style: `--keys:${Math.max(4, digits.length)}`,
      role: 'group',
      'aria-label': wordsOf(app)('pad'),
      key: 'pad',
    },
    digits.map((digit) => {
      const left = each - (counts.get(digit) ?? 0);
      return h(
        'button',
        {
          type: 'button',
          key: digit,
          class: `key ${each > 0 && left <= 0 ? 'complete' : ''}`,
          onclick: () => press(app, digit),
        },
        h('span', { class: 'symbol' }, String(digit)),
        each > 0 && h('span', { class: 'left', 'aria-hidden': 'true' }, left > 0 ? String(left) : '✓'),
        each > 0 &&
          h('span', { class: 'visually-hidden' }, `, ${app.t(left > 0 ? 'pad.left' : 'pad.done', { count: left })}`),
      );
    }),
  );
}

function studyPanel(app: App, variant: Variant): Node {
  return h(
    'div',
    { class: 'panel study', key: 'variant-study' },
    solveSection(app, variant),
    countSection(app, variant),
    candidatesSection(app, variant),
    section(
      'variant-rules',
      wordsOf(app)('rules'),
      rulesView(app, variant.game.puzzle.drawn, variant.game.puzzle.board),
    ),
    h('p', { class: 'hint-text', key: 'classic' }, wordsOf(app)('classic')),
  );
}

function solveSection(app: App, { solve, game }: Variant): Node {
  const { t } = app;
  const words = wordsOf(app);
  return section(
    'solve',
    t('solve.title'),
    ...outcome(app, solve, ({ verdict, solutions, lines, micros }): Child[] => {
      const [first] = solutions;
      const names = solutions.length > 1 ? (['first.of', 'second.of'] as const) : (['solution.of'] as const);
      return [
        h(
          'p',
          { class: `verdict verdict-${verdict}`, key: 'verdict' },
          h('strong', null, t(`verdict.${verdict}`)),
          micros !== undefined && h('span', { class: 'time' }, ` ${t('solve.time', { time: duration(micros) })}`),
        ),
        first &&
          h(
            'div',
            { class: `solutions ${solutions.length > 1 ? 'two' : ''}`, key: 'solutions' },
            solutions.map((digits, i) => {
              const name = `${words(names[i] ?? 'solution.of')}: ${lines[i] ?? ''}`;
              return h(
                'figure',
                { key: i },
                h('div', { class: 'variant-board' }, ...variantPicture({ game, digits }, name)),
              );
            }),
          ),
        first &&
          h(
            'div',
            { class: 'row-of', key: 'buttons' },
            button(t('solve.fill'), () => showSolution(app, first), { look: 'main' }),
            button(t('solve.copy'), () => void copy(app, lines[0] ?? '')),
          ),
      ];
    }),
    solve.status !== 'done' &&
      solve.status !== 'running' &&
      button(t('solve.ask'), () => void askSolve(app), { look: 'main', key: 'ask', id: 'solve' }),
  );
}

function countSection(app: App, { count, limit }: Variant): Node {
  const { t } = app;
  return section(
    'count',
    t('count.title'),
    ...outcome(app, count, (found) => [
      h('p', { class: 'big-number' }, found.exact ? '' : `${t('count.at-least')} `, grouped(found.count)),
    ]),
    count.status !== 'running' &&
      select(
        'count-limit',
        wordsOf(app)('count.limit'),
        LIMITS,
        String(limit) as (typeof LIMITS)[number],
        (one) => grouped(one),
        (one) => app.setVariant({ limit: Number(one) }),
      ),
    count.status !== 'running' && button(t('count.ask'), () => void askCount(app), { key: 'ask', id: 'count' }),
  );
}

function candidatesSection(app: App, { candidates }: Variant): Node {
  const words = wordsOf(app);
  return section(
    'candidates',
    words('candidates'),
    h('p', { class: 'hint-text' }, words('candidates.text')),
    ...outcome(app, candidates, (found) =>
      h(
        'p',
        { class: `message ${found ? 'good' : 'error'}`, key: 'found' },
        words(found ? 'candidates.done' : 'candidates.none'),
      ),
    ),
    candidates.status !== 'running' &&
      button(words('candidates'), () => void askCandidates(app), { key: 'ask', id: 'candidates' }),
  );
}

const learnPanel = (app: App): Node =>
  h(
    'div',
    { class: 'panel learn', key: 'variant-learn' },
    h('p', { class: 'message', key: 'classic' }, wordsOf(app)('classic')),
    h(
      'div',
      { class: 'row-of' },
      button(wordsOf(app)('back'), () => show(app, false), { id: 'back-to-classic' }),
    ),
  );
