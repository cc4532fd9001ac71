/** The games that wait, and those that are finished with their times. */

import type { App } from '../app';
import { openResult, resume } from '../actions/games';
import { LEVELS } from '../engine/protocol';
import { counts } from '../model/game';
import type { Result, Saved } from '../model/storage';
import { clock, levelText } from '../words';
import { type Child, type Node, h, lazy } from './dom';
import { button, iconButton } from './parts';
import { picture } from './picture';
import { gameScene } from './scene';

/** How many of each are shown at first. */
const [FEW_GAMES, FEW_RESULTS] = [4, 8];

const date = (app: App, at: number): string =>
  at > 0 ? new Date(at).toLocaleDateString(app.state.settings.language, { day: 'numeric', month: 'short' }) : '';

export function keptGames(app: App): Node | false {
  const { t, state } = app;
  const { games } = state;
  if (games.length === 0) return false;
  const shown = state.enter.showsAll ? games : games.slice(0, FEW_GAMES);
  return h(
    'section',
    { class: 'kept', key: 'kept', 'aria-labelledby': 'kept-title' },
    h('h2', { id: 'kept-title' }, t('resume.title')),
    h(
      'ul',
      { class: 'kept-list' },
      shown.map((saved, i) => keptGame(app, saved, i)),
    ),
    moreButton(app, games.length - shown.length),
  );
}

function keptGame(app: App, saved: Saved, i: number): Node {
  const { t } = app;
  const { game, seconds, at } = saved;
  const title = game.puzzle.title || t(game.puzzle.level ? 'title.made' : 'title.none');
  const words = t('resume.text', { title, count: counts(game)[0] ?? 0, time: clock(seconds) });
  const about = [levelText(t, game.puzzle), date(app, at)].filter(Boolean).join(' · ');
  return h(
    'li',
    { class: 'resume', key: `${at}-${i}` },
    lazy('div', `${at} ${seconds}`, { class: 'thumb', key: 'thumb' }, () => [picture(gameScene(game, false))]),
    h('div', null, h('p', null, words), about && h('small', null, about)),
    h(
      'div',
      { class: 'row-of' },
      button(t('resume.ask'), () => resume(app, saved), { look: 'main', ...(i === 0 && { id: 'resume' }) }),
      iconButton('erase', t('resume.forget', { title }), () => app.forgetGame(saved)),
    ),
  );
}

const moreButton = (app: App, count: number): Child =>
  count > 0 && button(app.t('games.more', { count }), () => app.set({ enter: { ...app.state.enter, showsAll: true } }));

export function finishedGames(app: App): Node | false {
  const { t, state } = app;
  const { results } = state;
  if (results.length === 0) return false;
  const shown = state.enter.showsAll ? results : results.slice(0, FEW_RESULTS);
  return h(
    'section',
    { class: 'finished', key: 'finished', 'aria-labelledby': 'finished-title' },
    h('h2', { id: 'finished-title' }, t('results.title')),
    statistics(app, results),
    h(
      'ol',
      { class: 'results' },
      shown.map((result) =>
        h(
          'li',
          { key: `${result.at}-${result.link}` },
          h('span', { class: 'when' }, date(app, result.at)),
          h('span', null, result.title || t(result.level ? 'title.made' : 'title.none')),
          h('span', null, result.level && t(`level.${result.level}`)),
          h('span', { class: 'time' }, clock(result.seconds)),
          button(t('results.again'), () => openResult(app, result)),
        ),
      ),
    ),
    moreButton(app, results.length - shown.length),
  );
}

/** By level: how many, the best and the middle time. */
function statistics({ t }: App, results: readonly Result[]): Child {
  const rows = LEVELS.map((level) => {
    const times = results
      .filter((one) => one.level === level && one.shape === '3x3' && one.seconds > 0)
      .map(({ seconds }) => seconds)
      .sort((a, b) => a - b);
    return { level, times };
  }).filter(({ times }) => times.length > 0);
  return (
    rows.length > 0 &&
    h(
      'table',
      { class: 'tally statistics' },
      h('caption', null, t('results.statistics')),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          (['made.level', 'results.count', 'solved.best', 'results.middle'] as const).map((key) =>
            h('th', { scope: 'col', key }, t(key)),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map(({ level, times }) =>
          h(
            'tr',
            { key: level },
            h('th', { scope: 'row' }, t(`level.${level}`)),
            h('td', null, String(times.length)),
            h('td', null, clock(times[0] ?? 0)),
            h('td', null, clock(times[Math.floor(times.length / 2)] ?? 0)),
          ),
        ),
      ),
    )
  );
}
