// Asks the Worker for a hard puzzle, and ends it when that takes too long. For any bundler that knows Workers.

const spawn = () => new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
let worker = spawn();
let ids = 0;

/**
 * @template {import('ninefold').Method} M
 * @param {M} method
 * @param {import('ninefold').Methods[M]['request']} request
 * @param {number} milliseconds
 * @returns {Promise<import('ninefold').Answer<M>>}
 */
function call(method, request, milliseconds) {
  const id = ++ids;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // A call cannot be interrupted, but its Worker can be ended.
      worker.terminate();
      worker = spawn();
      reject(new Error('it took too long'));
    }, milliseconds);
    worker.addEventListener('message', ({ data }) => {
      if (data.id !== id || data.progress) return;
      clearTimeout(timer);
      if (data.error) reject(new Error(data.error));
      else resolve(data.answer);
    });
    worker.postMessage({ id, method, request });
  });
}

const { puzzle, level } = await call('generate', { shape: '3x3', level: 'hard', seed: 7 }, 10_000);
document.title = level ?? '';
document.body.append(puzzle);
