/** Fetches and compiles the engine, with simd128 where the browser has it, and starts its Workers. */

import seFile from './ninefold-se.wasm?url';
import plainUrl from './ninefold.wasm?url';
import simdUrl from './ninefold-simd.wasm?url';
import { scriptUrl } from '../trusted';
import type { WorkerLike } from './client';
import { hasSimd } from './simd';
import workerUrl from './worker.ts?worker&url';

/** The address of the module that rates by Sudoku Explainer's rules. */
export const seUrl: string = seFile;

/** The address of the module that this browser can run. */
export const moduleUrl = (): string => (hasSimd() ? simdUrl : plainUrl);

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
