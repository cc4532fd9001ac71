/** Fetches and compiles the engine, with simd128 where the browser has it, and starts its Workers. */

import variantsFile from './ninefold-variants.wasm?url';
import seFile from './ninefold-se.wasm?url';
import plainFirst from './ninefold-first.wasm?url';
import plainRest from './ninefold-rest.wasm?url';
import simdFirst from './ninefold-simd-first.wasm?url';
import simdRest from './ninefold-simd-rest.wasm?url';
import { scriptUrl } from '../trusted';
import type { WorkerLike } from './client';
import { hasSimd } from './simd';
import workerUrl from './worker.ts?worker&url';

/** The address of the module that rates by Sudoku Explainer's rules. */
export const seUrl: string = seFile;

/** The address of the engine for variants. It needs simd128, as all but old browsers have it. */
export const variantsUrl: string = variantsFile;

/** The addresses of the two parts of the module that this browser can run. */
export const moduleUrl = (): string => (hasSimd() ? simdFirst : plainFirst);
export const restUrl = (): string => (hasSimd() ? simdRest : plainRest);

export const spawnWorker = (): WorkerLike => new Worker(scriptUrl(workerUrl), { type: 'module' }) as WorkerLike;

export async function loadModule(url: string = moduleUrl()): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  // Compiling while loading needs the right type, which not every host gives.
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
