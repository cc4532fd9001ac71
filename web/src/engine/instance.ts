/**
 * The compiled engine behind one function: a request's JSON in, the answer's JSON out.
 *
 * The module has a buffer. `reserve(n)` makes room for n bytes and says where, `call(n)` answers the request that was
 * written there and gives the length of the answer, which then begins at `answer()`.
 */

/** What the module exports. */
interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  call(length: number): number;
  answer(): number;
}

export interface Instance {
  /** @throws WebAssembly.RuntimeError when the engine traps; the instance is of no more use then. */
  call(request: string): string;
  /** What the engine said last before it trapped. */
  panic(): string;
}

/** Prepares a module. `report` receives the JSON of every progress message that precedes an answer. */
export async function instantiate(module: WebAssembly.Module, report: (progress: string) => void): Promise<Instance> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let exports: Exports;
  let panic = '';
  const text = (at: number, length: number) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
  const ninefold = {
    now: () => performance.now(),
    report: (at: number, length: number) => report(text(at, length)),
    panicked: (at: number, length: number) => {
      panic = text(at, length);
    },
  };
  const instance = await WebAssembly.instantiate(module, { ninefold });
  exports = instance.exports as unknown as Exports;
  return {
    call(request) {
      const bytes = encoder.encode(request);
      const at = exports.reserve(bytes.length);
      new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      const length = exports.call(bytes.length);
      return text(exports.answer(), length);
    },
    panic: () => panic,
  };
}
