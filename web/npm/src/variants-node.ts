/** Variants for Node, Deno and Bun. */

import { readFile } from 'node:fs/promises';
import { type Source, compile } from './ninefold.js';
import { engine } from './variants-engine.js';
import { Variants } from './variants.js';

export * from './variants.js';

let usual: Promise<WebAssembly.Module> | null = null;

/** Loads the engine for variants. Each one has memory of its own; the module is compiled once, unless another is named. */
export async function loadVariants(source?: Source): Promise<Variants> {
  const read = async () => compile(await readFile(await engine()));
  return Variants.of(await (source ? compile(source) : (usual ??= read())));
}
