/** Above the board while a technique is practised: which exercise it is, the next one, the end. */

import type { App } from '../app';
import { leavePractice, nextExercise, openLesson } from '../actions/lessons';
import type { Practice } from '../state';
import { type Child, type Node, h } from './dom';
import { button, failedView, running } from './parts';

export function practiceBar(app: App, practice: Practice): Node {
  const { t } = app;
  const { exercise } = practice;
  return h(
    'div',
    { class: 'practice-bar', role: 'group', 'aria-label': t('practice.label'), key: 'practice' },
    exercise.status === 'running'
      ? running(app, exercise)
      : [
          exercise.status === 'failed' && failedView(exercise),
          h(
            'div',
            { class: 'row-of', key: 'buttons' },
            button(t('practice.next'), () => void nextExercise(app), {
              id: 'next-exercise',
              look: practice.isFound ? 'main' : 'plain',
            }),
            button(t('practice.about'), () => void openLesson(app, practice.slug), { id: 'about-technique' }),
            button(t('practice.leave'), () => leavePractice(app), { id: 'leave-practice' }),
          ),
        ],
  );
}

export const practiceCaption = ({ t }: App, { name, number, found }: Practice): Child[] => [
  h('strong', null, t('practice.title', { name })),
  number > 0 && h('span', { class: 'level' }, t('practice.count', { number, found })),
];
