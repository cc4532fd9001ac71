// Makes a puzzle of a level and gives a hint, by the page's engine: node hint.mjs [LEVEL] [SEED] [ENGINE]
// The engine is one WebAssembly module; `web/build-engine` builds it, `web/src/engine/protocol.ts` lists its requests.
import { readFile } from 'node:fs/promises';

async function load(file) {
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  const ninefold = {
    now: () => performance.now(),
    report: () => {},
    panicked: (at, length) => console.error(text(at, length)),
  };
  const { instance } = await WebAssembly.instantiate(await readFile(file), { ninefold });
  const { exports } = instance;
  return {
    call(request) {
      const bytes = new TextEncoder().encode(JSON.stringify(request));
      const at = exports.reserve(bytes.length);
      new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      const length = exports.call(bytes.length);
      const answer = JSON.parse(text(exports.answer(), length));
      if (answer.error) throw new Error(answer.error.message);
      return answer.ok;
    },
  };
}

const built = new URL('../../web/src/engine/ninefold-simd.wasm', import.meta.url);
const [level = 'hard', seed = '7', file = built] = process.argv.slice(2);
const engine = await load(file);
const { board } = engine.call({ method: 'generate', shape: '3x3', level, seed: Number(seed) });
console.log(board.cells.map(({ given }) => given ?? '.').join(''));
const hint = engine.call({ method: 'hint', board });
console.log(hint.kind === 'step' ? hint.levels.join('\n') : hint.message);
