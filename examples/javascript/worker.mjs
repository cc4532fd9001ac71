// The engine in a Worker, so that nothing waits for it; worker-client.mjs is the other side.
import { load } from 'ninefold';

const ready = load();
self.onmessage = async ({ data: { id, method, request } }) => {
  const ninefold = await ready;
  /** @param {import('ninefold').Progress} progress */
  const onProgress = (progress) => self.postMessage({ id, progress });
  try {
    self.postMessage({ id, answer: ninefold.call(method, request, { onProgress }) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
