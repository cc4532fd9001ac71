import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GALLERY } from '../../src/gallery';
import { type Site, boardLine, labelOf, paste, pasteAndOpen, startSite, view } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const TOP95 = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const TOP95_SOLUTION = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';

/** The command line's answer, where it has been built. */
function library(puzzle: string): string | null {
  for (const profile of ['release', 'debug']) {
    const binary = fileURLToPath(new URL(`../../../target/${profile}/ninefold`, import.meta.url));
    if (existsSync(binary)) return execFileSync(binary, ['solve', puzzle], { encoding: 'utf8' }).trim();
  }
  return null;
}

describe('entering', () => {
  test('paste, solve: the answer is that of the library', async () => {
    const { page, errors } = await site.open();
    await pasteAndOpen(page, TOP95);
    expect(await boardLine(page)).toBe(TOP95);
    await view(page, 'study');
    await page.click('#solve');
    await page.click('text=Fill it in');
    await page.waitForSelector('.notice');
    expect(await boardLine(page)).toBe(TOP95_SOLUTION);
    expect(library(TOP95) ?? TOP95_SOLUTION).toBe(TOP95_SOLUTION);
    expect(errors).toEqual([]);
  });

  test('invalid text says where and why; the others are still there', async () => {
    const { page } = await site.open();
    await paste(page, `${TOP95}\n\n${TOP95.slice(0, 78)}y..\n`);
    await page.waitForSelector('.skipped');
    expect(await page.textContent('.skipped .place')).toBe('Line 3, column 79');
    expect(await page.textContent('.skipped mark')).toBe('y');
    await page.click('#open-board');
    expect(await boardLine(page)).toBe(TOP95);
  });

  test('a board that breaks a rule says which, and opens to be mended', async () => {
    const { page } = await site.open();
    await paste(page, '11..............');
    await page.waitForSelector('#problem');
    expect(await page.textContent('#problem')).toContain('1 appears twice in row 1');
    await page.click('#open-board');
    expect(await labelOf(page, 1)).toBe('row 1 column 2, 1, given, conflict');
    await view(page, 'study');
    await page.click('#solve');
    await page.waitForSelector('.verdict-none');
    expect(await page.textContent('section[aria-labelledby=solve-title] .message')).toContain('1 appears twice');
  });

  test('a text without puzzles says so', async () => {
    const { page } = await site.open();
    await view(page, 'enter');
    await page.fill('textarea', 'hello, world');
    await page.waitForSelector('.read-result .message.error');
  });

  test('markup in a text stays text', async () => {
    const { page, errors } = await site.open();
    const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await paste(page, evil);
    await page.waitForSelector('.read-result .message.error');
    expect(await page.$$('main img, main script')).toEqual([]);
    expect(await page.title()).not.toBe('1');
    expect(errors).toEqual([]);
  });

  test('title and author of a puzzle stay with it', async () => {
    const { page } = await site.open();
    expect(await page.textContent('.chip.current')).toBe('easy');
    const row = (line: string) =>
      [...line].map((digit) => (digit === '.' ? {} : { value: Number(digit), given: true }));
    const grid = Array.from({ length: 9 }, (_, at) => row(TOP95.slice(at * 9, at * 9 + 9)));
    const text = JSON.stringify({ size: 9, title: 'Two towers', author: 'A. N. Other', grid });
    await pasteAndOpen(page, text);
    expect(await page.textContent('.caption .title')).toBe('Two towersby A. N. Other');
    // It was not made here, so it has no level.
    expect(await page.locator('.chip.current').count()).toBe(0);
    await page.keyboard.press('4');
    await page.reload();
    expect(await page.textContent('.caption .title')).toBe('Two towersby A. N. Other');
    const linked = await site.open({ fragment: `#p=${encodeURIComponent(text)}` });
    await linked.page.waitForSelector('.caption:has-text("Two towers")');
    expect(await linked.page.textContent('.caption .title')).toBe('Two towersby A. N. Other');
  });

  test('what a text says about its puzzle is named in the language of the page', async () => {
    const { page } = await site.open({ locale: 'de-DE' });
    await paste(
      page,
      JSON.stringify({ puzzle: TOP95, name: 'Zwei Türme', author: 'Jemand', url: 'https://example.org/' }),
    );
    await page.waitForSelector('#open-board');
    const said = await page.$$eval('.one-board .said', (lines) => lines.map(({ textContent }) => textContent));
    expect(said).toEqual(['Titel: Zwei Türme', 'Adresse: https://example.org/', 'Autor: Jemand']);
  });

  test('several puzzles: one is chosen', async () => {
    const { page } = await site.open();
    await paste(page, `1.....3..2.....4\n${TOP95}`);
    await page.click('.board-list li:nth-child(2) button');
    expect(await boardLine(page)).toBe(TOP95);
  });

  test('a file is opened, and one is dropped', async () => {
    const { page } = await site.open();
    await view(page, 'enter');
    await page.setInputFiles('input[type=file]', {
      name: 'one.sdk',
      mimeType: 'text/plain',
      buffer: Buffer.from('#A Somebody\n1...\n..3.\n.2..\n...4\n'),
    });
    await page.click('#open-board');
    expect(await boardLine(page)).toBe('1.....3..2.....4');
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'two.txt'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, TOP95);
    await page.click('#open-board');
    expect(await boardLine(page)).toBe(TOP95);
  });

  test('an empty board is typed into, and the engine says what it is worth', async () => {
    const { page } = await site.open();
    await view(page, 'enter');
    await page.selectOption('#empty-size', '2x2');
    await page.fill('#empty-symbols', 'ABCD');
    await page.click('#open-empty');
    await page.focus('[data-cell="0"]');
    // Each digit or blank goes on to the next cell; Enter goes down, Backspace back.
    for (const key of ['a', '.', 'd', 'Backspace', 'Enter', 'c', '.', ' ', 'b']) await page.keyboard.press(key);
    for (const key of ['End', 'ArrowDown', 'd']) await page.keyboard.press(key);
    await page.click('text=Done, start playing');
    await page.waitForSelector('text=Exactly one solution.');
    expect(await boardLine(page)).toBe('A.....C..B.....D');
  });

  test('symbols that do not fit are told', async () => {
    const { page } = await site.open();
    await view(page, 'enter');
    await page.fill('#empty-symbols', 'ABC');
    await page.click('#open-empty');
    expect(await page.textContent('#empty-error')).toBe('You entered 3 symbols; the board needs 9.');
    await page.fill('#empty-symbols', 'AABCDEFGH');
    await page.click('#open-empty');
    await page.waitForSelector('#empty-error:has-text("A")');
  });

  test('puzzles are made by level', async () => {
    const { page } = await site.open();
    await view(page, 'enter');
    await page.selectOption('#made-level', 'easy');
    await page.click('text=Make it');
    // The game that was there before has the same title: only the view says that the new one has come.
    await page.waitForSelector('[data-view=play][aria-current]');
    await page.waitForSelector('text=A new puzzle');
    await view(page, 'study');
    await page.click('#solve');
    await page.waitForSelector('.verdict-unique');
  });

  test('famous puzzles are listed by level', async () => {
    const { page } = await site.open();
    await view(page, 'enter');
    const all = await page.locator('[data-entry]').count();
    await page.click('[data-famous=extreme]');
    expect(await page.getAttribute('[data-famous=extreme]', 'aria-pressed')).toBe('true');
    const levels = await page.$$eval('.entry-level', (list) => list.map((one) => one.textContent));
    expect([levels.length > 3, new Set(levels)]).toEqual([true, new Set(['extreme'])]);
    await page.click('[data-famous=""]');
    expect(await page.locator('[data-entry]').count()).toBe(all);
  });

  test('every puzzle of the gallery has one solution, but the one that says so', async () => {
    const { page } = await site.open({ viewport: { width: 1200, height: 800 } });
    for (const { id } of GALLERY) {
      await view(page, 'enter');
      await page.click(`[data-entry=${id}]`);
      await view(page, 'study');
      await page.click('#solve');
      await page.waitForSelector(id === 'two' ? '.verdict-multiple' : '.verdict-unique');
    }
  });

  test('links: a copied link opens the same game, a damaged one is refused', async () => {
    const { page } = await site.open();
    await pasteAndOpen(page, TOP95);
    await page.keyboard.press('1');
    await page.click('.open-share');
    await page.click('text=With my digits and notes');
    const link = await page.inputValue('dialog input.code');
    const fragment = link.slice(link.indexOf('#'));
    const other = await site.open({ fragment });
    await other.page.waitForSelector('text=From a link');
    expect(await boardLine(other.page)).toBe(`41${TOP95.slice(2)}`);
    expect(other.page.url()).toBe(site.url);
    const damaged = await site.open({ fragment: `${fragment.slice(0, -3)}AAA` });
    await damaged.page.waitForSelector('.notice.error');
    const text = await site.open({ fragment: `#p=${TOP95}` });
    await text.page.waitForSelector('text=From a link');
    expect(await boardLine(text.page)).toBe(TOP95);
  });

  test('addresses of any kind never break the page', async () => {
    const { page, errors } = await site.open();
    const fragments = [
      '#',
      '#1',
      '#1AAAA',
      '#p=',
      '#p=%E0%A4%A',
      '#p=<script>document.title=1</script>',
      '#javascript:alert(1)',
      '#2GNBG',
      `#1${'-_aZ09'.repeat(2000)}`,
      `#p=${'9'.repeat(5000)}`,
      '#%00%ff',
      '#{}',
    ];
    for (const fragment of fragments) {
      await page.evaluate((hash) => (location.hash = hash), fragment);
      await page.waitForTimeout(60);
    }
    await view(page, 'play');
    expect(await labelOf(page, 0)).toBe('row 1 column 1, 5, given');
    expect(await page.title()).toBe('Play · ninefold');
    expect(errors).toEqual([]);
  });

  test('a puzzle of candidates alone is seen, and solved', async () => {
    const { page } = await site.open();
    await pasteAndOpen(
      page,
      ' 12  34 | 34  12\n 34  12 | 12  34\n---------+---------\n 123 34 | 34  12\n 34  12 | 12  34\n',
    );
    expect(await labelOf(page, 0)).toBe('row 1 column 1, empty, notes 1 2');
    expect(await labelOf(page, 8)).toBe('row 3 column 1, empty, notes 1 2 3');
    await page.reload();
    expect(await labelOf(page, 0)).toBe('row 1 column 1, empty, notes 1 2');
    await view(page, 'study');
    await page.click('#solve');
    await page.waitForSelector('.verdict-multiple');
  });

  test('text and pictures in many formats', async () => {
    const { page } = await site.open();
    await pasteAndOpen(page, TOP95);
    await page.click('.open-share');
    await page.waitForFunction(() => document.querySelectorAll('#share-format option').length > 10);
    await page.selectOption('#share-format', 'sdk');
    await page.waitForSelector('.output:has-text("4.....8.5")');
    const [svg] = await Promise.all([page.waitForEvent('download'), page.click('text=Save as SVG')]);
    expect(svg.suggestedFilename()).toBe('sudoku.svg');
    const [png] = await Promise.all([page.waitForEvent('download'), page.click('text=Save as PNG')]);
    const bytes = await (await import('node:fs/promises')).readFile((await png.path()) ?? '');
    expect([...bytes.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG');
    expect(bytes.length).toBeGreaterThan(5000);
  });
});
