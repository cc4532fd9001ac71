/** For Node, Deno and Bun. */

import { readFile } from 'node:fs/promises';
import { Ninefold, type Source, compile } from './ninefold.js';

export * from './ninefold.js';

let usual: Promise<WebAssembly.Module> | null = null;

/** Loads the engine. Each one has memory of its own; the module is compiled once, unless another one is named. */
export async function load(source?: Source): Promise<Ninefold> {
  const read = async () => compile(await readFile(new URL('../../../ninefold.wasm', import.meta.url)));
  return Ninefold.of(await (source ? compile(source) : (usual ??= read())));
}
