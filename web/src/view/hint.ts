/** Hints: a part of the view of learning, and a sheet over the pad while playing, with the board in sight. */

import type { App } from '../app';
import { askHint, closeHint, doStep, moreHint } from '../actions/learn';
import { isNoneLeft, nextExercise, openLesson, switchTechniques } from '../actions/lessons';
import { eraseCells } from '../actions/play';
import type { Advice } from '../engine/protocol';
import type { Key } from '../i18n';
import { type Child, type Node, h } from './dom';
import { button, iconButton, outcome, section } from './parts';

export function hintSheet(app: App): Node {
  const { t, state } = app;
  const { hint } = state.learn;
  return h(
    'section',
    { class: 'hint-sheet', key: 'sheet', 'aria-labelledby': 'sheet-title' },
    h(
      'div',
      { class: 'sheet-head' },
      h('h2', { id: 'sheet-title' }, t('hint.title')),
      iconButton('close', t('hint.close'), () => closeHint(app), { id: 'close-hint' }),
    ),
    ...outcome(app, hint, (advice) => adviceView(app, advice, true)),
  );
}

export function hintSection(app: App): Node {
  const { t, state } = app;
  const { hint } = state.learn;
  return section(
    'hint',
    t('hint.title'),
    hint.status === 'idle' && h('p', { class: 'hint-text' }, t('hint.text')),
    ...outcome(app, hint, (advice) => adviceView(app, advice)),
    hint.status !== 'running' &&
      !(hint.status === 'done' && 'levels' in hint.value) &&
      button(t('hint.ask'), () => void askHint(app), { look: 'main', key: 'ask' }),
  );
}

function adviceView(app: App, advice: Advice, isSheet = false): Child[] {
  const { t, state } = app;
  const { practice } = state;
  const { grade } = state.learn;
  if (!('levels' in advice)) {
    const isLimited = advice.kind === 'stuck' && state.settings.off.length > 0;
    return [h('p', { class: 'message' }, advice.message), isLimited && limitedView(app)];
  }
  const isLast = grade >= advice.levels.length;
  // A candidate that was struck out by mistake is not erased but put back.
  const wrong = advice.kind === 'mistake' ? advice.cells.filter((cell) => state.game.position.placed[cell]) : [];
  return [
    practice?.isFound
      ? h('p', { class: 'message good', key: 'found' }, t(practice.isHelped ? 'practice.done' : 'practice.found'))
      : h('p', { class: 'grade', key: 'grade' }, t('hint.grade', { grade, of: advice.levels.length })),
    h('p', { class: 'sentence', 'data-grade': String(grade) }, advice.levels[grade - 1] ?? ''),
    advice.kind === 'step' &&
      !advice.has_one_solution &&
      h('p', { class: 'hint-text', key: 'several' }, t('hint.several')),
    h(
      'div',
      { class: 'row-of', key: 'buttons' },
      !isLast && button(t('hint.more'), () => moreHint(app), { look: 'main', key: 'more' }),
      practice?.isFound && button(t('practice.next'), () => void nextExercise(app), { look: 'main', key: 'next' }),
      isLast &&
        !practice?.isFound &&
        advice.kind === 'step' &&
        button(t('hint.do'), () => doStep(app, advice.step), { look: 'main', key: 'do' }),
      isLast &&
        wrong.length > 0 &&
        button(t('play.erase'), () => eraseCells(app, wrong), { look: 'main', icon: 'erase', key: 'erase' }),
      advice.kind === 'step' &&
        grade > 1 &&
        !practice &&
        button(t('hint.about'), () => void openLesson(app, advice.step.technique), { key: 'about', id: 'about-step' }),
      !isSheet && button(t('hint.hide'), () => closeHint(app), { key: 'hide' }),
    ),
  ];
}

/** Nothing was found, but not everything was looked for. */
export function limitedView(app: App): Node {
  const { t, state } = app;
  const { off } = state.settings;
  return h(
    'div',
    { class: 'limited', key: 'limited' },
    h('p', null, t(isNoneLeft(app) ? 'techniques.none' : 'techniques.limited', { count: off.length })),
    button(t('techniques.on'), () => switchTechniques(app, off, true), { key: 'on' }),
  );
}

/** What a check looks at: notes that are written by hand may be incomplete by intent. */
export const checkText = ({ state }: App): Key => (state.game.notesMode === 'manual' ? 'check.ask' : 'check.ask-notes');
