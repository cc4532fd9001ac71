// Serves a folder and opens it in Chromium: node browser.mjs FOLDER. The test copies this beside the packages that it needs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';

const folder = process.argv[2];
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};
// README's examples as they are, without a bundler.
const plain = (script) => `<!doctype html><script type="importmap">
{ "imports": {
  "ninefold": "/node_modules/ninefold/dist/npm/src/browser.js",
  "ninefold/variants": "/node_modules/ninefold/dist/npm/src/variants-browser.js",
  "ninefold-variants": "/node_modules/ninefold-variants/index.js"
} }</script>
<script type="module" src="/${script}"></script>`;

// Keeps what a page logs, as Node writes it.
function logged() {
  globalThis.said = [];
  console.log = (...values) =>
    globalThis.said.push(values.map((value) => (typeof value === 'bigint' ? `${value}n` : String(value))).join(' '));
}

const server = createServer(async ({ url }, response) => {
  try {
    const { pathname, search } = new URL(url, 'http://localhost');
    const body = pathname === '/plain.html' ? plain(search.slice(1)) : await readFile(join(folder, pathname));
    response.setHeader('Content-Type', TYPES[extname(pathname)] ?? 'text/plain').end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const expected = async (name) => (await readFile(join(folder, name), 'utf8')).trim().split('\n');
const [readme, variants] = [await expected('readme.txt'), await expected('variants-readme.txt')];
try {
  for (const [path, lines, title] of [
    ['/plain.html?readme.mjs', readme, ''],
    ['/plain.html?variants-readme.mjs', variants, ''],
    ['/built/index.html', variants, 'hard'],
  ]) {
    const page = await browser.newPage();
    const problems = [];
    await page.addInitScript(logged);
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(address + path);
    const until = Date.now() + 30_000;
    let found;
    do {
      await page.waitForTimeout(50);
      found = await page.evaluate(() => [globalThis.said, document.title]);
    } while (!isDeepStrictEqual(found, [lines, title]) && problems.length === 0 && Date.now() < until);
    assert.deepEqual([path, ...found, problems], [path, lines, title, []]);
  }
} finally {
  await browser.close();
  server.close();
}
