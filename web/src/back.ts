/** The browser's Back goes back to the view before, and closes a dialog, instead of leaving the page. */

import type { App } from './app';
import { closeDialog } from './actions/share';
import { VIEWS } from './state';

export function keepHistory(app: App): void {
  const viewOf = (state: unknown) => VIEWS.find((view) => view === (state as { view?: unknown } | null)?.view);
  history.replaceState({ view: app.state.view }, '');
  app.listen(() => {
    const { view } = app.state;
    if (viewOf(history.state) !== view) history.pushState({ view }, '');
  });
  window.addEventListener('popstate', (event) => {
    const view = viewOf(event.state);
    if (!view) return;
    if (app.state.dialog) closeDialog(app);
    app.set({ view, notice: null });
  });
}
