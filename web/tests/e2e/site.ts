/** The built page on a server of its own, and a browser that looks at it. */

import { createRequire } from 'node:module';
import { type Server, createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

export interface Site {
  readonly url: string;
  readonly browser: Browser;
  /** A fresh page, as on a first visit. What goes wrong in it is collected. */
  open(options?: BrowserContextOptions & { fragment?: string }): Promise<Opened>;
  /** From now on no request is answered. */
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

export interface Opened {
  readonly page: Page;
  /** Errors of scripts, the console and the content security policy. */
  readonly errors: string[];
  /** Addresses of all requests. */
  readonly requests: string[];
}

export async function startSite(): Promise<Site> {
  const server: Server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(DIST, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url,
    browser,
    async open({ fragment = '', ...options } = {}) {
      const context = await browser.newContext({ locale: 'en-GB', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      const [errors, requests]: [string[], string[]] = [[], []];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(url + fragment);
      await page.waitForSelector('[role=grid]');
      return { page, errors, requests };
    },
    goOffline: stop,
    async close() {
      await browser.close();
      await stop();
    },
  };
}

/** The digits on the board as a line, with `.` for blanks; of one-character symbols. */
export async function boardLine(page: Page): Promise<string> {
  const labels = await page.$$eval('[role=gridcell]', (cells) =>
    cells.map((cell) => cell.getAttribute('aria-label') ?? ''),
  );
  return labels.map((label) => /^row \d+ column \d+, (\S)(?=,|$)/.exec(label)?.[1] ?? '.').join('');
}

/** Pastes a text into the page, as from another program. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** Pastes one puzzle and opens it. */
export async function pasteAndOpen(page: Page, text: string): Promise<void> {
  await paste(page, text);
  await page.click('#open-board');
  await page.waitForSelector('[role=grid]');
}

/**
 * Does something that shows a button, and has the page itself press it at once: what the engine ends sooner than a
 * click from outside gets through could not be cancelled otherwise.
 */
export async function pressAsSoonAsThere(page: Page, selector: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate((selector) => {
    new MutationObserver((_, observer) => {
      const button = document.querySelector<HTMLElement>(selector);
      if (!button) return;
      observer.disconnect();
      button.click();
    }).observe(document.body, { childList: true, subtree: true });
  }, selector);
  await act();
}

export const labelOf = (page: Page, cell: number) => page.getAttribute(`[data-cell="${cell}"]`, 'aria-label');
export const view = (page: Page, name: string) => page.click(`[data-view=${name}]`);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds on the page as it stands: rule and elements. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    // What is still fading in has colours that nobody reads.
    const fading = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map((one) => one.finished));
    const { axe: run } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> };
    };
    const found = (await run.run()).violations;
    return found.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`)
          .join(' | ')}`,
    );
  });
}
