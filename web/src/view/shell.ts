/** The page as a whole: header, board with its heading, panel, dialog, live region, paper. */

import type { App } from '../app';
import { openDialog, closeDialog, printed } from '../actions/share';
import { DIALOGS, VIEWS } from '../state';
import { stepLanguage, techniqueOf } from '../actions/lessons';
import { boardView } from './board';
import { dialogView } from './dialogs';
import { type Child, type Node, h, lazy, render } from './dom';
import { enterView } from './enter';
import { learnPanel } from './learn';
import { button, english, iconButton } from './parts';
import { picture } from './picture';
import { newGame, playPanel, timerView } from './play';
import { practiceBar, practiceCaption } from './practice';
import { gameScene } from './scene';
import { studyPanel } from './study';
import { shownVariant } from '../variant/door';
import { clock, levelText } from '../words';

export function page(app: App): Child[] {
  const { t, state } = app;
  return [
    h('a', { class: 'skip', href: '#main', key: 'skip', onclick: (event: Event) => skip(event) }, t('skip')),
    header(app),
    h(
      'main',
      { id: 'main', tabindex: -1, class: `view-${state.view}`, key: 'main' },
      h('h1', { class: 'visually-hidden' }, `ninefold: ${t(`view.${state.view}`)}`),
      state.notice && noticeView(app),
      state.view === 'enter' ? enterView(app) : (shownVariant(app)?.tableView(app) ?? table(app)),
    ),
    h('footer', { key: 'footer' }, h('p', null, t('footer'))),
    dialogElement(app),
    shownVariant(app)?.paperView(app) ?? paper(app),
    // The same text twice must be two texts: a space that is not heard tells them apart.
    h(
      'div',
      { class: 'visually-hidden', role: 'status', 'aria-live': 'polite', id: 'spoken', key: 'spoken' },
      state.spoken.text && `${state.spoken.text}${state.spoken.number % 2 ? '\u00a0' : ''}`,
    ),
  ];
}

function skip(event: Event): void {
  event.preventDefault();
  const target =
    document.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]') ??
    document.querySelector<HTMLElement>('#main');
  target?.focus();
}

function header(app: App): Node {
  const { t, state } = app;
  return h(
    'header',
    { class: 'top', key: 'top' },
    h('div', { class: 'brand' }, logo(), h('span', null, 'ninefold'), h('small', null, t('tagline'))),
    h(
      'nav',
      { 'aria-label': t('nav.label') },
      VIEWS.map((view) =>
        h(
          'button',
          {
            type: 'button',
            key: view,
            'data-view': view,
            'aria-current': state.view === view ? 'page' : null,
            onclick: () => app.set({ view, notice: null }),
          },
          t(`view.${view}`),
        ),
      ),
    ),
    h(
      'div',
      { class: 'tools' },
      DIALOGS.filter((dialog) => dialog !== 'menu').map((dialog) =>
        button(t(`dialog.${dialog}`), () => void openDialog(app, dialog), {
          key: dialog,
          icon: dialog,
          class: `quiet open-${dialog}`,
          // On narrow screens the word is not seen.
          label: t(`dialog.${dialog}`),
        }),
      ),
      iconButton('menu', t('dialog.menu'), () => void openDialog(app, 'menu'), { key: 'menu', class: 'open-menu' }),
    ),
  );
}

const logo = (): Node =>
  h(
    'svg',
    { class: 'logo', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    Array.from({ length: 9 }, (_, i) =>
      h('rect', {
        x: 1 + (i % 3) * 8,
        y: 1 + Math.floor(i / 3) * 8,
        width: 6,
        height: 6,
        rx: 1,
        class: [0, 4, 8].includes(i) ? 'full' : 'open',
      }),
    ),
  );

function table(app: App): Node {
  const { t, state } = app;
  const { game } = state;
  const panel = { play: playPanel, learn: learnPanel, study: studyPanel, enter: playPanel }[state.view];
  const isLarge = game.grid.side > 12;
  return h(
    'div',
    { class: 'table', key: 'table', 'data-side': game.grid.side },
    h('div', { class: 'head' }, head(app), caption(app)),
    h(
      'div',
      { class: 'board-side' },
      h(
        'div',
        {
          class: `board-frame ${isLarge ? `zoom-${state.zoom}` : ''}`,
          tabindex: isLarge ? 0 : null,
          role: isLarge ? 'region' : null,
          'aria-label': isLarge ? t('board.frame') : null,
        },
        boardView(app),
      ),
      state.isPaused && state.view === 'play' && pauseCover(app),
      h('p', { id: 'board-help', class: 'visually-hidden' }, t('board.help')),
    ),
    panel(app),
  );
}

function head(app: App): Child {
  const { view, practice } = app.state;
  if (practice) return view === 'play' && practiceBar(app, practice);
  return view === 'play' && newGame(app);
}

function caption(app: App): Node {
  const { t, state } = app;
  const { game, settings, seconds, practice } = state;
  const { title, author, level } = game.puzzle;
  const lesson = state.view === 'learn' && state.learn.lesson && techniqueOf(app, state.learn.lesson.slug);
  if (lesson)
    return h(
      'div',
      { class: 'caption' },
      h('p', { class: 'title' }, t('lesson.caption', { name: lesson.name[stepLanguage(app)] })),
    );
  const name = game.isSetting ? 'title.setting' : level ? 'title.made' : 'title.none';
  return h(
    'div',
    { class: 'caption' },
    h(
      'p',
      { class: 'title' },
      practice
        ? practiceCaption(app, practice)
        : [
            h('strong', null, title || t(name)),
            author && h('span', { class: 'level author' }, t('title.by', { author })),
            level && h('span', { class: 'level' }, levelText(t, game.puzzle)),
          ],
    ),
    game.grid.side > 12 && zoomButtons(app),
    settings.hasTimer && !practice && !game.isSetting && timerView(app, clock(seconds)),
  );
}

const pauseCover = (app: App): Node =>
  h(
    'div',
    { class: 'pause-cover', key: 'pause' },
    h('p', null, app.t('pause.title')),
    button(app.t('pause.end'), () => app.set({ isPaused: false }), { look: 'main', icon: 'play', id: 'go-on' }),
  );

/** Boards that are too large for a phone are drawn larger, and moved by finger. */
const zoomButtons = (app: App): Node =>
  h(
    'div',
    { class: 'zoom', role: 'group', 'aria-label': app.t('zoom.label'), key: 'zoom' },
    iconButton('less', app.t('zoom.out'), () => app.set({ zoom: Math.max(0, app.state.zoom - 1) }), {
      disabled: app.state.zoom === 0,
    }),
    iconButton('plus', app.t('zoom.in'), () => app.set({ zoom: Math.min(3, app.state.zoom + 1) }), {
      disabled: app.state.zoom === 3,
    }),
  );

function noticeView(app: App): Node {
  const { notice } = app.state;
  return h(
    'div',
    { class: `notice ${notice?.isError ? 'error' : ''}`, key: 'notice' },
    h('p', null, notice?.text, notice?.english && [' ', english('span', {}, notice.english)]),
    iconButton('close', app.t('dialog.close'), () => app.set({ notice: null })),
  );
}

function dialogElement(app: App): Node {
  return h(
    'dialog',
    {
      key: 'dialog',
      'aria-labelledby': 'dialog-title',
      onclose: () => app.state.dialog && closeDialog(app),
      onclick: (event: MouseEvent) => event.target === event.currentTarget && closeDialog(app),
    },
    ...dialogView(app),
  );
}

/** What is printed: nothing of it is seen on the screen. */
function paper(app: App): Node {
  const { print: wish, game } = app.state;
  const printing = wish.boards.status === 'done' ? wish.boards.value : null;
  const boards = printing ?? [{ game, caption: game.puzzle.title, solution: [] }];
  const sheets = (solved: boolean, perPage: number): Node[] =>
    Array.from({ length: Math.ceil(boards.length / perPage) }, (_, sheet) =>
      h(
        'div',
        { class: `sheet per-${perPage}`, key: `${solved}${sheet}` },
        boards.slice(sheet * perPage, (sheet + 1) * perPage).map((board, i) => {
          const shown = printed(board, wish.withNotes && !solved, solved);
          return h(
            'figure',
            { key: i },
            shown && picture(gameScene(shown, false)),
            h('figcaption', null, board.caption, solved ? ` – ${app.t('print.solution')}` : ''),
          );
        }),
      ),
    );
  const hasSolutions = boards.some(({ solution }) => solution.length > 0);
  // Drawn again only when it would be another: not with every key and every step that arrives.
  const memo =
    [printing ?? game.puzzle, game.puzzle, game.position.givens].map(numberOf).join() +
    JSON.stringify({ ...wish, boards: 0 });
  const attributes = { id: 'paper', 'aria-hidden': 'true', key: 'paper' };
  return lazy('div', `${memo} ${app.state.settings.language}`, attributes, () => [
    ...sheets(false, wish.perPage),
    ...(hasSolutions ? sheets(true, 6) : []),
  ]);
}

const numbers = new WeakMap<object, number>();
let given = 0;

/** A number of its own for each object. */
function numberOf(object: object): number {
  const known = numbers.get(object) ?? (given += 1);
  numbers.set(object, known);
  return known;
}

let shownView = '';

/** Draws the page, and opens or closes the dialog, which only a call can do. */
export function draw(app: App, root: Element): void {
  const before = document.activeElement;
  const section = before?.closest('section[aria-labelledby]')?.getAttribute('aria-labelledby');
  render(root, page(app));
  if (before && before !== document.body && !before.isConnected) keepFocus(root, section ?? '');
  followSheet(root, before);
  if (shownView && shownView !== app.state.view) window.scrollTo(0, 0);
  shownView = app.state.view;
  followLists(root);
  const dialog = root.querySelector('dialog');
  if (!dialog) return;
  if (app.state.dialog && !dialog.open) dialog.showModal();
  if (!app.state.dialog && dialog.open) dialog.close();
}

/** What had the focus is gone: the focus goes to what took its place, or to the board. */
function keepFocus(root: Element, section: string): void {
  const place = section && root.querySelector(`section[aria-labelledby="${section}"]`);
  const next =
    place && (place.querySelector<HTMLElement>('.button.main') ?? place.querySelector<HTMLElement>('button'));
  const target =
    next ||
    (section === 'sheet-title' && root.querySelector<HTMLElement>('#hint')) ||
    root.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]') ||
    root.querySelector<HTMLElement>('#main');
  target?.focus({ preventScroll: true });
}

let hadSheet = false;

/** A sheet that takes the place of the pad takes its focus, too, and gives it back. */
function followSheet(root: Element, before: Element | null): void {
  const sheet = root.querySelector('.hint-sheet');
  const isNew = sheet && !hadSheet;
  hadSheet = sheet !== null;
  if (isNew && before?.closest('.hands'))
    sheet.querySelector<HTMLElement>('.button.main, .running .button')?.focus({ preventScroll: true });
}

/** What is current in a list, and which list that is. */
const FOLLOWED = [
  ['[aria-current=step]', '.steps'],
  ['.chain-link[aria-pressed=true]', '.chain-list'],
] as const;
const followed = new Map<string, Element | null>();

/** Keeps what is current in a list in view, without moving the page. Where it is, is asked only when it is another. */
function followLists(root: Element): void {
  for (const [what, where] of FOLLOWED) {
    const current = root.querySelector(what);
    if (current === (followed.get(what) ?? null)) continue;
    followed.set(what, current);
    const list = current?.closest(where);
    if (!current || !list) continue;
    const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
    if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  }
}
