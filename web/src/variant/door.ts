/** The way to the part of the page that is for variants: its scripts are loaded when the first one is met. */

import type { App } from '../app';
import { EngineMissing } from '../engine/client';

type Mode = typeof import('./mode');

let loaded: Mode | null = null;

/** The part for variants, if it is there. */
export const variantMode = (): Mode | null => loaded;

/** @throws EngineMissing if it cannot be loaded, with words that a player understands. */
export async function loadVariantMode({ t }: App): Promise<Mode> {
  try {
    loaded ??= await import('./mode');
  } catch {
    throw new EngineMissing(t('variants.missing'));
  }
  return loaded;
}

/** The part for variants, while one is on the board. */
export const shownVariant = ({ state }: App): Mode | null => (state.variant?.isShown ? loaded : null);
