/** Variants for browsers, Workers and bundlers. */

import { type Source, compile } from './ninefold.js';
import { engine } from './variants-engine.js';
import { Variants } from './variants.js';

export * from './variants.js';

let usual: Promise<WebAssembly.Module> | null = null;

/** Loads the engine for variants. Each one has memory of its own; the module is compiled once, unless another is named. */
export async function loadVariants(source?: Source): Promise<Variants> {
  const module = source ? compile(source) : (usual ??= engine().then(compile));
  // A network that failed once may work the next time.
  module.catch(() => (usual = null));
  return Variants.of(await module);
}
