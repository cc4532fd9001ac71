import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { GALLERY } from '../../src/gallery';
import { BESIDE, IMPOSSIBLE, KNIGHTS } from '../unit/variants';
import { type Site, paste, pasteAndOpen, startSite, view, violations } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe.each([
  { colorScheme: 'light' as const },
  { colorScheme: 'dark' as const },
  { colorScheme: 'dark' as const, forcedColors: 'active' as const },
])('axe finds nothing %o', (options) => {
  test('on every view and dialog', async () => {
    const { page } = await site.open({ ...options, viewport: { width: 1280, height: 900 } });
    const clean = async (what: string) => expect(await violations(page), what).toEqual([]);
    await clean('play');
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('5');
    await page.click('.choice >> text=Colour');
    await page.click('text=violet');
    await clean('play with colours and a conflict');
    await page.click('.choice >> text=Highlight');
    await page.click('.pad .key:nth-child(5)');
    await page.selectOption('#notes-mode', 'automatic');
    await clean('play with a digit looked at');
    for (const dialog of ['share', 'print', 'keys', 'settings']) {
      await page.click(`.open-${dialog}`);
      await page.waitForSelector('dialog[open] h2');
      await clean(dialog);
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog:not([open])', { state: 'attached' });
    }
    await view(page, 'enter');
    await clean('enter');
    await page.fill(
      'textarea',
      '1.....3..2.....4\n\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7y',
    );
    await page.waitForSelector('.skipped');
    await clean('enter with errors');
    await page.fill('textarea', '.....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....');
    await page.waitForSelector('#open-board');
    await page.click('#open-board');
    await view(page, 'learn');
    await clean('learn');
    await page.click('text=Give me a hint');
    await page.click('text=Tell me more');
    await page.click('text=Tell me more');
    await page.click('text=Rate it');
    await page.click('text=Find them');
    await page.waitForSelector('.step-link');
    await clean('learn with answers');
    await page.click('text=Explain it');
    await page.waitForSelector('text=Step 1 of 58');
    await page.click('.step-link:has-text("Skyscraper")');
    await clean('a step');
    await page.click('.step h3 .technique-link');
    await page.waitForSelector('#about');
    await clean('the page of a technique');
    await page.click('#practise');
    await page.waitForSelector('.practice-bar #next-exercise');
    await clean('an exercise');
    await page.click('#leave-practice');
    await page.click('.open-settings');
    await page.click('#settings-techniques');
    await page.waitForSelector('#up-to');
    for (const family of await page.$$('.family summary')) await family.click();
    await clean('the list of techniques');
    await view(page, 'study');
    await page.click('#solve');
    await page.waitForSelector('.verdict');
    await page.click('text=Find it');
    await page.waitForSelector('.code');
    await clean('study');
    await page.click('text=Watch it');
    await page.waitForSelector('.replay');
    await clean('replay');
  });
});

describe('the page', () => {
  test('fits phones and 200 % zoom', async () => {
    for (const width of [768, 1000, 1100]) {
      const { page } = await site.open({ viewport: { width, height: 900 } });
      const [board, panel] = [await page.locator('.board').boundingBox(), await page.locator('.panel').boundingBox()];
      expect(board?.x, `board at ${width}`).toBeGreaterThan(10);
      expect((panel?.x ?? 0) + (panel?.width ?? 0), `panel at ${width}`).toBeLessThan(width - 10);
      await page.close();
    }
    for (const width of [320, 640]) {
      const { page } = await site.open({ viewport: { width, height: width === 320 ? 640 : 450 } });
      for (const name of ['enter', 'play', 'learn', 'study']) {
        await view(page, name);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} at ${width}`).toBe(width);
      }
      expect(await violations(page)).toEqual([]);
    }
  });

  test.each([
    [360, 640],
    [390, 844],
    [768, 1024],
    [640, 360],
    [1280, 900],
  ])('a message does not cover the board, %i by %i', async (width, height) => {
    const { page } = await site.open({ viewport: { width, height }, locale: 'de-DE' });
    const isBeside = async () => {
      const [board, notice] = [await page.locator('.board').boundingBox(), await page.locator('.notice').boundingBox()];
      if (!board || !notice) throw new Error('nothing to see');
      const isAbove = notice.y + notice.height <= board.y;
      const isBelow = notice.y >= board.y + board.height;
      return isAbove || isBelow || notice.x >= board.x + board.width;
    };
    await pasteAndOpen(page, `55${'.'.repeat(79)}`);
    await page.waitForSelector('.notice:has-text("appears twice")');
    expect(await isBeside()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await pasteAndOpen(page, GALLERY[0]?.puzzle ?? '');
    await view(page, 'study');
    await page.click('#solve');
    await page.click('text=Eintragen');
    await page.waitForSelector('.notice');
    expect(await isBeside()).toBe(true);
  });

  test('prints the puzzle large on one page of A4, or six', async () => {
    const { page } = await site.open();
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.emulateMedia({ media: 'print' });
    const visible = () => page.locator('#paper .picture:visible').count();
    expect(await visible()).toBe(1);
    const box = await page.locator('#paper .picture').first().boundingBox();
    expect(box?.width).toBeGreaterThan(600);
    expect(await page.locator('header:visible').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.click('.open-print');
    await page.selectOption('#print-source', 'gallery');
    await page.click('text=With solutions');
    await page.click('dialog .button.main');
    await page.waitForFunction(() => document.querySelectorAll('#paper .sheet').length > 6);
    await page.emulateMedia({ media: null });
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
    expect(pages).toBe(8);
  });

  test('speaks German', async () => {
    const { page } = await site.open({ locale: 'de-DE' });
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    expect(await page.textContent('[data-view=enter]')).toBe('Rätsel');
    expect(await page.getAttribute('[data-cell="2"]', 'aria-label')).toBe('Zeile 1 Spalte 3, leer');
    for (const name of ['enter', 'learn', 'study']) {
      await view(page, name);
      expect(await violations(page)).toEqual([]);
    }
  });

  test('marks what the engine says in English, and nothing else', async () => {
    const { page } = await site.open({ locale: 'de-DE' });
    const language = (selector: string) =>
      page.$eval(selector, (element) => element.closest('[lang]')?.getAttribute('lang'));
    await paste(page, '11..............');
    await page.waitForSelector('#problem:has-text("appears twice")');
    expect(await language('#problem')).toBe('en');
    await page.click('#open-board');
    await page.waitForSelector('.notice');
    expect(await language('.notice p')).toBe('de');
    expect(await page.textContent('.notice [lang=en]')).toContain('1 appears twice');
    // Several solutions: the page's own words.
    await paste(page, '1...............');
    await page.waitForSelector('#problem:has-text("Lösung")');
    expect(await language('#problem')).toBe('de');
    await paste(page, KNIGHTS.text);
    await page.waitForSelector('.one-variant');
    expect(await language('.message.good')).toBe('de');
    expect(await page.textContent('.message.good [lang=en]')).toContain('thermometer');
    await paste(page, BESIDE);
    await page.waitForSelector('.skipped:has-text("Lücken")');
    expect(await language('.skipped .message')).toBe('de');
    await paste(page, IMPOSSIBLE);
    await page.waitForSelector('.skipped:has-text("the sum 100")');
    expect(await language('.skipped .message')).toBe('en');
  });

  test('asks for nothing but its own files, and for nothing after it has loaded', async () => {
    const { page, errors, requests } = await site.open();
    await pasteAndOpen(page, '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......');
    await view(page, 'study');
    await page.click('#solve');
    await page.waitForSelector('.verdict');
    const before = requests.length;
    await page.click('text=Count them');
    await page.waitForSelector('.big-number');
    await view(page, 'learn');
    await page.click('text=Explain it');
    await page.waitForSelector('text=Step 1 of');
    expect(requests.length).toBe(before);
    for (const url of requests) expect(url.startsWith(site.url) || url.startsWith('blob:')).toBe(true);
    expect(errors).toEqual([]);
    expect(await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content')).toContain(
      "default-src 'none'",
    );
  });

  test('is small: 80 kB of scripts, gzipped', () => {
    const assets = fileURLToPath(new URL('../../dist/assets/', import.meta.url));
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const total = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(assets + name)).length, 0);
    expect(total).toBeLessThan(80_000);
  });
});
