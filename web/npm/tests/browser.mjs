// Serves a folder and opens it in Chromium: node browser.mjs FOLDER. The test copies this beside the packages that it needs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const folder = process.argv[2];
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};
const PLAIN = `<!doctype html><script type="importmap">
{ "imports": { "ninefold": "/node_modules/ninefold/dist/npm/src/browser.js" } }</script>
<script type="module">
import { load } from 'ninefold';
const ninefold = await load();
document.title = ninefold.generate({ level: 'hard', seed: 7 }).level + ' ' + ninefold.solve('1234............').verdict;
</script>`;

const server = createServer(async ({ url }, response) => {
  try {
    const path = new URL(url, 'http://localhost').pathname;
    const body = path === '/plain.html' ? PLAIN : await readFile(join(folder, path));
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'text/plain').end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
try {
  for (const [path, title] of [
    ['/plain.html', 'hard multiple'],
    ['/built/index.html', 'hard'],
  ]) {
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(address + path);
    await page
      .waitForFunction((wanted) => document.title === wanted, title, { timeout: 30_000 })
      .catch(() => undefined);
    assert.deepEqual([await page.title(), problems], [title, []]);
  }
} finally {
  await browser.close();
  server.close();
}
