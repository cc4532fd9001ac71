/** Starts the page. */

import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import './styles/tokens.css';
import './styles/page.css';
import './styles/layout.css';
import './styles/board.css';
import './styles/panels.css';
import './styles/play.css';
import './styles/enter.css';
import './styles/print.css';
import { openFragment, readFile, setText } from './actions/enter';
import { watchMistakes } from './actions/games';
import { tick } from './actions/play';
import { advanceReplay } from './actions/study';
import { App } from './app';
import { Engine } from './engine/client';
import { GALLERY } from './gallery';
import { translator } from './i18n';
import { type Game, newGame, puzzleOf } from './model/game';
import { gridOf } from './model/grid';
import { type Store, loadGame, loadGames, loadResults, loadSettings } from './model/storage';
import { keepHistory } from './back';
import { keepForOffline } from './offline';
import { AT_START, type State } from './state';
import { loadVariantMode } from './variant/door';
import { onGlobalKey } from './view/keys';
import { draw } from './view/shell';

/** Remembers nothing. */
const NOTHING: Store = { getItem: () => null, setItem: () => undefined };

/** `localStorage`, or nothing that lasts where the browser forbids it. */
function storage(): Store {
  try {
    return window.localStorage;
  } catch {
    return NOTHING;
  }
}

/** What a first visit finds on the board: the first puzzle of the gallery, an easy one. */
function firstGame(title: string): Game {
  const grid = gridOf('3x3');
  const game = grid && newGame(puzzleOf(grid, { title, level: 'easy' }));
  if (!game) throw new Error('no board');
  const givens = [...(GALLERY[0]?.puzzle ?? '')].map((symbol) => Number(symbol) || 0);
  return { ...game, position: { ...game.position, givens } };
}

function startingState(store: Store): State {
  const settings = loadSettings(store, navigator.language);
  const saved = loadGame(store);
  const first = () => firstGame(translator(settings.language)('gallery.patience.title'));
  const game = saved?.game ?? { ...first(), notesMode: settings.notesMode };
  const { givens, placed } = game.position;
  const focus = Math.max(
    0,
    givens.findIndex((given, cell) => !given && !placed[cell]),
  );
  return {
    ...AT_START,
    view: 'play',
    game,
    seconds: saved?.seconds ?? 0,
    hints: saved?.hints ?? 0,
    games: loadGames(store),
    results: loadResults(store),
    selection: { cells: [focus], focus },
    settings,
  };
}

function start(root: Element): void {
  const store = storage();
  const engine = new Engine();
  // It comes while the first board is drawn.
  const ready = engine.ready();
  const app = new App(startingState(store), engine, store);

  const redraw = () => {
    const { theme, language } = app.state.settings;
    document.documentElement.lang = language;
    document.title = `${app.t(`view.${app.state.view}`)} · ninefold`;
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    draw(app, root);
  };
  app.listen(redraw);
  try {
    redraw();
  } catch (error) {
    // What was stored cannot be shown, whatever the reason: a new game can.
    console.error(error);
    app.set(startingState(NOTHING));
    redraw();
  }

  const kept = app.keptVariant() as { isShown?: unknown } | null;
  // A link is followed first; what waits comes then.
  const isShown = kept?.isShown === true && !location.hash;
  if (kept) void loadVariantMode(app).then((mode) => mode.restore(app, isShown));
  app.listen(() => watchMistakes(app));
  keepHistory(app);
  ready.catch(() => app.notify(app.t('engine.failed'), true));
  setInterval(() => tick(app), 1000);
  let wait = 0;
  setInterval(() => {
    const { replay } = app.state.study;
    if (replay.status !== 'done' || app.state.view !== 'study') return;
    wait += 1;
    if (wait * replay.value.speed < 12) return;
    wait = 0;
    advanceReplay(app);
  }, 1000 / 12);

  const goTo = () => {
    if (!location.hash) return;
    const fragment = location.hash;
    // The address is that of the page again: a reload goes on with the game, not back to the link.
    history.replaceState(history.state, '', location.pathname + location.search);
    void openFragment(app, fragment);
  };
  window.addEventListener('hashchange', goTo);
  goTo();
  listenForText(app);
  document.addEventListener('keydown', (event) => onGlobalKey(app, event));
  window.addEventListener('pagehide', () => app.save());
  window.addEventListener('unhandledrejection', ({ reason }) => app.notifyError(reason));
}

/** Text that is pasted or dropped anywhere on the page is a puzzle, unless it goes into a field. */
function listenForText(app: App): void {
  document.addEventListener('paste', (event) => {
    if (/^(INPUT|TEXTAREA)$/.test((event.target as Element).tagName)) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!text.trim()) return;
    event.preventDefault();
    app.set({ view: 'enter' });
    setText(app, text, app.t('enter.pasted'));
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (file) void readFile(app, file);
    else if (text.trim()) {
      app.set({ view: 'enter' });
      setText(app, text, app.t('enter.dropped'));
    }
  });
}

const root = document.querySelector('#app');
if (root) start(root);
keepForOffline();
