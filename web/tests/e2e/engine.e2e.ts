/** The engine in the browser: both modules, offline, in a folder of a host. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from './site';

const SEVERAL = '..9...6..6..1....8.4........1..2..675.........9.64.58...7.1......4..2....5..3....';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Asks the page's module directly, in a Worker of its own; the page has no such door. */
const askInBrowser = `async (urls, requests) => {
  const compiled = async (url) => WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  const ninefold = { now: () => performance.now(), report() {}, panicked() {}, load() {} };
  const { exports } = await WebAssembly.instantiate(await compiled(urls[0]), { ninefold });
  await WebAssembly.instantiate(await compiled(urls[1]), { ninefold, first: exports });
  return requests.map((request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = exports.reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const length = exports.call(bytes.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length)));
  });
}`;

test('a browser without vectors gets the other module, and both count rightly however often', async () => {
  const expected = new Map([
    [true, /ninefold-simd-(first|rest)-[^/]*\.wasm$/],
    [false, /ninefold-(first|rest)-[^/]*\.wasm$/],
  ]);
  for (const [isModern, pattern] of expected) {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    if (!isModern) await page.addInitScript(() => void (WebAssembly.validate = () => false));
    await page.goto(site.url);
    await page.waitForSelector('[role=grid]');
    await expect.poll(() => requests.filter((url) => url.endsWith('.wasm')).length).toBe(2);
    const wasm = requests.filter((url) => url.endsWith('.wasm'));
    expect(wasm.map((url) => pattern.exec(url)?.[1])).toEqual(['first', 'rest']);
    const cells = (text: string) => [...text].map((symbol) => (symbol === '.' ? {} : { given: Number(symbol) }));
    const count = (text: string) => ({ method: 'count', board: { shape: '3x3', cells: cells(text) } });
    const asked = [...Array<object>(20).fill(count(SEVERAL)), count('.'.repeat(81))];
    const script = `(${askInBrowser})(${JSON.stringify(wasm)}, ${JSON.stringify(asked)})`;
    const answers = (await page.evaluate(script)) as { ok: { count: string } }[];
    const counts = answers.map((answer) => answer.ok.count);
    expect(counts).toEqual([...Array<string>(20).fill('47470'), '6670903752021072936960']);
    await context.close();
  }
});

test('the page works offline after one visit, in any folder of a host', async () => {
  const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
  const types: Record<string, string> = {
    html: 'text/html',
    js: 'text/javascript',
    css: 'text/css',
    svg: 'image/svg+xml',
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (!path.startsWith('/some/folder/')) {
      response.writeHead(404).end();
      return;
    }
    const name = path.slice('/some/folder/'.length) || 'index.html';
    try {
      const content = readFileSync(join(dist, name));
      // A host that knows no type for WebAssembly.
      const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/folder/`;
  const context = await site.browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(url);
  await page.waitForSelector('[role=grid]');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  await page.goto(`${url}?again`);
  await page.waitForSelector('[role=grid]');
  // The engine is there too.
  await page.click('[data-view=learn]');
  await page.waitForSelector('[data-view=learn]');
  const cached = (await page.evaluate(`caches.keys().then(async (names) => {
    const requests = await (await caches.open(names[0])).keys();
    return requests.map((request) => request.url);
  })`)) as string[];
  // Of the engines that which the browser runs, and the rater.
  expect(cached.filter((address) => address.endsWith('.wasm')).sort()).toEqual([
    expect.stringMatching(/ninefold-se-/),
    expect.stringMatching(/ninefold-simd-first-/),
    expect.stringMatching(/ninefold-simd-rest-/),
  ]);
  expect(cached.some((address) => /lessons-[^/]*\.json$/.test(address))).toBe(true);
  expect(cached).toContain(url);
  expect(errors).toEqual([]);
  await context.close();
});
