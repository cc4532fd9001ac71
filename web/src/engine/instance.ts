/**
 * The compiled engine behind one function: a request's JSON in, the answer's JSON out.
 *
 * The module has a buffer. `reserve(n)` makes room for n bytes and says where, `call(n)` answers the request that was
 * written there and gives the length of the answer, which then begins at `answer()`.
 *
 * A module may be the first part of two (`split/split.mjs`): it asks for the other when a call needs what is there.
 */

/** What the module exports. */
interface Exports extends Record<Batch, (length: number) => number> {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  call(length: number): number;
  answer(): number;
}

/** Questions about 9x9 boards of 81 bytes each; `crates/ninefold-wasm` says what they answer. */
export type Batch = 'solve9' | 'rate9' | 'canon9';

export interface Instance {
  /** @throws WebAssembly.RuntimeError when the engine traps; the instance is of no more use then. */
  call(request: string): string;
  /** The answer to many boards, as bytes. */
  batch(question: Batch, boards: Uint8Array): Uint8Array;
  /** Adds the second part to a module that is the first one. */
  complete(rest: WebAssembly.Module): void;
  /** What the engine said last before it trapped. */
  panic(): string;
}

/**
 * Prepares a module. `report` receives the JSON of every progress message that precedes an answer; `rest` gives the second part
 * of a module that is the first one, if a call needs it before it was added.
 */
export async function instantiate(
  module: WebAssembly.Module,
  report: (progress: string) => void,
  rest?: () => WebAssembly.Module,
): Promise<Instance> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let exports: Exports;
  let panic = '';
  let isWhole = !rest;
  const text = (at: number, length: number) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
  const complete = (part: WebAssembly.Module) => {
    if (isWhole) return;
    isWhole = true;
    new WebAssembly.Instance(part, { ninefold, first: { ...exports } });
  };
  const ninefold = {
    now: () => performance.now(),
    report: (at: number, length: number) => report(text(at, length)),
    panicked: (at: number, length: number) => {
      panic = text(at, length);
    },
    load: () => {
      if (!isWhole && rest) complete(rest());
    },
  };
  const instance = await WebAssembly.instantiate(module, { ninefold });
  exports = instance.exports as unknown as Exports;
  const ask = (question: 'call' | Batch, bytes: Uint8Array) => {
    const at = exports.reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    return exports[question](bytes.length);
  };
  return {
    call(request) {
      const length = ask('call', encoder.encode(request));
      return text(exports.answer(), length);
    },
    batch(question, boards) {
      const length = ask(question, boards);
      return new Uint8Array(exports.memory.buffer, exports.answer(), length).slice();
    },
    complete,
    panic: () => panic,
  };
}
