// Runs a WebAssembly program for WASI: node wasi.mjs PROGRAM.wasm [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const [, , program, ...rest] = process.argv;
const wasi = new WASI({ version: "preview1", args: [program, ...rest], env: process.env, preopens: { "/": "/" } });
const module = await WebAssembly.compile(await readFile(program));
// A program that calls Node 20's functions directly, without JavaScript between, can leave Node's own heap broken: long
// runs ended in a segmentation fault after their last test.
const slowly = (functions) =>
  Object.fromEntries(Object.entries(functions).map(([name, call]) => [name, (...values) => call(...values)]));
const { wasi_snapshot_preview1: functions } = wasi.getImportObject();
// The C library has no threads, and no test needs any. Some compilers leave such functions to whoever runs the program.
const isMissing = ({ module }) => module === "env";
const missing = (name) => () => {
  throw new Error(`${name} is missing`);
};
const env = Object.fromEntries(WebAssembly.Module.imports(module).filter(isMissing).map(({ name }) => [name, missing(name)]));
const instance = await WebAssembly.instantiate(module, { env, wasi_snapshot_preview1: slowly(functions) });
process.exitCode = wasi.start(instance);
