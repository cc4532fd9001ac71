/** The panel of learning: hints, mistakes, the whole way, all steps, the rating. */

import type { App } from '../app';
import {
  askCheck,
  askPath,
  askRating,
  askSe,
  askSteps,
  closePath,
  doStep,
  lightLink,
  nextStep,
  setSkipping,
  showStep,
} from '../actions/learn';
import { openLesson } from '../actions/lessons';
import type { Step } from '../engine/protocol';
import { wayTo } from '../model/chain';
import { linkText } from '../words';
import { type Child, type Node, h, lazy } from './dom';
import { checkText, hintSection, limitedView } from './hint';
import { lessonView, techniqueLink, techniquesSection } from './techniques';
import {
  button,
  checkbox,
  choice,
  english,
  failedView,
  iconButton,
  levelKey,
  outcome,
  running,
  section,
} from './parts';

export function learnPanel(app: App): Node {
  const { path, lesson } = app.state.learn;
  return h(
    'div',
    { class: 'panel learn', key: 'learn' },
    lesson
      ? lessonView(app, lesson)
      : path
        ? walker(app)
        : [
            hintSection(app),
            checkSection(app),
            pathSection(app),
            stepsSection(app),
            ratingSection(app),
            techniquesSection(app),
          ],
  );
}

function checkSection(app: App): Node {
  const { t, state } = app;
  const { check, showsMistakes } = state.learn;
  return section(
    'check',
    t('check.title'),
    ...outcome(app, check, (advice): Child[] => {
      if (advice.kind !== 'mistake') {
        const isFine = advice.kind === 'stuck' || advice.kind === 'step' || advice.kind === 'solved';
        return [
          isFine
            ? h('p', { class: 'message good' }, t('check.fine'))
            : h('p', { class: 'message error' }, 'message' in advice ? advice.message : ''),
        ];
      }
      return [
        h('p', { class: 'message error' }, t('check.mistakes', { count: advice.cells.length })),
        !showsMistakes &&
          button(t('check.show'), () => app.setLearn({ showsMistakes: true, shows: 'game' }), { key: 'show' }),
      ];
    }),
    check.status !== 'running' && button(t(checkText(app)), () => void askCheck(app), { key: 'ask' }),
    state.game.notesMode === 'manual' && h('p', { class: 'hint-text', key: 'text' }, t('check.text')),
  );
}

function pathSection(app: App): Node {
  const { t, state } = app;
  const { fromHere } = state.learn;
  return section(
    'path',
    t('path.title'),
    h('p', { class: 'hint-text' }, t('path.text')),
    choice(
      t('path.from'),
      ['start', 'here'] as const,
      fromHere ? 'here' : 'start',
      (from) => t(`path.${from}`),
      (from) => app.setLearn({ fromHere: from === 'here' }),
    ),
    button(t('path.ask'), () => void askPath(app), { look: 'main' }),
  );
}

function walker(app: App): Node {
  const { t, state } = app;
  const { path, pathTask, at } = state.learn;
  if (!path) return h('div', null);
  const { steps, end } = path;
  const step = steps[at];
  const [back, next] = [nextStep(app, at, -1), nextStep(app, at, 1)];
  const show = (to: number | null) => () => to !== null && showStep(app, to);
  return section(
    'walker',
    t('path.title'),
    h(
      'div',
      { class: 'walker-head', key: 'head' },
      h(
        'p',
        { class: 'grade' },
        step ? t('path.step', { at: at + 1, of: steps.length }) : t('path.steps', { count: steps.length }),
      ),
      // A level is that of the whole way to the only solution.
      end?.outcome === 'solved' &&
        end.unique &&
        h('p', { class: 'grade' }, `${t(levelKey(end.level))} · ${t('rating.score', { score: end.score })}`),
    ),
    ...(pathTask.status === 'running' ? [running(app, pathTask)] : []),
    pathTask.status === 'failed' && failedView(pathTask),
    h(
      'div',
      { class: 'transport', key: 'transport' },
      iconButton('first', t('walk.first'), show(nextStep(app, -1, 1)), { disabled: back === null }),
      iconButton('back', t('walk.back'), show(back), { disabled: back === null }),
      h('input', {
        type: 'range',
        min: 0,
        max: steps.length,
        value: at,
        'aria-label': t('walk.slider'),
        'aria-valuetext': step ? `${at + 1}. ${step.name}` : t('path.end'),
        oninput: (event: Event) => showStep(app, Number((event.target as HTMLInputElement).value)),
      }),
      iconButton('next', t('walk.next'), show(next), { disabled: next === null }),
      iconButton('last', t('walk.last'), show(steps.length), { disabled: at >= steps.length }),
    ),
    step
      ? h(
          'div',
          // Long sentences are scrolled, by keyboard too.
          {
            class: 'step',
            key: 'step',
            ...(step.text.length > 400 && { tabindex: 0, role: 'region', 'aria-label': step.name }),
          },
          h(
            'h3',
            null,
            techniqueLink(app, step.technique, capital(step.name)),
            ' ',
            h('span', { class: `level level-${step.level}` }, t(levelKey(step.level))),
          ),
          h('p', { class: 'sentence' }, sentence(step)),
          linkList(app, step),
        )
      : end &&
          h(
            'div',
            { class: 'step', key: 'step' },
            h('h3', null, t(`outcome.${end.outcome}`)),
            end.reason
              ? english('p', { class: 'sentence' }, end.reason)
              : h('p', { class: 'sentence' }, t(`outcome.${end.outcome}.text`)),
            end.outcome === 'stuck' && state.settings.off.length > 0 && limitedView(app),
          ),
    checkbox(t('path.skip'), state.settings.skipsEasy, (skipsEasy) => setSkipping(app, skipsEasy)),
    h(
      'div',
      { class: 'row-of', key: 'close' },
      button(t('path.close'), () => closePath(app)),
    ),
    stepList(
      steps
        .map((one, index) => ({ step: one, index }))
        .filter(({ step: one }) => !state.settings.skipsEasy || one.level !== 'easy'),
      at,
      (index) => showStep(app, index),
    ),
  );
}

/** The most links of a chain that are listed at once. */
const LISTED = 100;

/** The chain of a step, link by link: each lights its arrow. */
function linkList(app: App, { links }: Step): Child {
  const { t, state } = app;
  const { link } = state.learn;
  const { grid, puzzle } = state.game;
  if (links.length === 0) return false;
  const go = (to: number) => () => lightLink(app, (to + links.length) % links.length);
  // Nets have thousands of links: so many are listed that those around the one that is lit can be seen.
  const first = Math.max(0, Math.floor(link / LISTED) * LISTED);
  const shown = links.slice(first, first + LISTED);
  const way = wayTo(links, link);
  return h(
    'div',
    { class: 'chain', key: 'chain' },
    h(
      'div',
      { class: 'row-of' },
      iconButton('back', t('link.back'), go(link < 0 ? links.length - 1 : link - 1)),
      h(
        'span',
        { class: 'grade' },
        link < 0 ? t('link.count', { count: links.length }) : t('link.at', { at: link + 1, of: links.length }),
      ),
      iconButton('next', t('link.next'), go(link + 1), { id: 'next-link' }),
    ),
    h(
      'ol',
      { class: 'chain-list', start: first + 1 },
      shown.map((one, at) => {
        const i = first + at;
        return lazy(
          'li',
          `${i === link} ${way.has(i)} ${state.learn.at} ${i} ${state.settings.language} ${one.from.join()} ${one.to.join()}`,
          { key: i },
          () => [
            h(
              'button',
              {
                type: 'button',
                class: way.has(i) ? 'chain-link way' : 'chain-link',
                'aria-pressed': i === link ? 'true' : 'false',
                onclick: () => lightLink(app, i),
              },
              linkText(t, puzzle.alphabet, grid, one),
            ),
          ],
        );
      }),
    ),
  );
}

/** All steps, to go to one of them. */
function stepList(list: { step: Step; index: number }[], at: number, show: (index: number) => void): Node {
  return h(
    'ol',
    { class: 'steps' },
    // Hundreds of steps arrive one by one: what is there already is not looked at again.
    list.map(({ step, index }) =>
      lazy('li', `${index} ${index === at} ${step.text}`, { key: index, value: index + 1 }, () => [
        h(
          'button',
          {
            type: 'button',
            class: 'step-link',
            'aria-current': index === at ? 'step' : null,
            onclick: () => show(index),
          },
          h('span', { class: 'number' }, String(index + 1)),
          h('span', { class: 'what' }, capital(step.name)),
          h('span', { class: 'conclusion' }, step.conclusion),
        ),
      ]),
    ),
  );
}

function stepsSection(app: App): Node {
  const { t, state } = app;
  const { steps, shows } = state.learn;
  const chosen = typeof shows === 'object' ? shows.step : -1;
  return section(
    'steps',
    t('steps.title'),
    steps.status === 'idle' && h('p', { class: 'hint-text' }, t('steps.text')),
    steps.status !== 'running' && button(t('steps.ask'), () => void askSteps(app), { key: 'ask' }),
    ...outcome(app, steps, (found): Child[] => {
      const step = found[chosen];
      return [
        h('p', { class: 'grade', key: 'count' }, t('steps.count', { count: found.length })),
        step &&
          h(
            'div',
            { class: 'step', key: 'step' },
            h('p', { class: 'sentence' }, step.text),
            h(
              'div',
              { class: 'row-of' },
              button(t('hint.do'), () => doStep(app, step), { look: 'main' }),
              button(t('hint.about'), () => void openLesson(app, step.technique), { id: 'about-step' }),
            ),
          ),
        stepList(
          found.map((one, index) => ({ step: one, index })),
          chosen,
          (index) => {
            app.setLearn({ shows: { step: index } });
            app.say(found[index]?.text ?? '');
          },
        ),
      ];
    }),
  );
}

function ratingSection(app: App): Node {
  const { t, state } = app;
  const { rating } = state.learn;
  return section(
    'rating',
    t('rating.title'),
    ...outcome(app, rating, (found): Child[] => [
      h(
        'p',
        { class: 'verdict' },
        ...(found.outcome === 'solved' && found.unique
          ? [h('strong', null, t(levelKey(found.level))), ' ', t('rating.score', { score: found.score })]
          : [h('strong', null, t('level.none'))]),
      ),
      seView(app, found.unique),
      found.hardest && h('p', { class: 'hint-text' }, t('rating.hardest'), ' ', found.hardest),
      found.outcome !== 'solved' && h('p', { class: 'message error' }, t(`outcome.${found.outcome}`)),
      state.settings.off.length > 0 && limitedView(app),
      h(
        'table',
        { class: 'tally' },
        h('caption', null, t('rating.techniques')),
        h(
          'tbody',
          null,
          found.steps.map(({ technique, name, count }) =>
            h(
              'tr',
              { key: technique },
              h('th', { scope: 'row' }, techniqueLink(app, technique, capital(name))),
              h('td', null, String(count)),
            ),
          ),
        ),
      ),
    ]),
    rating.status !== 'running' &&
      rating.status !== 'done' &&
      button(t('rating.ask'), () => void askRating(app), { key: 'ask' }),
  );
}

/** Sudoku Explainer's number, which takes longer; it has one for classic boards with one solution. */
function seView(app: App, isUnique: boolean): Child {
  const { t, state } = app;
  const { se, seAtLeast } = state.learn;
  if (!isUnique || state.game.grid.shape !== '3x3') return false;
  return h(
    'div',
    { class: 'se', key: 'se' },
    se.status === 'running' &&
      seAtLeast > 0 &&
      h('p', { class: 'verdict', key: 'so-far' }, t('se.at-least', { er: seAtLeast.toFixed(1) })),
    ...outcome(app, se, ({ er, ep, ed, hardest, end }): Child[] => [
      h('p', { class: 'verdict', id: 'se' }, t(end === 'stopped' ? 'se.at-least' : 'se.is', { er: er.toFixed(1) })),
      ep !== undefined &&
        ed !== undefined &&
        h(
          'p',
          { class: 'hint-text', key: 'more' },
          `ED=${[er, ep, ed].map((one) => one.toFixed(1)).join('/')}`,
          ' ',
          english('span', {}, hardest ?? ''),
        ),
    ]),
    se.status !== 'running' &&
      (se.status !== 'done' || se.value.end === 'stopped') &&
      button(t('se.ask'), () => void askSe(app), { key: 'ask', id: 'ask-se' }),
  );
}

/** With a capital letter, unless it begins with a cell (`r1c1`). */
const capital = (text: string): string => (/^r\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** The text of a step without the name, which is shown above it. */
function sentence({ text, name }: Step): string {
  const isNamed = text.toLowerCase().startsWith(`${name.toLowerCase()}: `);
  return isNamed ? capital(text.slice(name.length + 2)) : text;
}
