/** What players do, in taps; what was wrong once (B numbers are those of the trial of November 2026). */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { type Site, boardLine, labelOf, paste, pasteAndOpen, startSite, view, violations } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const TWO = '14..........1.95....7.....9....21.9......7.8..7.68....81.3..7.25.....6....25.....';

const selected = (page: Page) =>
  page.$$eval('[aria-selected=true]', (cells) => cells.map((cell) => Number(cell.getAttribute('data-cell'))));

async function middle(page: Page, cell: number): Promise<[number, number]> {
  const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
  return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
}

/** The solution of the first board, but for the last blank cell. */
async function almostSolve(page: Page): Promise<void> {
  await page.keyboard.press('ArrowRight');
  for (let cell = 0; cell < 80; cell += 1) {
    const label = await labelOf(page, cell);
    if (!label?.endsWith('empty')) continue;
    await page.focus(`[data-cell="${cell}"]`);
    await page.keyboard.press(SOLUTION[cell] ?? '');
  }
}

describe('a walk', () => {
  test('in taps: new medium game 1, hint 1, marks 1, a copied link 2, another game after the end 1', async () => {
    const { page, errors } = await site.open({ ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
    let taps = 0;
    const tap = async (selector: string) => {
      taps += 1;
      await page.tap(selector);
    };
    const since = (before: number) => taps - before;

    let before = taps;
    await tap('[data-level=medium]');
    await page.waitForSelector('.caption .level:has-text("medium")');
    expect(since(before)).toBe(1);

    before = taps;
    await tap('#hint');
    await page.waitForSelector('[data-grade="1"]');
    expect(since(before)).toBe(1);
    // The board is seen as a whole, and the hint too (B3).
    for (const part of ['.board', '.hint-sheet']) {
      const box = await page.locator(part).boundingBox();
      expect((box?.y ?? 0) >= 0 && (box?.y ?? 0) + (box?.height ?? 999) <= 844, part).toBe(true);
    }
    await page.tap('#close-hint');

    before = taps;
    await tap('.tools-choice >> text=Note');
    await page.tap('.pad .key:nth-child(3)');
    expect(since(before)).toBe(1);
    expect(await page.locator('[aria-label*="notes 3"]').count()).toBe(1);

    before = taps;
    const link = `https://www.sudokuwiki.org/sudoku.htm?bd=${SOLUTION.replace(/^../, '00')}`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), link);
    await tap('[data-view=enter]');
    await tap('#paste');
    await page.waitForFunction(() => document.querySelectorAll('[aria-label$=", empty"]').length === 2);
    expect(since(before)).toBe(2);

    await page.tap('[data-cell="0"]');
    await page.tap('.pad .key:nth-child(5)');
    await page.tap('[data-cell="1"]');
    await page.tap('.pad .key:nth-child(3)');
    await page.waitForSelector('.solved');
    before = taps;
    await tap('#another');
    await page.waitForSelector('.solved', { state: 'detached' });
    expect(since(before)).toBe(1);
    expect(errors).toEqual([]);
  });

  test('the first board and new games do not wait for the engine', async () => {
    const context = await site.browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto(site.url);
    await page.waitForSelector('[role=grid]');
    await page.keyboard.press('4');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    for (const level of ['hard', 'extreme', 'easy']) {
      await page.click(`[data-level=${level}]`);
      await page.waitForSelector(`.caption .level:has-text("${level}")`);
    }
    await page.reload();
    expect(await page.getAttribute('.chip.current', 'data-level')).toBe('easy');
    await context.close();
  });

  test('board and pad fit without scrolling', async () => {
    for (const [width, height] of [
      [390, 844],
      [360, 640],
      [844, 390],
      [1440, 900],
      [720, 450],
    ] as const) {
      const { page } = await site.open({ viewport: { width, height } });
      for (const part of ['.board', '.new-game', '.tools-choice', '.pad', '.actions']) {
        const box = await page.locator(part).boundingBox();
        const inside = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
        expect(inside, `${part} at ${width}x${height}: ${JSON.stringify(box)}`).toBe(true);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.context().close();
    }
    // So do the largest, whose board is moved in its frame, and larger if that is wished.
    for (const entry of ['sixteen', 'twentyfive']) {
      const { page } = await site.open(PHONE);
      await view(page, 'enter');
      await page.tap(`[data-entry=${entry}]`);
      await page.waitForSelector('.zoom');
      for (const part of ['.board-frame', '.new-game', '.timer', '.pad', '.actions']) {
        const box = await page.locator(part).boundingBox();
        const inside = box && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844;
        expect(inside, `${part} of ${entry}: ${JSON.stringify(box)}`).toBe(true);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect((await page.locator('.board-frame').boundingBox())?.width).toBeGreaterThan(295);
      await page.setViewportSize({ width: 390, height: 844 });
      const width = async () => (await page.locator('.board').boundingBox())?.width ?? 0;
      const before = await width();
      for (let i = 0; i < 2; i += 1) await page.tap('[aria-label="Larger"]');
      expect(await width()).toBeGreaterThan(before * 1.5);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.context().close();
    }
  });
});

describe('hands', () => {
  test('dragging leaves no gap, by mouse and finger (B8); ranges; a digit first', async () => {
    const { page } = await site.open();
    await page.mouse.move(...(await middle(page, 10)));
    await page.mouse.down();
    // One jump: what a fast hand looks like.
    await page.mouse.move(...(await middle(page, 16)));
    await page.mouse.up();
    expect(await selected(page)).toEqual([10, 11, 12, 13, 14, 15, 16]);
    await page.mouse.click(...(await middle(page, 0)));
    await page.keyboard.down('Shift');
    await page.mouse.click(...(await middle(page, 11)));
    await page.keyboard.up('Shift');
    expect(await selected(page)).toEqual([0, 1, 2, 9, 10, 11]);

    await page.click('text=Digit first');
    await page.click('.pad .key:nth-child(4)');
    expect(await page.textContent('#spoken')).toContain('4 highlighted');
    await page.mouse.click(...(await middle(page, 2)));
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await labelOf(page, 3)).toContain('row 1 column 4, 4');

    const phone = await site.open(PHONE);
    const client = await phone.page.context().newCDPSession(phone.page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', cell: number) => {
      const [x, y] = await middle(phone.page, cell);
      await client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    };
    await touch('touchStart', 18);
    await touch('touchMove', 19);
    await touch('touchMove', 25);
    await touch('touchEnd', 25);
    expect(await selected(phone.page)).toEqual([18, 19, 20, 21, 22, 23, 24, 25]);
  });

  test('marks in the middle, colours, lines; what a reader hears of them', async () => {
    const { page } = await site.open();
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('c');
    await page.keyboard.press('1');
    await page.keyboard.press('4');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty, centre marks 1 4');
    expect(await page.textContent('#spoken')).toContain('centre mark 4 in row 1 column 3');
    await page.keyboard.press('Shift+4');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    await page.keyboard.press('v');
    await page.keyboard.press('1');
    await page.keyboard.press('3');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4, coloured amber blue');
    await page.keyboard.press('b');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await labelOf(page, 2)).toContain('line to row 1 column 4');
    expect(await page.locator('.pen-line').count()).toBe(1);
  });

  test('undo is there after a reload (B14); several games are kept, finished ones with their times', async () => {
    const { page } = await site.open();
    await page.keyboard.press('4');
    await page.reload();
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('Control+z');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty');
    expect(await page.textContent('#spoken')).toContain('Undone: row 1 column 3 is empty');
    await page.keyboard.press('Control+y');
    for (const level of ['easy', 'medium', 'hard']) {
      await page.click(`[data-level=${level}]`);
      await page.keyboard.press('Shift+5');
    }
    await view(page, 'enter');
    expect(await page.locator('.resume').count()).toBe(3);
    await page.click('.resume:has-text("The well-known one") .button.main');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    await almostSolve(page);
    // A solved board has nothing that stays over it (B11).
    await page.waitForSelector('.solved');
    expect(await page.locator('.notice').count()).toBe(0);
    expect(await page.textContent('.figures')).toContain('easy');
    await page.keyboard.press('Control+z');
    await page.waitForSelector('.solved', { state: 'detached' });
    await page.keyboard.press('Control+y');
    await view(page, 'enter');
    expect(await page.locator('.results li').count()).toBe(1);
    await page.click('.results button');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty');
  });

  test('pause covers the board and stops the clock; Back goes back', async () => {
    const { page } = await site.open();
    await page.keyboard.press('4');
    await page.click('#pause');
    await page.waitForSelector('.pause-cover');
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('5');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    await page.click('#go-on');
    await view(page, 'enter');
    await view(page, 'learn');
    await page.goBack();
    await page.waitForSelector('[data-view=enter][aria-current]');
    await page.goBack();
    await page.waitForSelector('[data-view=play][aria-current]');
    await page.goForward();
    await page.waitForSelector('[data-view=enter][aria-current]');
  });

  test('Back closes a dialog, and one that was closed leaves nothing behind in the history', async () => {
    const { page, errors } = await site.open();
    await view(page, 'study');
    await page.click('.open-settings');
    await page.waitForSelector('#theme');
    await page.goBack();
    await page.waitForSelector('dialog:not([open])', { state: 'attached' });
    expect(page.url()).toBe(site.url);
    await page.waitForSelector('[data-view=study][aria-current]');
    // Forward opens it again; Escape closes it, and then Back is for the views.
    await page.goForward();
    await page.waitForSelector('dialog[open] #theme');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog:not([open])', { state: 'attached' });
    await page.click('.open-share');
    await page.waitForSelector('dialog[open] input.code');
    await page.click('dialog [aria-label=Close]');
    await page.waitForFunction(() => !history.state.dialog);
    await page.goBack();
    await page.waitForSelector('[data-view=play][aria-current]');
    // From the dialog to another view: Back leads to the one before.
    await page.click('.open-settings');
    await page.click('#settings-techniques');
    await page.waitForSelector('[data-view=learn][aria-current]');
    await page.goBack();
    await page.waitForSelector('[data-view=play][aria-current]');
    // The menu of a phone leads to another dialog, which Back closes.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.click('.open-menu');
    await page.click('dialog >> text=Settings');
    await page.waitForSelector('dialog[open] #theme');
    await page.goBack();
    await page.waitForSelector('dialog:not([open])', { state: 'attached' });
    await page.waitForSelector('[data-view=play][aria-current]');
    expect(errors).toEqual([]);
  });

  test('wrong digits are marked at once, if that is wished', async () => {
    const { page } = await site.open();
    await page.click('text=Mark wrong digits at once');
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('1');
    await page.waitForSelector('[data-cell="2"][aria-label*="mistake"]');
    await page.keyboard.press('2');
    await expect.poll(() => page.textContent('#spoken')).toContain('2 in row 1 column 3, mistake');
    await page.keyboard.press('4');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
  });
});

describe('what comes in', () => {
  test('a puzzle with several solutions, or none, is said at once and gets no level (B10)', async () => {
    const { page } = await site.open();
    await paste(page, TWO);
    await page.waitForSelector('#problem:has-text("more than one solution")');
    await page.click('#open-board');
    await page.waitForSelector('.notice:has-text("More than one solution")');
    await view(page, 'learn');
    await page.click('text=Rate it');
    await page.waitForSelector('.verdict');
    expect(await page.textContent('.verdict')).toBe('not rated');
    await page.click('text=Explain it');
    await page.waitForSelector('.running', { state: 'detached' });
    expect(await page.locator('.walker-head .grade').count()).toBe(1);
  });

  test('10 MB are refused at once (B12)', async () => {
    const { page } = await site.open();
    const begin = Date.now();
    await paste(page, '123456789'.repeat(1_200_000));
    await page.waitForSelector('.notice.error:has-text("2 MB")');
    expect(await page.inputValue('textarea')).toBe('');
    await paste(page, '\n'.repeat(5_000_000));
    expect(Date.now() - begin).toBeLessThan(20_000);
    await view(page, 'play');
    await page.keyboard.press('4');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
  });

  test('links of other programs, and the cells of a spreadsheet, are boards (B1, B13)', async () => {
    const { page, errors } = await site.open();
    const first = await boardLine(page);
    const cells = first.replaceAll('.', '0');
    const rows = first.match(/.{9}/g) ?? [];
    const texts = [
      `https://www.sudokuwiki.org/sudoku.htm?bd=${cells}`,
      `https://sudokuexchange.com/play/?s=${cells}`,
      `https://sigh.github.io/Interactive-Sudoku-Solver/?q=${first}`,
      'https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79',
      rows.map((row) => [...row].join('\t').replaceAll('.', '')).join('\n'),
      rows.map((row) => `> ${row}`).join('\n'),
    ];
    for (const text of texts) {
      await paste(page, text);
      await page.waitForSelector('.read-result .message.good');
      await page.click('#open-board');
      await page.waitForSelector('[role=grid]');
      expect(await boardLine(page), text).toBe(first);
    }
    // What needs a network says so, and is not taken for a puzzle.
    await paste(page, 'https://sudokupad.app/abc');
    await page.waitForSelector('.read-result .message.error');
    expect(errors).toEqual([]);
  });

  test('rules of a variant are named; one that is not known is refused by its name', async () => {
    const { page } = await site.open();
    const first = await boardLine(page);
    const grid = (first.match(/.{9}/g) ?? []).map((row) =>
      [...row].map((digit) => (digit === '.' ? {} : { value: Number(digit), given: true })),
    );
    const cage = { cells: ['R1C3', 'R1C4'], value: '10' };
    await paste(page, JSON.stringify({ size: 9, grid, killercage: [cage], negative: ['xv'] }));
    await page.waitForSelector('.read-result .message.good:has-text("killer cage")');
    expect(await page.locator('#open-board').count()).toBe(1);
    const spiral = { lines: [['R1C1', 'R1C2']] };
    await paste(page, JSON.stringify({ size: 9, grid, killercage: [cage], spiralline: [spiral] }));
    await page.waitForSelector('.read-result .message.error:has-text("spiralline")');
    expect(await page.locator('#open-board').count()).toBe(0);
  });

  test('our own link as text is opened', async () => {
    const { page } = await site.open();
    await page.keyboard.press('4');
    await page.click('.open-share');
    await page.click('text=With my digits and notes');
    const link = await page.inputValue('dialog input.code');
    const other = await site.open();
    await paste(other.page, link);
    await other.page.waitForSelector('text=From a link');
    expect(await labelOf(other.page, 2)).toBe('row 1 column 3, 4');
  });

  test('whatever is stored, there is a board (B7)', async () => {
    const { page, errors } = await site.open();
    await page.keyboard.press('4');
    const good = await page.evaluate(() => localStorage.getItem('ninefold.game') ?? '');
    for (const stored of [
      good.replace(/^\{/, '{"cellColors":[7],"noteColors":[[1,99],[5]],'),
      good.replace('"past":[', '"past":[[[0,999,1]],'),
      good.replace(/"alphabet":\[.*?\]/, '"alphabet":[{},null,1,2,3,4,5,6,7]'),
      good.slice(0, 200),
      '[[[[',
    ]) {
      await page.evaluate((text) => {
        for (const key of ['ninefold.game', 'ninefold.games', 'ninefold.results', 'ninefold.settings']) {
          // The page saves when it is left; what is stored afterwards stays.
          localStorage.setItem(key, text);
        }
        Storage.prototype.setItem = () => undefined;
      }, stored);
      await page.reload();
      await page.waitForSelector('[data-cell="80"]');
    }
    expect(errors).toEqual([]);
  });

  test('16x16 of any level in seconds, or what there is, said (B2)', async () => {
    const { page } = await site.open();
    for (const [level, found] of [
      ['easy', 'easy'],
      ['hard', 'medium'],
    ] as const) {
      await view(page, 'enter');
      await page.selectOption('#made-size', '4x4');
      await page.selectOption('#made-level', level);
      await page.click('text=Make it');
      await page.waitForSelector('[data-cell="255"]');
      await page.waitForSelector(`.caption .level:has-text("${found}")`);
    }
    await page.waitForSelector('.notice:has-text("This one is medium")');
  });
});

describe('what goes out', () => {
  test('a picture shows what the board shows (B4)', async () => {
    const { page } = await site.open();
    await page.focus('[data-cell="3"]');
    await page.keyboard.press('Shift+2');
    await page.keyboard.press('v');
    await page.keyboard.press('5');
    await page.click('.open-share');
    await page.click('text=With my digits and notes');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save as SVG')]);
    const svg = await readFile((await download.path()) ?? '', 'utf8');
    expect(svg.match(/class="note"/g)?.length).toBe(1);
    expect(svg).toContain('font/woff2;base64');
    expect(svg).toContain('tint-5');
    expect(svg.match(/class="digit/g)?.length).toBe(30);
  });
});

describe.each([
  { colorScheme: 'light' as const },
  { colorScheme: 'dark' as const },
  { colorScheme: 'light' as const, forcedColors: 'active' as const },
])('axe finds nothing on a phone either %o', (options) => {
  test('from the first board to the end of a game', async () => {
    const { page } = await site.open({ ...PHONE, ...options });
    const clean = async (what: string) => expect(await violations(page), what).toEqual([]);
    await page.tap('.tools-choice >> text=Colour');
    await clean('colours');
    await page.tap('#hint');
    await page.waitForSelector('[data-grade="1"]');
    await page.tap('text=Tell me more');
    await page.tap('text=Tell me more');
    await clean('a hint');
    await page.tap('#close-hint');
    await page.tap('#pause');
    await clean('a pause');
    await page.tap('#go-on');
    await page.tap('.open-menu');
    await clean('the menu');
    await page.keyboard.press('Escape');
    await page.tap('.tools-choice >> text=Digit');
    await almostSolve(page);
    await page.waitForSelector('.solved');
    await clean('the end');
    await page.tap('[data-level=hard]');
    await page.focus('[data-cell="0"]');
    for (const key of ['1', 'ArrowRight', '2', 'ArrowRight', '3']) await page.keyboard.press(key);
    await page.tap('[data-level=medium]');
    await page.tap('[data-view=enter]');
    await page.waitForSelector('.results li');
    await clean('games and results');
    await page.tap('[data-view=play]');
    await page.tap('text=Change the givens');
    await clean('setting');
  });
});

describe('the page itself', () => {
  test('no text becomes a script', async () => {
    const { page } = await site.open();
    const policy = await page.getAttribute('meta[http-equiv=Content-Security-Policy]', 'content');
    expect(policy).toContain("require-trusted-types-for 'script'");
    const outcome = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>x</b>';
        return 'set';
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error);
      }
    });
    expect(outcome).toBe('refused');
  });

  test('forced colours show the view and the tool that are chosen (B9)', async () => {
    const { page } = await site.open({ forcedColors: 'active' });
    const ground = (selector: string) => page.$eval(selector, (element) => getComputedStyle(element).backgroundColor);
    expect(await ground('[data-view=play]')).not.toBe(await ground('[data-view=enter]'));
    const tools = '.tools-choice .button';
    expect(await ground(`${tools}[aria-pressed=true]`)).not.toBe(await ground(`${tools}[aria-pressed=false]`));
    expect(await ground(`${tools}[aria-pressed=true]`)).toBe(await ground('[data-view=play]'));
  });

  test('a hint leaves the whole board in sight (B3)', async () => {
    const { page } = await site.open({ ...PHONE, reducedMotion: 'reduce' });
    const box = async (selector: string) => {
      const { x, y, width, height } = (await page.locator(selector).boundingBox()) ?? {
        x: 0,
        y: -1,
        width: 0,
        height: 0,
      };
      return { x: x + width / 2, y: y + height / 2, top: y, bottom: y + height };
    };
    // By finger at a place of the screen: Playwright's own `tap` may scroll.
    const touch = async (selector: string) => {
      const { x, y } = await box(selector);
      await page.touchscreen.tap(x, y);
    };
    await touch('#hint');
    for (const grade of [1, 2, 3]) {
      await page.waitForSelector(`[data-grade="${grade}"]`);
      const [board, sheet] = [await box('.board'), await box('.hint-sheet')];
      expect([board.top >= 0, board.bottom <= sheet.top, sheet.bottom <= 844]).toEqual([true, true, true]);
      if (grade < 3) await touch('.hint-sheet .button.main');
    }
  });

  test('another view begins at its top (B3)', async () => {
    const { page } = await site.open(PHONE);
    await view(page, 'enter');
    await page.evaluate(() => window.scrollTo(0, 900));
    await page.tap('[data-entry=euler]');
    await page.waitForSelector('.caption:has-text("Problem 96")');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await pasteAndOpen(page, TWO);
    expect(await boardLine(page)).toBe(TWO);
  });
});
