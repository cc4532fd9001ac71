/** The Worker: gets the compiled module once, then answers one request after another. */

import { type Instance, instantiate } from './instance';
import type { FromWorker, ToWorker } from './protocol';

let instance: Instance | null = null;
let current: number | null = null;

const post = (message: FromWorker) => self.postMessage(message);

const trapped = (error: unknown) => {
  const reason = instance?.panic() || (error instanceof Error ? error.message : String(error));
  post({ id: current, trap: reason });
};

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if ('module' in data) {
      instance = await instantiate(data.module, (progress) => {
        if (current !== null) post({ id: current, progress });
      });
      post({ ready: true });
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
