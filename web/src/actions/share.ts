/** What leaves the page, on the player's wish only: links, text in any format, pictures, paper. */

import { type App, failedBy } from '../app';
import { aboutOf, gameOf, toBoard, toNotedBoard } from '../model/boards';
import { type Game, newGame, restart } from '../model/game';
import { linkOf } from '../model/storage';
import { GALLERY } from '../gallery';
import { type Dialog, IDLE, type Print, type PrintBoard, type Share } from '../state';
import { gameOfText } from './enter';
import { randomSeed } from './games';
import { boardSvg } from '../view/export';
import { levelText } from '../words';
import type { Board, Level } from '../engine/protocol';
import { shownVariant } from '../variant/door';

export const setShare = (app: App, changes: Partial<Share>): void =>
  app.set({ share: { ...app.state.share, ...changes } });
export const setPrint = (app: App, changes: Partial<Print>): void =>
  app.set({ print: { ...app.state.print, ...changes } });

export async function openDialog(app: App, dialog: Dialog): Promise<void> {
  app.set({ dialog });
  if (dialog !== 'share') return;
  const variants = shownVariant(app);
  if (variants) return variants.write(app);
  await write(app);
  const { formats } = await app.call('formats', {});
  setShare(app, { formats: formats.map(({ name }) => name) });
}

export const closeDialog = (app: App): void => app.set({ dialog: null });

/** The game, or what it was at first. */
const sharedBoard = ({ state }: App): Board =>
  state.share.withProgress ? toNotedBoard(state.game) : toBoard(state.game, true);

/** The address of this page with the game in its fragment. */
export const addressOf = ({ state }: App, puzzleOnly = !state.share.withProgress): string =>
  `${location.href.split('#')[0]}#${linkOf(state.game, puzzleOnly)}`;

export const write = (app: App): Promise<void> =>
  app.run(
    'write',
    { board: sharedBoard(app), format: app.state.share.format },
    (answer) => answer,
    (text) => setShare(app, { text }),
  );

export async function copy(app: App, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    app.notify(app.t('share.copied'));
  } catch {
    app.notify(app.t('share.not-copied'), true);
  }
}

export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The game as it is on the screen, or as it was at first. */
const pictured = ({ state }: App): Game => (state.share.withProgress ? state.game : restart(state.game));

export async function saveSvg(app: App): Promise<void> {
  const svg = await boardSvg(pictured(app));
  save('sudoku.svg', new Blob([svg], { type: 'image/svg+xml' }));
}

/** The width of a PNG, for each cell of the board. */
const PNG_CELL = 120;

export async function savePng(app: App): Promise<void> {
  const svg = await boardSvg(pictured(app));
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  image.src = url;
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.min(4000, PNG_CELL * app.state.game.grid.side);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob) save('sudoku.png', blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Collects the boards to print, then opens the browser's print dialog. */
export async function print(app: App): Promise<void> {
  const { print: wish } = app.state;
  const controller = new AbortController();
  const cancel = () => {
    controller.abort(new DOMException('cancelled', 'AbortError'));
    setPrint(app, { boards: IDLE });
  };
  setPrint(app, { boards: { status: 'running', cancel } });
  try {
    const boards: PrintBoard[] = [];
    for await (const [game, caption] of games(app, wish, controller.signal)) {
      const board = toBoard(game, true);
      const answer = wish.withSolutions ? await app.call('solve', { board }, { signal: controller.signal }) : null;
      boards.push({ game, caption, solution: answer?.solutions[0] ?? [] });
    }
    if (controller.signal.aborted) return;
    setPrint(app, { boards: { status: 'done', value: boards } });
    app.set({ dialog: null });
    // The boards are in the document when this task is over.
    setTimeout(() => window.print());
  } catch (error) {
    if (controller.signal.aborted) return;
    setPrint(app, { boards: failedBy(error) });
  }
}

async function* games(app: App, wish: Print, signal: AbortSignal): AsyncGenerator<[Game, string]> {
  const { game, enter } = app.state;
  const captionOf = ({ puzzle }: Game) => [puzzle.title, levelText(app.t, puzzle)].filter(Boolean).join(' · ');
  if (wish.source === 'this') yield [game, captionOf(game)];
  if (wish.source === 'list' && enter.read.status === 'done') {
    for (const [index, board] of enter.read.value.boards.entries()) {
      const one = gameOf(board, aboutOf(board));
      if (one) yield [one, captionOf(one) || String(index + 1)];
    }
  }
  if (wish.source === 'gallery') {
    for (const { id, puzzle, symbols } of GALLERY) {
      const one = await gameOfText(app, puzzle, app.t(`gallery.${id}.title`), symbols);
      if (one) yield [one, captionOf(one)];
    }
  }
  if (wish.source === 'made') {
    for (let i = 0; i < wish.perPage; i += 1) {
      const request = { shape: '3x3', level: wish.level as Level, seed: randomSeed() };
      const { board, level, score } = await app.call('generate', request, { signal });
      const one = gameOf(board, { level: level ?? '', score: score ?? 0 });
      if (one) yield [one, captionOf(one)];
    }
  }
}

/** A game that shows only what the puzzle has, or its solution. */
export function printed({ game, solution }: PrintBoard, withNotes: boolean, solved: boolean): Game | null {
  const { givens } = game.position;
  const bare = newGame(game.puzzle);
  if (!bare) return null;
  const placed = solved ? givens.map((given, cell) => (given ? 0 : (solution[cell] ?? 0))) : bare.position.placed;
  return { ...bare, notesMode: withNotes ? 'automatic' : 'manual', position: { ...bare.position, givens, placed } };
}
