/** As much of WebAssembly's binary form as `split.mjs` needs: what Rust's compiler makes, with vectors. */

export const SECTIONS = {
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  element: 9,
  code: 10,
  data: 11,
};
export const [FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3];
// -- reading

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  byte() {
    return this.bytes[this.at++];
  }
  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
  /** An unsigned number of at most 32 bits. */
  number() {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }
  /** A signed number of any size, as the shortest bytes for it. */
  signed() {
    const bytes = [];
    do bytes.push(this.byte() & 127);
    while (this.bytes[this.at - 1] >= 128);
    const isSpare = (last, before) => (last === 0 && before < 64) || (last === 127 && before >= 64);
    while (bytes.length > 1 && isSpare(bytes.at(-1), bytes.at(-2))) bytes.pop();
    return bytes.map((byte, i) => (i + 1 < bytes.length ? byte | 128 : byte));
  }
  name() {
    return Buffer.from(this.take(this.number())).toString();
  }
  list(read) {
    return Array.from({ length: this.number() }, read);
  }
}

/** The sections of a module that matter here; others, names of functions, are left out. */
export function parse(bytes) {
  const reader = new Reader(bytes);
  reader.take(8);
  const sections = new Map();
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const section = new Reader(reader.take(reader.number()));
    if (id !== 0) sections.set(id, section);
  }
  const read = (id, one) => {
    const section = sections.get(id);
    return section ? section.list(() => one(section)) : [];
  };
  const limits = (section) => {
    const flag = section.byte();
    return { min: section.number(), max: flag & 1 ? section.number() : null };
  };
  const offset = (section) => {
    const flags = section.number();
    if (flags !== 0 || section.byte() !== 0x41) throw new Error('a segment that is not understood');
    const value = new Reader(Uint8Array.from(section.signed())).number();
    if (section.byte() !== 0x0b) throw new Error('an offset that is not a constant');
    return value;
  };
  const module = {
    types: read(SECTIONS.type, (s) => {
      if (s.byte() !== 0x60) throw new Error('a type that is no function');
      return { params: s.list(() => s.byte()), results: s.list(() => s.byte()) };
    }),
    imports: read(SECTIONS.import, (s) => {
      const [module, name, kind] = [s.name(), s.name(), s.byte()];
      if (kind !== FUNCTION) throw new Error(`the import ${name} is no function`);
      return { module, name, type: s.number() };
    }),
    functions: read(SECTIONS.function, (s) => s.number()),
    tables: read(SECTIONS.table, (s) => (s.byte(), limits(s))),
    memories: read(SECTIONS.memory, limits),
    globals: read(SECTIONS.global, (s) => {
      const [type, isMutable, opcode] = [s.byte(), s.byte(), s.byte()];
      const init = [opcode, ...s.signed(), s.byte()];
      if (type !== 0x7f || opcode !== 0x41) throw new Error('a global that is no number');
      return { type, isMutable, init };
    }),
    exports: read(SECTIONS.export, (s) => ({ name: s.name(), kind: s.byte(), index: s.number() })),
    elements: read(SECTIONS.element, (s) => ({ offset: offset(s), functions: s.list(() => s.number()) })),
    bodies: read(SECTIONS.code, (s) => s.take(s.number())),
    data: sections.get(SECTIONS.data)?.bytes,
  };
  if (module.tables.length !== 1 || module.memories.length !== 1) throw new Error('not one table and one memory');
  return module;
}

// -- writing

export function number(value) {
  const bytes = [];
  while (value >= 128) {
    bytes.push((value % 128) + 128);
    value = Math.floor(value / 128);
  }
  return [...bytes, value];
}
export function signed(value) {
  return new Reader(Uint8Array.from([...number(value).slice(0, -1), number(value).at(-1) | 128, 0])).signed();
}
const name = (text) => [...number(Buffer.byteLength(text)), ...Buffer.from(text)];
export const list = (items) => [...number(items.length), ...items.flat()];
export const limits = ({ min, max }) => (max === null ? [0, ...number(min)] : [1, ...number(min), ...number(max)]);

/** Bytes of a module out of its sections; a section of code is a list of bodies. */
export function assemble(sections) {
  const parts = [Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)];
  for (const [id, content] of sections)
    parts.push(Uint8Array.from([id, ...number(content.length)]), Uint8Array.from(content));
  return Buffer.concat(parts);
}

export function codeSection(bodies) {
  return Buffer.concat([
    Buffer.from(number(bodies.length)),
    ...bodies.flatMap((body) => [Buffer.from(number(body.length)), body]),
  ]);
}

// -- the instructions of a function

/**
 * A function's body with calls as they are wished: `call(function)` gives the bytes of an instruction. Numbers, which the
 * linker gave five bytes, become as short as they can be.
 */
export function rewritten(body, call, prologue = []) {
  const reader = new Reader(body);
  const out = [];
  const copyNumber = () => out.push(...number(reader.number()));
  const copySigned = () => out.push(...reader.signed());
  const copy = (length) => out.push(...reader.take(length));
  const address = () => (copyNumber(), copyNumber());
  const locals = reader.list(() => [...number(reader.number()), reader.byte()]);
  out.push(...list(locals), ...prologue);
  while (reader.at < body.length) {
    const opcode = reader.byte();
    if (opcode === 0x10) {
      out.push(...call(reader.number()));
      continue;
    }
    out.push(opcode);
    if (opcode >= 0x02 && opcode <= 0x04) copySigned();
    else if (opcode === 0x0c || opcode === 0x0d) copyNumber();
    else if (opcode === 0x0e) {
      const targets = reader.list(() => number(reader.number()));
      out.push(...list(targets));
      copyNumber();
    } else if (opcode === 0x11) address();
    else if (opcode >= 0x20 && opcode <= 0x24) copyNumber();
    else if (opcode >= 0x28 && opcode <= 0x3e) address();
    else if (opcode === 0x3f || opcode === 0x40) copy(1);
    else if (opcode === 0x41 || opcode === 0x42) copySigned();
    else if (opcode === 0x43) copy(4);
    else if (opcode === 0x44) copy(8);
    else if (opcode === 0xfc) {
      const operation = reader.number();
      out.push(...number(operation));
      if (operation === 10) copy(2);
      else if (operation === 11) copy(1);
      else if (operation > 7) throw new Error(`instruction 0xfc ${operation}`);
    } else if (opcode === 0xfd) {
      const operation = reader.number();
      out.push(...number(operation));
      if (operation <= 11 || operation === 92 || operation === 93) address();
      else if (operation === 12 || operation === 13) copy(16);
      else if (operation >= 21 && operation <= 34) copy(1);
      else if (operation >= 84 && operation <= 91) (address(), copy(1));
    } else if (
      !(
        opcode <= 0x01 ||
        opcode === 0x05 ||
        opcode === 0x0b ||
        opcode === 0x0f ||
        opcode === 0x1a ||
        opcode === 0x1b
      ) &&
      !(opcode >= 0x45 && opcode <= 0xc4)
    ) {
      throw new Error(`instruction 0x${opcode.toString(16)}`);
    }
  }
  return Uint8Array.from(out);
}

/** The functions that a body calls. */
export function callees(body) {
  const found = [];
  rewritten(body, (callee) => (found.push(callee), []));
  return found;
}

export const typeList = (module) =>
  list(module.types.map(({ params, results }) => [0x60, ...list(params), ...list(results)]));
export const globalList = (globals) => list(globals.map(({ type, isMutable, init }) => [type, isMutable, ...init]));
export const exportList = (exports) =>
  list(exports.map(({ name: text, kind, index }) => [...name(text), kind, ...number(index)]));
export const importList = (imports) =>
  list(imports.map(({ module, name: text, kind = FUNCTION, rest }) => [...name(module), ...name(text), kind, ...rest]));
export const elementList = (elements) =>
  list(elements.map(({ offset, functions }) => [0, 0x41, ...signed(offset), 0x0b, ...list(functions.map(number))]));
export const functionImport = ({ module, name, type }) => ({ module, name, rest: number(type) });
