// Runs a WebAssembly program for WASI: node wasi.mjs PROGRAM.wasm [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const [, , program, ...rest] = process.argv;
const wasi = new WASI({ version: "preview1", args: [program, ...rest], env: process.env, preopens: { "/": "/" } });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
