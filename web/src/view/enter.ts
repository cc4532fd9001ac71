/** The view of entering: text, files, an empty board, the generator, the gallery. */

import type { App } from '../app';
import { generate, openBoard, openEmpty, pasteAndOpen, readFile, readText, setEnter, setText } from '../actions/enter';
import { LEVELS, type ReadBoard, type Skipped } from '../engine/protocol';
import { aboutOf, gameOf, titleOf } from '../model/boards';
import { conflicts, usualSymbols } from '../model/game';
import { MAX_SIDE, gridOf } from '../model/grid';
import { type Child, type Node, h, lazy } from './dom';
import { variantMode } from '../variant/door';
import { finishedGames, keptGames } from './games';
import { galleryView } from './gallery';
import { button, failedView, fieldsView, outcome, running, select } from './parts';
import { picture } from './picture';
import { gameScene } from './scene';

/** The shapes that are offered; others come with puzzles that are read. */
export const SHAPES = ['2x2', '2x3', '2x4', '3x3', '2x5', '3x4', '4x4', '5x5'] as const;
const MADE_SHAPES = ['2x2', '2x3', '3x3', '3x4', '4x4'] as const;

export function enterView(app: App): Node {
  return h(
    'div',
    { class: 'enter', key: 'enter' },
    keptGames(app),
    variantMode()?.waitingView(app),
    h('div', { class: 'ways' }, textWay(app), h('div', { class: 'making' }, madeWay(app), emptyWay(app))),
    galleryView(app),
    finishedGames(app),
  );
}

function textWay(app: App): Node {
  const { t, state } = app;
  const { text, source, read } = state.enter;
  return h(
    'section',
    { class: 'card text-way', 'aria-labelledby': 'text-title' },
    h('h2', { id: 'text-title' }, t('enter.text-title')),
    h('label', { for: 'puzzle-text', class: 'hint-text' }, t('enter.text-label')),
    h('textarea', {
      id: 'puzzle-text',
      rows: 4,
      value: text,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      placeholder: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
      'aria-describedby': 'read-result',
      oninput: (event: Event) => setText(app, (event.target as HTMLTextAreaElement).value),
    }),
    h(
      'div',
      { class: 'row-of' },
      'clipboard' in navigator &&
        button(t('enter.paste'), () => void pasteAndOpen(app), { look: 'main', key: 'paste', id: 'paste' }),
      h(
        'label',
        { class: 'button plain file' },
        h('span', null, t('enter.file')),
        h('input', {
          type: 'file',
          class: 'visually-hidden',
          onchange: (event: Event) => {
            const input = event.target as HTMLInputElement;
            const [file] = input.files ?? [];
            if (file) void readFile(app, file);
            input.value = '';
          },
        }),
      ),
      source && h('span', { class: 'hint-text' }, source),
      text && button(t('enter.clear'), () => setText(app, ''), { key: 'clear' }),
    ),
    h(
      'div',
      { id: 'read-result', 'aria-live': 'polite', class: 'read-result' },
      ...outcome(app, read, ({ boards, skipped, more, variants }): Child[] => [
        boards.length > 0 &&
          h('p', { class: 'message good', key: 'found' }, foundText(app, boards), more && ` ${t('enter.more')}`),
        boards.length + variants.length === 0 &&
          skipped.length === 0 &&
          h('p', { class: 'message error', key: 'none' }, t('enter.nothing')),
        skipped.length > 0 && skippedView(app, text, skipped),
        boards.length === 1 && boards[0] ? oneBoard(app, boards[0]) : boards.length > 1 && boardList(app, boards),
        ...(variantMode()?.foundView(app, variants, boards.length > 0 ? null : state.enter.drawn) ?? []),
      ]),
      read.status === 'failed' &&
        read.mayWorkLater === true &&
        button(t('task.again'), () => void readText(app), { look: 'main', key: 'again', id: 'read-again' }),
    ),
  );
}

function foundText({ t }: App, boards: readonly ReadBoard[]): string {
  const [first] = boards;
  const sides = first && gridOf(first.shape)?.side;
  return boards.length === 1 && first
    ? t('enter.found-one', { shape: sides ? `${sides}×${sides}` : first.shape, format: first.format })
    : t('enter.found', { count: boards.length });
}

/** Each error under the line that it is about, with the place marked. */
function skippedView(app: App, text: string, skipped: readonly (Skipped & { isOurs?: boolean })[]): Node {
  const lines = text.split(/\r\n|\r|\n/);
  const shown = skipped.slice(0, 5);
  return h(
    'ul',
    { class: 'skipped', key: 'skipped' },
    shown.map(({ line, column, message, isOurs }, i) =>
      h(
        'li',
        { key: i },
        h('p', { class: 'place' }, app.t('enter.at', { line, column })),
        excerpt(lines[line - 1] ?? '', column),
        h('p', { class: 'message error', lang: isOurs ? null : 'en' }, message),
      ),
    ),
    skipped.length > shown.length &&
      h('li', { key: 'rest' }, app.t('enter.others', { count: skipped.length - shown.length })),
  );
}

function excerpt(line: string, column: number): Node {
  const characters = [...line];
  const from = Math.max(0, column - 30);
  const at = column - 1;
  return h(
    'code',
    { class: 'excerpt' },
    from > 0 ? '…' : '',
    h('span', null, characters.slice(from, at).join('')),
    h('mark', null, characters[at] ?? ' '),
    h('span', null, characters.slice(at + 1, at + 30).join('')),
  );
}

function oneBoard(app: App, board: ReadBoard): Node {
  const { problem } = app.state.enter;
  const game = gameOf(board);
  return h(
    'div',
    { class: 'one-board', key: 'one' },
    game
      ? h('div', { class: 'thumb' }, picture(gameScene(game, true), app.t('enter.preview')))
      : h('p', { class: 'message error' }, app.t('enter.too-big', { side: MAX_SIDE })),
    h(
      'div',
      null,
      problem && h('p', { class: 'message error', id: 'problem', lang: problem.isEnglish ? 'en' : null }, problem.text),
      board.notes.map((note, i) => h('p', { class: 'hint-text', lang: 'en', key: i }, note)),
      fieldsView(app, board.fields),
      game &&
        button(app.t('enter.open'), () => openBoard(app, board, aboutOf(board)), {
          look: 'main',
          id: 'open-board',
        }),
    ),
  );
}

/** How many of a long list are drawn. */
const DRAWN = 60;

function boardList(app: App, boards: readonly ReadBoard[]): Node {
  return h(
    'ol',
    { class: 'board-list', key: 'list' },
    boards.slice(0, DRAWN).map((board, i) => {
      const game = gameOf(board);
      const isBroken = game && conflicts(game.grid, game.position).size > 0;
      return lazy(
        'li',
        `${i}-${board.line}-${board.shape}-${JSON.stringify(board.cells).length}-${app.state.enter.text.length}`,
        { key: i },
        () => [
          h(
            'button',
            {
              type: 'button',
              class: 'thumb-button',
              onclick: () => openBoard(app, board, aboutOf(board)),
            },
            game && picture(gameScene(game, true)),
            h(
              'span',
              null,
              titleOf(board.fields) || app.t('enter.puzzle', { number: i + 1 }),
              isBroken && h('small', { class: 'broken' }, app.t('enter.broken')),
            ),
          ),
        ],
      );
    }),
  );
}

function madeWay(app: App): Node {
  const { t, state } = app;
  const { generate: task, size, level } = state.enter;
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'made-title' },
    h('h2', { id: 'made-title' }, t('made.title')),
    h(
      'div',
      { class: 'fields' },
      select('made-size', t('made.size'), MADE_SHAPES, size as (typeof MADE_SHAPES)[number], sizeText, (to) =>
        setEnter(app, { size: to }),
      ),
      select(
        'made-level',
        t('made.level'),
        LEVELS,
        level as (typeof LEVELS)[number],
        (one) => t(`level.${one}`),
        (to) => setEnter(app, { level: to }),
      ),
    ),
    task.status === 'failed' && failedView(task),
    task.status === 'running'
      ? running(app, task)
      : button(t('made.ask'), () => void generate(app), { look: 'main', key: 'ask' }),
  );
}

export function sizeText(shape: string): string {
  const side = gridOf(shape)?.side ?? 0;
  return `${side} × ${side}`;
}

function emptyWay(app: App): Node {
  const { t, state } = app;
  const { emptyShape, emptySymbols, emptyError } = state.enter;
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'empty-title' },
    h('h2', { id: 'empty-title' }, t('empty.title')),
    h(
      'div',
      { class: 'fields' },
      select('empty-size', t('made.size'), SHAPES, emptyShape as (typeof SHAPES)[number], sizeText, (to) =>
        setEnter(app, { emptyShape: to }),
      ),
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'empty-symbols' }, t('empty.symbols')),
        h('input', {
          id: 'empty-symbols',
          value: emptySymbols,
          autocomplete: 'off',
          spellcheck: 'false',
          placeholder: usualSymbols(gridOf(emptyShape)?.side ?? 9),
          'aria-describedby': emptyError ? 'empty-error' : null,
          oninput: (event: Event) =>
            setEnter(app, { emptySymbols: (event.target as HTMLInputElement).value, emptyError: null }),
        }),
      ),
    ),
    emptyError &&
      h(
        'p',
        {
          class: 'message error',
          id: 'empty-error',
          role: 'alert',
          key: 'error',
          lang: emptyError.isEnglish ? 'en' : null,
        },
        emptyError.text,
      ),
    button(t('empty.ask'), () => void openEmpty(app), { key: 'ask', id: 'open-empty' }),
  );
}
