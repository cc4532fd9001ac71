/** Reading texts with the engine for variants, which reads classic puzzles, too. */

import type { App } from '../app';
import type { ReadVariant } from '../engine/protocol';
import { hasSimd } from '../engine/simd';
import { draw } from './actions';
import { classicOf } from './classic';
import { wordsOf } from './words';

/** Reads the text of the page again, with all rules. The only puzzle is drawn. */
export async function readVariants(app: App, limit: number): Promise<void> {
  const { text } = app.state.enter;
  if (!hasSimd()) {
    const read = { status: 'failed' as const, message: wordsOf(app)('no-vectors') };
    return app.set({ enter: { ...app.state.enter, read } });
  }
  await app.runVariant(
    'read',
    { text, limit },
    ({ boards, format, skipped, more, variants = [] }) => {
      // Nobody could enter the digits of cells that are not drawn, and gaps would be drawn as cells.
      const isBeside = ({ board }: ReadVariant) => (board.further ?? 0) > 0 || board.gaps !== undefined;
      const message = wordsOf(app)('beside');
      const beside = variants.filter(isBeside).map(({ line }) => ({ line, column: 1, message, isOurs: true }));
      const classic = new Map(variants.map((variant) => [variant, classicOf(variant)]));
      const plain = [...classic.values()].filter((board) => board !== null);
      return {
        boards: [...boards, ...plain].sort((a, b) => a.line - b.line),
        format: format ?? '',
        skipped: [...skipped, ...beside],
        more,
        variants: variants.filter((variant) => !isBeside(variant) && !classic.get(variant)),
      };
    },
    (read) => app.set({ enter: { ...app.state.enter, read } }),
  );
  const { read } = app.state.enter;
  if (read.status !== 'done' || read.value.boards.length > 0) return;
  const [only, second] = read.value.variants;
  if (only && !second) await draw(app, only);
}
