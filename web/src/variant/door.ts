/** The way to the part of the page that is for variants: its scripts are loaded when the first one is met. */

import type { App } from '../app';

type Mode = typeof import('./mode');

let loaded: Mode | null = null;

/** The part for variants, if it is there. */
export const variantMode = (): Mode | null => loaded;

export async function loadVariantMode(): Promise<Mode> {
  loaded ??= await import('./mode');
  return loaded;
}

/** The part for variants, while one is on the board. */
export const shownVariant = ({ state }: App): Mode | null => (state.variant?.isShown ? loaded : null);
