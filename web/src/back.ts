/**
 * The browser's Back goes back to the view before, and closes a dialog, instead of leaving the page.
 *
 * An open dialog has an entry of its own in the history, which goes when it is closed in another way: Back would do nothing there.
 */

import type { App } from './app';
import { closeDialog, openDialog } from './actions/share';
import { type Dialog, DIALOGS, VIEWS, type View } from './state';

interface Entry {
  readonly view: View | undefined;
  readonly dialog: Dialog | undefined;
}

function entryOf(state: unknown): Entry {
  const { view, dialog } = (state ?? {}) as { view?: unknown; dialog?: unknown };
  return { view: VIEWS.find((one) => one === view), dialog: DIALOGS.find((one) => one === dialog) };
}

export function keepHistory(app: App): void {
  // The entry of a dialog that was closed is being left; what happens until then is written down after that.
  let isLeaving = false;
  const follow = () => {
    if (isLeaving) return;
    const { view, dialog } = app.state;
    const entry = entryOf(history.state);
    if (dialog) {
      // A dialog that leads to another one shares its entry.
      if (!entry.dialog) history.pushState({ view, dialog }, '');
      else if (entry.dialog !== dialog) history.replaceState({ view, dialog }, '');
    } else if (entry.dialog && entry.view === view) {
      isLeaving = true;
      history.back();
    } else if (entry.dialog) history.replaceState({ view }, '');
    else if (entry.view !== view) history.pushState({ view }, '');
  };
  history.replaceState({ view: app.state.view }, '');
  app.listen(follow);
  window.addEventListener('popstate', (event) => {
    if (isLeaving) {
      isLeaving = false;
      return follow();
    }
    const { view, dialog } = entryOf(event.state);
    if (!view) return;
    if (app.state.dialog && !dialog) closeDialog(app);
    app.set({ view, notice: null });
    if (dialog && dialog !== app.state.dialog) void openDialog(app, dialog);
  });
}
