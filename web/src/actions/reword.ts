/** Another language: what is shown in the engine's words is asked again, and everything stays where it is. */

import { type App, stop } from '../app';
import type { Language } from '../i18n';
import { toBoard, toCheckedBoard } from '../model/boards';
import type { Task } from '../state';
import { askRating } from './learn';
import { asked, rewordExercises, stepLanguage, worded } from './lessons';

export function setLanguage(app: App, language: Language): void {
  const before = stepLanguage(app);
  app.set({ settings: { ...app.state.settings, language } });
  if (stepLanguage(app) !== before) reword(app);
}

const itself = <T>(answer: T): T => answer;

function reword(app: App): void {
  const { learn, game, practice } = app.state;
  const { hint, check, rating, steps, path, pathTask } = learn;
  const isShown = ({ status }: Task<unknown>) => status === 'running' || status === 'done';
  stop(hint, check, rating, steps, pathTask);
  // The hint of an exercise is that of its technique.
  if (isShown(hint) && !practice)
    void app.run('hint', asked(app, toBoard(game)), itself, (task) => app.setLearn({ hint: task }));
  if (isShown(check)) {
    const request = { board: toCheckedBoard(game), ...worded(app) };
    void app.run('check', request, itself, (task) => app.setLearn({ check: task }));
  }
  rewordExercises(app);
  // The steps of the way are replaced when all of them are there: until then the old ones are better than a few.
  if (path) {
    void app.run(
      'explain',
      asked(app, path.board),
      (end) => {
        app.setLearn({ path: { ...path, steps: end.steps, end } });
        return null;
      },
      (task) => app.setLearn({ pathTask: task }),
    );
  }
  if (isShown(steps)) {
    const request = asked(app, toBoard(game));
    void app.run(
      'all_steps',
      request,
      (answer) => answer.steps,
      (task) => app.setLearn({ steps: task }),
    );
  }
  if (isShown(rating)) void askRating(app);
}
