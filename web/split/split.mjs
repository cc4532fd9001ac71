/**
 * Cuts a WebAssembly module in two: the first part has the functions that the first answers need (`questions.mjs`), the second one the
 * rest.
 *
 *     node split.mjs MODULE FIRST REST
 *
 * Which functions a request needs is found by asking: a copy of the module notes every function that is called. The first part
 * is a module with the exports of the whole. Where it would call a function that it has not, there is one of its table's
 * places; that holds, to begin with, a stub which asks JavaScript for the second part (the import `ninefold.load`) and then
 * calls the same place again. The second part has the first one's memory, table, globals and functions as imports, and
 * puts its functions into the table when it is instantiated. So the two together do what the whole does, in whatever
 * order they come, and nothing is there twice.
 *
 * Only what Rust's compiler makes is understood: one memory, one table, active segments, no exceptions.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { askAll } from './questions.mjs';
import {
  FUNCTION,
  GLOBAL,
  MEMORY,
  SECTIONS,
  TABLE,
  assemble,
  callees,
  codeSection,
  elementList,
  exportList,
  functionImport,
  globalList,
  importList,
  limits,
  list,
  number,
  parse,
  rewritten,
  signed,
  typeList,
} from './wasm.mjs';

/** Of the module that the second part imports from. */
const FIRST = 'first';

// -- what is needed

/** The module with a global for every function, exported under its number, that is 1 once it has been called. */
function noting(module) {
  const flags = module.functions.map(() => ({ type: 0x7f, isMutable: 1, init: [0x41, 0, 0x0b] }));
  const exports = module.functions.map((_, i) => ({ name: `${i}`, kind: GLOBAL, index: module.globals.length + i }));
  const bodies = module.bodies.map((body, i) =>
    rewritten(body, (callee) => [0x10, ...number(callee)], [0x41, 1, 0x24, ...number(module.globals.length + i)]),
  );
  return assemble([
    [SECTIONS.type, typeList(module)],
    [SECTIONS.import, importList(module.imports.map(functionImport))],
    [SECTIONS.function, list(module.functions.map(number))],
    [SECTIONS.table, list(module.tables.map((table) => [0x70, ...limits(table)]))],
    [SECTIONS.memory, list(module.memories.map(limits))],
    [SECTIONS.global, globalList([...module.globals, ...flags])],
    [SECTIONS.export, exportList([...module.exports, ...exports])],
    [SECTIONS.element, elementList(module.elements)],
    [SECTIONS.code, codeSection(bodies)],
    [SECTIONS.data, module.data],
  ]);
}

/** Whether each function is called while the first questions are answered. */
async function needed(module) {
  let exports;
  const text = (at, length) => Buffer.from(exports.memory.buffer, at, length).toString();
  const panicked = (at, length) => {
    throw new Error(text(at, length));
  };
  const host = { now: () => performance.now(), report: () => {}, panicked };
  const { instance } = await WebAssembly.instantiate(noting(module), { ninefold: host });
  exports = instance.exports;
  askAll((request) => {
    const bytes = Buffer.from(JSON.stringify(request));
    const at = exports.reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const length = exports.call(bytes.length);
    const { ok, error } = JSON.parse(text(exports.answer(), length));
    if (error) throw new Error(`${bytes}: ${error.message}`);
    return ok;
  });
  return module.functions.map((_, i) => exports[i].value === 1);
}

// -- cutting

/** The two parts of a module; `isFirst` says of each of its own functions where it goes. */
export function split(module, isFirst) {
  const { imports, functions, bodies } = module;
  const own = imports.length;
  const typeOf = (index) => (index < own ? imports[index].type : functions[index - own]);
  const inFirst = (index) => index < own || isFirst[index - own];
  const plain = module.types.findIndex(({ params, results }) => params.length + results.length === 0);
  const types = plain < 0 ? [...module.types, { params: [], results: [] }] : module.types;
  const load = { module: 'ninefold', name: 'load', type: plain < 0 ? module.types.length : plain };
  const of = (first) => bodies.map((_, i) => i).filter((i) => isFirst[i] === first);
  const [first, rest] = [of(true), of(false)];

  // Places of the table for functions of the second part: those they have, and new ones for what the first part calls.
  const places = new Map();
  for (const { offset, functions } of module.elements) {
    functions.forEach((index, i) => inFirst(index) || places.has(index) || places.set(index, offset + i));
  }
  const [table] = module.tables;
  const added = [];
  const isFunction = ({ kind }) => kind === FUNCTION;
  const exported = module.exports.filter(isFunction).map(({ index }) => index);
  for (const index of [...exported, ...first.flatMap((i) => callees(bodies[i]))]) {
    if (inFirst(index) || places.has(index)) continue;
    places.set(index, table.min + added.length);
    added.push(index);
  }
  const size = table.min + added.length;
  const tables = list([[0x70, ...limits({ min: size, max: size })]]);
  const elements = [...module.elements, { offset: table.min, functions: added }];

  // The first part: imports and `load`, its functions, stubs.
  const stubs = [...places.keys()];
  const atFirst = new Map(imports.map((_, i) => [i, i]));
  first.forEach((i, k) => atFirst.set(own + i, own + 1 + k));
  const stubAt = new Map(stubs.map((index, k) => [index, own + 1 + first.length + k]));
  const here = (index) => atFirst.get(index) ?? stubAt.get(index);
  const throughTable = (index) => [0x41, ...signed(places.get(index)), 0x11, ...number(typeOf(index)), 0];
  const callFirst = (index) => (inFirst(index) ? [0x10, ...number(atFirst.get(index))] : throughTable(index));
  const stub = (index) => {
    const parameters = types[typeOf(index)].params.flatMap((_, i) => [0x20, ...number(i)]);
    return Uint8Array.from([0, 0x10, ...number(own), ...parameters, ...throughTable(index), 0x0b]);
  };

  // The second part: what it needs of the first, its functions.
  const shared = [...new Set(rest.flatMap((i) => callees(bodies[i])).filter((index) => inFirst(index)))];
  const atRest = new Map(shared.map((index, k) => [index, k]));
  rest.forEach((i, k) => atRest.set(own + i, shared.length + k));
  const exportName = (index) => `_${index.toString(36)}`;
  const sharedImport = (index) =>
    functionImport(
      index < own ? imports[index] : { module: FIRST, name: exportName(index), type: functions[index - own] },
    );
  const globals = module.globals.map(({ type, isMutable }, i) => ({
    module: FIRST,
    name: `g${i}`,
    kind: GLOBAL,
    rest: [type, isMutable],
  }));
  const restElements = elements.flatMap(({ offset, functions }) => {
    const runs = [];
    functions.forEach((index, i) => {
      if (inFirst(index)) return;
      const last = runs.at(-1);
      if (last && last.offset + last.functions.length === offset + i) last.functions.push(atRest.get(index));
      else runs.push({ offset: offset + i, functions: [atRest.get(index)] });
    });
    return runs;
  });

  const firstPart = assemble([
    [SECTIONS.type, typeList({ types })],
    [SECTIONS.import, importList([...imports, load].map(functionImport))],
    [SECTIONS.function, list([...first.map((i) => own + i), ...stubs].map((index) => number(typeOf(index))))],
    [SECTIONS.table, tables],
    [SECTIONS.memory, list(module.memories.map(limits))],
    [SECTIONS.global, globalList(module.globals)],
    [
      SECTIONS.export,
      exportList([
        ...module.exports.map((one) => (isFunction(one) ? { ...one, index: here(one.index) } : one)),
        { name: 't', kind: TABLE, index: 0 },
        ...globals.map(({ name }, index) => ({ name, kind: GLOBAL, index })),
        ...shared
          .filter((index) => index >= own)
          .map((index) => ({ name: exportName(index), kind: FUNCTION, index: atFirst.get(index) })),
      ]),
    ],
    [
      SECTIONS.element,
      elementList(
        elements.map(({ offset, functions }) => ({
          offset,
          functions: functions.map(here),
        })),
      ),
    ],
    [SECTIONS.code, codeSection([...first.map((i) => rewritten(bodies[i], callFirst)), ...stubs.map(stub)])],
    [SECTIONS.data, module.data],
  ]);
  const restPart = assemble([
    [SECTIONS.type, typeList({ types })],
    [
      SECTIONS.import,
      importList([
        ...shared.map(sharedImport),
        { module: FIRST, name: 't', kind: TABLE, rest: [0x70, ...limits({ min: size, max: size })] },
        { module: FIRST, name: 'memory', kind: MEMORY, rest: limits(module.memories[0]) },
        ...globals,
      ]),
    ],
    [SECTIONS.function, list(rest.map((i) => number(functions[i])))],
    [SECTIONS.element, elementList(restElements)],
    [
      SECTIONS.code,
      codeSection(rest.map((i) => rewritten(bodies[i], (index) => [0x10, ...number(atRest.get(index))]))),
    ],
  ]);
  return { first: firstPart, rest: restPart };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file, firstFile, restFile] = process.argv.slice(2);
  const module = parse(readFileSync(file));
  const { first, rest } = split(module, await needed(module));
  writeFileSync(firstFile, first);
  writeFileSync(restFile, rest);
}
