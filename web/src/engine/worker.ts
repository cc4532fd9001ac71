/** The Worker: gets the compiled module once, perhaps in two parts, then answers one request after another. */

import { type Instance, instantiate } from './instance';
import type { FromWorker, ToWorker } from './protocol';

let instance: Instance | null = null;
let current: number | null = null;

const post = (message: FromWorker) => self.postMessage(message);

const trapped = (error: unknown) => {
  const reason = instance?.panic() || (error instanceof Error ? error.message : String(error));
  post({ id: current, trap: reason + places(error) });
};

/** Where in the module something broke, for who reports it: numbers of functions and offsets, the innermost first. */
function places(error: unknown): string {
  const frames = [
    ...`${error instanceof Error ? error.stack : ''}`.matchAll(/wasm-function\[(\d+)\](?::0x([\da-f]+))?/g),
  ];
  const list = frames.slice(0, 16).map(([, number, offset]) => (offset ? `${number}:${offset}` : number));
  return list.length > 0 ? ` (${list.join(' ')})` : '';
}

/** The second part for a call that cannot wait until the page has sent it. */
function fetchedAtOnce(url: string): WebAssembly.Module {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200)
    throw new Error(`the engine could not be loaded: ${request.status} ${request.statusText}`);
  return new WebAssembly.Module(request.response as ArrayBuffer);
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if ('module' in data) {
      const { module, restUrl } = data;
      const report = (progress: string) => {
        if (current !== null) post({ id: current, progress });
      };
      instance = await instantiate(module, report, restUrl === undefined ? undefined : () => fetchedAtOnce(restUrl));
      post({ ready: true });
    } else if ('rest' in data) {
      instance?.complete(data.rest);
    } else if (instance) {
      current = data.id;
      const response = instance.call(data.request);
      current = null;
      post({ id: data.id, response });
    }
  } catch (error) {
    trapped(error);
  }
};
