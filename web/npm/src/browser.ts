/** For browsers, Workers and bundlers. */

import { Ninefold, type Source, compile } from './ninefold.js';

export * from './ninefold.js';

let usual: Promise<WebAssembly.Module> | null = null;

/** Loads the engine. Each one has memory of its own; the module is compiled once, unless another one is named. */
export async function load(source?: Source): Promise<Ninefold> {
  // The address is written like this for bundlers.
  const module = source ? compile(source) : (usual ??= compile(new URL('../../../ninefold.wasm', import.meta.url)));
  // A network that failed once may work the next time.
  module.catch(() => (usual = null));
  return Ninefold.of(await module);
}
