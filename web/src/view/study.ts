/** The panel of studying: what the engine knows about the puzzle itself. */

import type { App } from '../app';
import {
  STRATEGIES,
  askCanon,
  askCount,
  askMinimal,
  askReplay,
  askSolve,
  closeReplay,
  setReplay,
  showSolution,
} from '../actions/study';
import { copy } from '../actions/share';
import type { TraceEvent } from '../engine/protocol';
import { columnOf, rowOf } from '../model/grid';
import type { Replay } from '../state';
import { type Child, type Node, h } from './dom';
import { button, english, iconButton, outcome, section, select } from './parts';
import { picture } from './picture';
import { solutionScene } from './scene';
import { duration, grouped } from '../words';

export function studyPanel(app: App): Node {
  const { replay } = app.state.study;
  return h(
    'div',
    { class: 'panel study', key: 'study' },
    replay.status === 'done'
      ? replaySection(app)
      : [solveSection(app), countSection(app), minimalSection(app), canonSection(app), replaySection(app)],
  );
}

function solveSection(app: App): Node {
  const { t, state } = app;
  const { solve } = state.study;
  return section(
    'solve',
    t('solve.title'),
    ...outcome(app, solve, ({ verdict, solutions, reason, micros }): Child[] => {
      const [first, second] = solutions;
      return [
        h(
          'p',
          { class: `verdict verdict-${verdict}`, key: 'verdict' },
          h('strong', null, t(`verdict.${verdict}`)),
          ' ',
          h('span', { class: 'time' }, t('solve.time', { time: duration(micros ?? 0) })),
        ),
        reason && english('p', { class: 'message error', key: 'reason' }, reason),
        first &&
          h(
            'div',
            { class: `solutions ${second ? 'two' : ''}`, key: 'solutions' },
            h(
              'figure',
              null,
              picture(solutionScene(state.game, first, second), solutionText(app, first)),
              second && h('figcaption', null, t('solve.first')),
            ),
            second &&
              h(
                'figure',
                null,
                picture(solutionScene(state.game, second, first), solutionText(app, second)),
                h('figcaption', null, t('solve.second')),
              ),
          ),
        second &&
          first &&
          h(
            'p',
            { class: 'hint-text', key: 'differ' },
            t('solve.differ', { count: first.filter((digit, cell) => digit !== second[cell]).length }),
          ),
        first &&
          h(
            'div',
            { class: 'row-of', key: 'buttons' },
            button(t('solve.fill'), () => showSolution(app, first), { look: 'main' }),
            button(t('solve.copy'), () => void copy(app, solutionText(app, first))),
          ),
      ];
    }),
    solve.status !== 'done' &&
      solve.status !== 'running' &&
      button(t('solve.ask'), () => void askSolve(app), { look: 'main', key: 'ask', id: 'solve' }),
  );
}

function solutionText({ state }: App, solution: readonly number[]): string {
  const { alphabet } = state.game.puzzle;
  const isWide = alphabet.some((symbol) => symbol.length > 1);
  return solution.map((digit) => alphabet[digit - 1]).join(isWide ? ' ' : '');
}

function countSection(app: App): Node {
  const { t, state } = app;
  const { count } = state.study;
  return section(
    'count',
    t('count.title'),
    ...outcome(app, count, (found) => [
      h('p', { class: 'big-number' }, found.exact ? '' : `${t('count.at-least')} `, grouped(found.count)),
      h('p', { class: 'hint-text' }, t(found.count === '1' ? 'count.proper' : 'count.text')),
    ]),
    count.status !== 'done' &&
      count.status !== 'running' &&
      button(t('count.ask'), () => void askCount(app), { key: 'ask' }),
  );
}

function minimalSection(app: App): Node {
  const { t, state } = app;
  const { minimal, showsRedundant } = state.study;
  return section(
    'minimal',
    t('minimal.title'),
    ...outcome(app, minimal, (found): Child[] => [
      h(
        'p',
        { class: 'message' },
        found.minimal ? t('minimal.yes') : t('minimal.no', { count: found.redundant.length }),
      ),
      !found.minimal &&
        button(t(showsRedundant ? 'minimal.hide' : 'minimal.show'), () =>
          app.setStudy({ showsRedundant: !showsRedundant }),
        ),
    ]),
    minimal.status !== 'done' &&
      minimal.status !== 'running' &&
      button(t('minimal.ask'), () => void askMinimal(app), { key: 'ask' }),
  );
}

function canonSection(app: App): Node | false {
  const { t, state } = app;
  const { canon } = state.study;
  // Larger boards have too many symmetries.
  if (state.game.grid.side > 12) return false;
  return section(
    'canon',
    t('canon.title'),
    canon.status === 'idle' && h('p', { class: 'hint-text' }, t('canon.text')),
    ...outcome(app, canon, ({ form, automorphisms }) => [
      h('p', { class: 'code' }, form),
      h('p', { class: 'hint-text' }, t('canon.automorphisms', { number: grouped(automorphisms) })),
      button(t('share.copy'), () => void copy(app, form)),
    ]),
    canon.status !== 'done' &&
      canon.status !== 'running' &&
      button(t('canon.ask'), () => void askCanon(app), { key: 'ask' }),
  );
}

function replaySection(app: App): Node {
  const { t, state } = app;
  const { replay, strategy } = state.study;
  return section(
    'replay',
    t('replay.title'),
    ...outcome(app, replay, (value) => [replayView(app, value)]),
    replay.status !== 'done' && [
      h('p', { class: 'hint-text', key: 'text' }, t('replay.text')),
      select(
        'strategy',
        t('replay.strategy'),
        STRATEGIES,
        strategy as (typeof STRATEGIES)[number],
        (one) => t(`strategy.${one}`),
        (one) => app.setStudy({ strategy: one }),
      ),
      replay.status !== 'running' && button(t('replay.ask'), () => void askReplay(app), { key: 'ask' }),
    ],
  );
}

function replayView(app: App, replay: Replay): Node {
  const { t } = app;
  const { events, at, isPlaying, speed, more } = replay;
  const event = events[at];
  const to = (index: number) => () =>
    setReplay(app, { at: Math.max(0, Math.min(events.length - 1, index)), isPlaying: false });
  return h(
    'div',
    { class: 'replay', key: 'view' },
    h('p', { class: 'grade' }, t('replay.stage', { at: at + 1, of: events.length }), more && ` ${t('replay.more')}`),
    h(
      'div',
      { class: 'transport' },
      iconButton('back', t('walk.back'), to(at - 1), { disabled: at === 0 }),
      iconButton(isPlaying ? 'pause' : 'play', t(isPlaying ? 'replay.pause' : 'replay.play'), () => {
        const isAtEnd = at + 1 >= events.length;
        setReplay(app, { isPlaying: !isPlaying, ...(isAtEnd && !isPlaying && { at: 0 }) });
      }),
      h('input', {
        type: 'range',
        min: 0,
        max: events.length - 1,
        value: at,
        'aria-label': t('replay.slider'),
        'aria-valuetext': t('replay.stage', { at: at + 1, of: events.length }),
        oninput: (happened: Event) => to(Number((happened.target as HTMLInputElement).value))(),
      }),
      iconButton('next', t('walk.next'), to(at + 1), { disabled: at + 1 >= events.length }),
    ),
    event && h('p', { class: 'sentence' }, eventText(app, event)),
    event &&
      h(
        'dl',
        { class: 'facts' },
        h('dt', null, t('replay.depth')),
        h(
          'dd',
          null,
          h('span', { class: 'depth', 'aria-hidden': 'true' }, '●'.repeat(Math.min(event.depth, 30))),
          ` ${event.depth}`,
        ),
        event.space ? h('dt', null, t('replay.space')) : null,
        event.space ? h('dd', { class: 'space' }, powers(event.space)) : null,
      ),
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'speed' }, t('replay.speed')),
      h('input', {
        id: 'speed',
        type: 'range',
        min: 1,
        max: 12,
        value: speed,
        'aria-valuetext': t('replay.per-second', { count: speed }),
        oninput: (happened: Event) => setReplay(app, { speed: Number((happened.target as HTMLInputElement).value) }),
      }),
    ),
    button(t('replay.close'), () => closeReplay(app)),
  );
}

/** Powers as people write them: `2^3 x 3^4` with the exponents raised. */
function powers(space: string): Child[] {
  return space
    .split(/(\^\d+)/)
    .map((part, i) => (part.startsWith('^') ? h('sup', { key: i }, part.slice(1)) : part.replace(/ x /g, ' × ')));
}

export function eventText({ t, state }: App, event: TraceEvent): string {
  const { grid, puzzle } = state.game;
  const cell = (index: number | undefined) =>
    index === undefined ? '' : `r${rowOf(grid, index) + 1}c${columnOf(grid, index) + 1}`;
  const symbols = (list: readonly number[] | undefined) =>
    (list ?? []).map((digit) => puzzle.alphabet[digit - 1]).join(' ');
  const fixed = (event.fixed ?? []).map(([at, digit]) => `${cell(at)} = ${symbols([digit])}`).join(', ');
  switch (event.kind) {
    case 'choices':
      return t('event.choices');
    case 'pass':
      return t(fixed ? 'event.pass-fixed' : 'event.pass', {
        pass: event.pass ?? 0,
        rule: ruleText(t, event.rule),
        removed: event.removed ?? 0,
        fixed,
      });
    case 'places':
      return t('event.places', { fixed });
    case 'stable':
      return t('event.stable', { count: event.passes ?? 0 });
    case 'chosen':
      return t('event.chosen', { cell: cell(event.cell), digits: symbols(event.digits) });
    case 'branch':
      return t('event.branch', { cell: cell(event.cell), digits: symbols(event.digits) });
    case 'contradiction':
      return event.house
        ? t('event.twice', { digit: symbols(event.digit ? [event.digit] : []), house: houseText(t, event.house) })
        : t('event.void', { cell: cell(event.cell) });
    case 'combined':
      return t('event.combined', { count: event.boards ?? 0 });
    case 'too-many':
      return t('event.too-many');
    case 'solution':
      return t('event.solution');
    case 'done':
      return t('event.done', { solutions: event.solutions ?? 0, decisions: event.decisions ?? 0 });
    default:
      return event.kind;
  }
}

/** `row 3` in the language of the page. */
function houseText(t: App['t'], name: string): string {
  const [kind, number = ''] = name.split(' ');
  const known = (['row', 'column', 'box'] as const).find((one) => one === kind);
  return known ? t(`house.${known}`, { number }) : name;
}

const RULES = ['rows', 'columns', 'boxes', 'known values'] as const;

function ruleText(t: App['t'], rule = ''): string {
  const known = RULES.find((one) => one === rule);
  return known ? t(`rule.${known}`) : rule;
}
