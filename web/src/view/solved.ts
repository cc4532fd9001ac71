/** The end of a game: how it went, and what next. */

import type { App } from '../app';
import { levelOf, startNew } from '../actions/games';
import { addressOf, copy } from '../actions/share';
import { clock, levelText } from '../words';
import { type Node, h } from './dom';
import { button } from './parts';

export function solvedView(app: App): Node {
  const { t, state } = app;
  const { game, seconds, hints, results } = state;
  const level = levelOf(app);
  const same = results.filter((one) => one.level === game.puzzle.level && one.shape === game.puzzle.shape);
  const best = Math.min(...same.map((one) => one.seconds));
  const time = clock(seconds);
  const isBest = same.length > 1 && seconds > 0 && seconds <= best && hints === 0;
  return h(
    'section',
    { class: 'solved', key: 'solved', 'aria-labelledby': 'solved-title' },
    h('h2', { id: 'solved-title' }, t('solved.title')),
    h(
      'dl',
      { class: 'figures' },
      h('div', null, h('dt', null, t('timer.label')), h('dd', null, time)),
      game.puzzle.level && h('div', null, h('dt', null, t('made.level')), h('dd', null, levelText(t, game.puzzle))),
      h('div', null, h('dt', null, t('solved.hints')), h('dd', null, String(hints))),
      same.length > 1 && h('div', null, h('dt', null, t('solved.best')), h('dd', null, clock(best))),
    ),
    isBest && h('p', { class: 'message good' }, t('solved.is-best')),
    h(
      'div',
      { class: 'row-of' },
      button(t('solved.another', { level: t(`level.${level}`) }), () => startNew(app, level), {
        look: 'main',
        id: 'another',
      }),
      button(t('solved.share'), () => void copy(app, shareText(app)), { icon: 'share' }),
      button(t('solved.next'), () => app.set({ view: 'enter' })),
    ),
  );
}

/** What one sends to friends: the time, and the puzzle itself as a link. */
const shareText = (app: App): string => {
  const { game, seconds } = app.state;
  const level = levelText(app.t, game.puzzle);
  const link = addressOf(app, true);
  return [app.t('solved.shared', { level, time: clock(seconds) }).replace(/ {2,}/g, ' '), link].join('\n');
};
