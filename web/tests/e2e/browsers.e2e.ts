/**
 * The built page in other browsers than Chromium, as far as this machine has them: Firefox by WebDriver BiDi, which it
 * speaks itself, WPE WebKit (which has no vectors, so it is the test of the other engine, too) and WebKitGTK by WebDriver.
 * What is not there is said loudly: `apt install firefox-esr wpewebkit-driver libwpewebkit-1.1-0 webkit2gtk-driver xvfb`.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KILLER } from '../unit/variants';
import { startSite } from './site';
import { connect } from './socket';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const HARD = '.....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const [RIGHT, DOWN, HOME] = ['\uE014', '\uE015', '\uE011'];

/** What the walk needs of a browser. */
interface Driver {
  open(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON. */
  ask<T>(expression: string): Promise<T>;
  keys(list: readonly string[]): Promise<void>;
  /** A stroke of the mouse from place to place. */
  drag(places: readonly (readonly [number, number])[]): Promise<void>;
  close(): Promise<void>;
}

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

async function patiently<T>(what: string, ask: () => Promise<T>): Promise<T> {
  let last: unknown;
  for (let i = 0; i < 300; i += 1) {
    try {
      const found = await ask();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    await pause(200);
  }
  throw new Error(`${what}: ${String(last)}`);
}

const keyActions = (list: readonly string[]) => [
  {
    type: 'key',
    id: 'keys',
    actions: list.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

const dragActions = ([from, ...to]: readonly (readonly [number, number])[]) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: from?.[0] ?? 0, y: from?.[1] ?? 0 },
      { type: 'pointerDown', button: 0 },
      ...to.map(([x, y]) => ({ type: 'pointerMove', duration: 100, x, y })),
      { type: 'pointerUp', button: 0 },
    ],
  },
];

async function startFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'ninefold-firefox-'));
  const port = 4511;
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)];
  const browser: ChildProcess = spawn('firefox-esr', args, { stdio: 'ignore' });
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  const hear = (text: string) => {
    const message = JSON.parse(text) as { id?: number; type?: string; result?: unknown; message?: string };
    const one = waiting.get(message.id ?? -1);
    if (!one) return;
    waiting.delete(message.id ?? -1);
    if (message.type === 'error') one.reject(new Error(message.message));
    else one.resolve(message.result as never);
  };
  const socket = await patiently('Firefox', () => connect(port, '/session', hear));
  let ids = 0;
  const send = <T>(method: string, params: object): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      ids += 1;
      waiting.set(ids, { resolve, reject });
      socket.send(JSON.stringify({ id: ids, method, params }));
    });
  await send('session.new', { capabilities: {} });
  const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = tree.contexts[0]?.context ?? '';
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } }).catch(() => undefined);
  const perform = (actions: unknown) => send<void>('input.performActions', { context, actions });
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async ask(expression) {
      const { result } = await send<{ result: { value: string } }>('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: true,
      });
      return JSON.parse(result.value);
    },
    keys: (list) => perform(keyActions(list)),
    drag: (places) => perform(dragActions(places)),
    async close() {
      socket.close();
      browser.kill();
      await pause(500);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

const WPE_BROWSER = '/usr/lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser';
const GTK_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** A browser that is driven by WebDriver: its driver's program and port, and what is asked of that. */
async function startWebKit(program: string, port: number, asked: object, screen = ''): Promise<Driver> {
  const env = { ...process.env, ...(screen && { DISPLAY: screen }) };
  const driver: ChildProcess = spawn(program, [`--port=${port}`], { stdio: 'ignore', env });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const options = { headers: { 'content-type': 'application/json' }, signal: AbortSignal.timeout(120_000) };
    const request = { method, ...options, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (value?.error) throw new Error(`${path}: ${value.error} ${value.message ?? ''}`);
    return value;
  };
  await patiently(program, () => call('GET', '/status'));
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', ...asked } };
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities });
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/window/rect`, { width: 1280, height: 900 }).catch(() => undefined);
  const perform = (actions: unknown) => call<void>('POST', `${session}/actions`, { actions });
  return {
    open: (url) => call('POST', `${session}/url`, { url }),
    ask: async (expression) => {
      const script = `return JSON.stringify(${expression})`;
      return JSON.parse(await call<string>('POST', `${session}/execute/sync`, { script, args: [] }));
    },
    keys: (list) => perform(keyActions(list)),
    drag: (places) => perform(dragActions(places)),
    async close() {
      await call('DELETE', session).catch(() => undefined);
      driver.kill();
    },
  };
}

const startWpe = (): Promise<Driver> =>
  startWebKit('WPEWebDriver', 4513, {
    'wpe:browserOptions': { binary: WPE_BROWSER, args: ['--automation', '--headless'] },
  });

/** WebKitGTK shows itself on a screen only; this one is in memory. */
async function startGtk(): Promise<Driver> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    screen.on('error', reject);
    screen.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  const options = { 'webkitgtk:browserOptions': { binary: GTK_BROWSER, args: ['--automation'] } };
  const driver = await startWebKit('WebKitWebDriver', 4515, options, `:${number}`);
  return {
    ...driver,
    async close() {
      await driver.close();
      screen.kill();
    },
  };
}

const BROWSERS = [
  {
    name: 'Firefox',
    isThere: existsSync('/usr/bin/firefox-esr'),
    start: startFirefox,
  },
  { name: 'WPE WebKit', isThere: existsSync('/usr/bin/WPEWebDriver') && existsSync(WPE_BROWSER), start: startWpe },
  {
    name: 'WebKitGTK',
    isThere: existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb') && existsSync(GTK_BROWSER),
    start: startGtk,
  },
];

for (const { name, isThere, start } of BROWSERS) {
  if (!isThere) console.warn(`NOT TESTED: ${name} is not on this machine, so the page was not tried in it`);
  test.skipIf(!isThere)(`a game, a drag, a hint, a walk, a search, a link, offline in ${name}`, async () => {
    const site = await startSite();
    const driver = await start();
    try {
      const { ask } = driver;
      const there = (expression: string) => patiently(expression, () => ask<boolean>(`Boolean(${expression})`));
      const click = (selector: string) => ask(`document.querySelector('${selector}').click() || true`);
      const label = (cell: number) =>
        ask<string>(`document.querySelector('[data-cell="${cell}"]').getAttribute('aria-label')`);
      await driver.open(site.url);
      await there(`document.querySelectorAll('[role=gridcell]').length === 81`);

      // One stroke over five cells leaves no gap.
      const middle = (cell: number) =>
        ask<[number, number]>(
          `(({ x, y, width, height }) => [Math.round(x + width / 2), Math.round(y + height / 2)])` +
            `(document.querySelector('[data-cell="${cell}"]').getBoundingClientRect())`,
        );
      await driver.drag([await middle(2), await middle(6)]);
      expect(
        await ask(`[...document.querySelectorAll('[aria-selected=true]')].map((e) => Number(e.dataset.cell))`),
      ).toEqual([2, 3, 4, 5, 6]);

      await click('#hint');
      await there(`document.querySelector('[data-grade="1"]')`);
      await click('#close-hint');

      // A window that is in the background hears of no focus; a click is one everywhere.
      await driver.drag([await middle(0)]);
      for (let row = 0; row < 9; row += 1) {
        const keys: string[] = [];
        for (let column = 0; column < 9; column += 1) {
          const cell = row * 9 + column;
          if (PUZZLE[cell] === '.') keys.push(SOLUTION[cell] ?? '');
          if (column < 8) keys.push(RIGHT);
        }
        await driver.keys([...keys, HOME, ...(row < 8 ? [DOWN] : [])]);
      }
      expect(await label(2)).toBe('row 1 column 3, 4');
      await there(`document.querySelector('.solved')`);

      await click('[data-view=study]');
      await click('#solve');
      await there(`document.querySelector('.verdict-unique')`);
      await click('[data-view=learn]');
      await ask(`[...document.querySelectorAll('button')].find((b) => b.textContent === 'Explain it').click() || true`);
      await there(`document.querySelectorAll('.step-link').length > 40`);
      await click('[aria-label="Next step"]');
      await there(`document.querySelector('.walker-head').textContent.startsWith('Step 2 of')`);
      await ask(`history.back() || true`);
      await there(`document.querySelector('[data-view=study][aria-current]')`);

      // Back closes a dialog, and after one that was closed by its button leads to the view before.
      await click('.open-settings');
      await there(`document.querySelector('dialog[open] #theme')`);
      await ask(`history.back() || true`);
      await there(
        `!document.querySelector('dialog').open && document.querySelector('[data-view=study][aria-current]')`,
      );
      await click('.open-settings');
      await click('dialog [aria-label=Close]');
      await there(`!history.state.dialog`);
      await ask(`history.back() || true`);
      await there(`document.querySelector('[data-view=play][aria-current]')`);

      // What was copied elsewhere, as the browser hands it over.
      const line = `[...document.querySelectorAll('[role=gridcell]')].map((e) => /, (\\d)/.exec(e.ariaLabel)?.[1] ?? '.').join('')`;
      const paste = async (text: string) => {
        // Firefox makes its own of `data` and `dataType`, the others take what is handed over.
        const event = `{ clipboardData: data, data: '${text}', dataType: 'text/plain', bubbles: true, cancelable: true }`;
        await ask(
          `((data) => (data.setData('text/plain', '${text}'), ` +
            `document.body.dispatchEvent(new ClipboardEvent('paste', ${event})), true))(new DataTransfer())`,
        );
      };
      const pasted = async (text: string) => {
        await paste(text);
        await there(`document.querySelector('#open-board')`);
        await click('#open-board');
        await there(`document.querySelector('[role=grid]')`);
      };
      await pasted(`https://www.sudokuwiki.org/sudoku.htm?bd=${HARD.replaceAll('.', '0')}`);
      expect(await ask(line)).toBe(HARD);

      // A variant is drawn and checked; a browser without vectors says that it is too old.
      if (name === 'WPE WebKit') {
        await paste(KILLER.text);
        await there(`document.querySelector('#read-result').textContent.includes('too old')`);
        await click('[data-view=play]');
      } else {
        await pasted(KILLER.text);
        await there(`document.querySelector('.board img.variant-image')?.naturalWidth > 0`);
        await driver.drag([await middle(0)]);
        await driver.keys(['1']);
        expect(await label(0)).toBe('row 1 column 1, 1, part of cage');
        await click('#check');
        await there(`document.querySelector('.message.error')`);
        await click('#back-to-classic');
      }

      // With no server any more the page is there, with the game and the engine.
      await ask(`navigator.serviceWorker.ready.then(({ active }) => { window.isKept = active !== null; }) && true`);
      await there(`window.isKept`);
      await site.goOffline();
      await driver.open(`${site.url}?again`);
      await there(`document.querySelectorAll('[role=gridcell]').length === 81`);
      expect(await ask(line)).toBe(HARD);
      await click('[data-view=study]');
      await click('#solve');
      await there(`document.querySelector('.verdict-unique')`);
    } finally {
      await driver.close();
      await site.close();
    }
  });
}
