/**
 * Measures the built page in Chromium: `node tests/measure.mjs [FOLDER...]` (after `npm run build`). Folders with other builds
 * are measured in turns, so that the load of the machine is the same for all. It prints
 *
 * - on a phone's profile (four times slower, 1.6 Mbit/s, 150 ms): until the board is there, until the engine has answered;
 * - without limits: until a first digit is accepted;
 * - the longest tasks of the main thread, in time of its own, while the hardest puzzles are explained.
 *
 * Times of a loaded machine are too long; those of tasks are processor time and hardly depend on it.
 */

import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const FOLDERS = process.argv.slice(2);
if (FOLDERS.length === 0) FOLDERS.push(fileURLToPath(new URL('../dist/', import.meta.url)));
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};
const packed = new Map();

/** As a host does it: the file's own type, and compressed as the browser likes it best. */
const server = createServer((request, response) => {
  const [, number, path] = /^\/(\d+)(\/.*)$/.exec(new URL(request.url ?? '/', 'http://localhost').pathname) ?? [];
  const file = join(FOLDERS[number] ?? '', path?.endsWith('/') ? `${path}index.html` : (path ?? 'none'));
  if (!existsSync(file)) return void response.writeHead(404).end();
  const encoding = /\bbr\b/.test(request.headers['accept-encoding'] ?? '') ? 'br' : 'gzip';
  const key = `${encoding} ${file}`;
  if (!packed.has(key))
    packed.set(
      key,
      encoding === 'br' ? brotliCompressSync(readFileSync(file)) : gzipSync(readFileSync(file), { level: 9 }),
    );
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Encoding': encoding,
  });
  response.end(packed.get(key));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const urls = FOLDERS.map((_, i) => `http://127.0.0.1:${server.address().port}/${i}/`);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
/** The middle of five, and the best, of each folder. */
async function print(what, measure) {
  const times = urls.map(() => []);
  for (let i = 0; i < 5; i += 1) for (const [k, url] of urls.entries()) times[k].push(await measure(url));
  for (const list of times) console.log(`${what}: ${seconds(middle(list))}, at best ${seconds(Math.min(...list))}`);
}

async function fresh(options, prepare = async () => {}) {
  // Without a service worker, which would load everything once more beside what is measured.
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  await prepare(await context.newCDPSession(page));
  return page;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
async function slowNetwork(client) {
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
}
async function slowDown(client) {
  await slowNetwork(client);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** When something is first there. */
const since = (page, selector) =>
  page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        const look = () =>
          document.querySelector(selector) ? resolve(performance.now()) : requestAnimationFrame(look);
        look();
      }),
    selector,
  );

/** What an act comes to, and the time of the main thread itself in each of its tasks. */
async function traced(page, act) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  const result = await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const isMain = (one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map((one) => `${one.pid} ${one.tid}`));
  const isTask = (one) => one.name === 'ThreadControllerImpl::RunTask' && mains.has(`${one.pid} ${one.tid}`);
  return { result, tasks: traceEvents.filter(isTask).map(({ tdur = 0 }) => tdur / 1000) };
}

const STARTS = [
  ['the board is there', '[data-cell="80"]', async () => {}],
  [
    'the engine has answered (a hint asked for at once)',
    '[data-grade]',
    async (page) => {
      await since(page, '#hint');
      await page.evaluate(() => document.querySelector('#hint').click());
    },
  ],
];
for (const [what, selector, ask] of STARTS) {
  const start = async (page, url) => {
    await page.goto(url, { waitUntil: 'commit' });
    await ask(page);
    return since(page, selector);
  };
  await print(`phone: ${what}`, async (url) => {
    const page = await fresh(PHONE, slowDown);
    const time = await start(page, url);
    await page.context().close();
    return time;
  });
  // Without the load of this machine: the network's part, and four times that of the main thread.
  await print(`phone, computed: ${what}`, async (url) => {
    const page = await fresh(PHONE, slowNetwork);
    const { result, tasks } = await traced(page, () => start(page, url));
    await page.context().close();
    return result + 3 * tasks.reduce((sum, one) => sum + one, 0);
  });
}
await print('here: a first digit is accepted', async (url) => {
  const page = await fresh({});
  await page.goto(url, { waitUntil: 'commit' });
  await since(page, '[data-cell="2"]');
  await page.evaluate(() => {
    const cell = document.querySelector('[data-cell="2"]');
    cell.focus();
    cell.dispatchEvent(new KeyboardEvent('keydown', { key: '4', code: 'Digit4', bubbles: true, cancelable: true }));
  });
  const time = await since(page, '[data-cell="2"][aria-label$=", 4"]');
  await page.context().close();
  return time;
});

const [url] = urls;
for (const entry of ['escargot', 'easter', 'nugget', 'platinum']) {
  const page = await fresh({ viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  await page.click('[data-view=enter]');
  await page.click(`[data-entry=${entry}]`);
  await page.click('[data-view=learn]');
  const { tasks } = await traced(page, async () => {
    await page.click('text=Explain it');
    const isDone = () => document.querySelector('.walker-head .grade + .grade');
    await page.waitForFunction(isDone, undefined, { timeout: 300_000 });
    // Every step once, and the last link of each.
    await page.evaluate(async () => {
      const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      for (const step of document.querySelectorAll('.step-link')) {
        step.click();
        await drawn();
        document.querySelector('[aria-label="Previous link"]')?.click();
        await drawn();
      }
    });
  });
  const steps = await page.locator('.step-link').count();
  const longest = tasks.toSorted((a, b) => b - a).slice(0, 5);
  console.log(`${entry}: ${steps} steps, longest tasks ${longest.map((one) => one.toFixed(0)).join(', ')} ms`);
  await page.context().close();
}
await browser.close();
server.close();
server.closeAllConnections();
