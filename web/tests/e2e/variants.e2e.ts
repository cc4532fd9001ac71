/** Puzzles with further rules: pasted, dropped, opened by address; played, checked, solved, shared; refused. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BESIDE, CROOKED, DIAGONALS, IMPOSSIBLE, KILLER, KNIGHTS, LOOSE, PLAIN } from '../unit/variants';
import { type Opened, type Site, boardLine, labelOf, paste, pasteAndOpen, startSite, view, violations } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const isVariants = (url: string) => /ninefold-variants-[^/]*\.wasm$/.test(url);
const fragmentOf = (text: string) => `#p=${encodeURIComponent(text)}`;
const said = (page: Page) => page.textContent('#spoken').then((text) => text?.trim());

/** A fresh page with a variant on the board, opened by its address. */
async function opened(text: string, options: Parameters<Site['open']>[0] = {}): Promise<Opened> {
  const one = await site.open({ ...options, fragment: fragmentOf(text) });
  await one.page.waitForSelector('.board.variant-board');
  return one;
}

/** Whether the picture of the rules has been drawn by the browser. */
const isDrawn = (page: Page, where: string) =>
  page.$eval(`${where} img.variant-image`, (image) => (image as HTMLImageElement).decode().then(() => true));

describe('a variant', () => {
  test('that is pasted, a link of f-puzzles, is drawn, explained in words, and played by keyboard', async () => {
    const { page, errors, requests } = await site.open();
    expect(requests.some(isVariants)).toBe(false);
    await paste(page, KILLER.text);
    await page.waitForSelector('#open-board');
    expect(requests.filter(isVariants).length).toBe(1);
    expect(await isDrawn(page, '.thumb')).toBe(true);
    expect(await page.textContent('.message.good')).toBe('A puzzle with further rules: killer cage.');
    await page.click('#open-board');
    await page.waitForSelector('.board.variant-board');
    expect(await isDrawn(page, '.board')).toBe(true);
    expect(await page.textContent('.caption')).toBe('Eleven cages');
    const rules = await page.textContent('.variant-rules');
    expect(rules).toContain('The digits 1 to 6. No row, column or region repeats a digit.');
    expect(rules).toMatch(/Killer cage \(r1c1-r1c2-r2c1\): Digits in the cage do not repeat and sum to \d+\./);
    // The keyboard: a digit, a note, erase, undo and redo.
    await page.keyboard.press('1');
    expect(await labelOf(page, 0)).toBe('row 1 column 1, 1, part of cage');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+2');
    await page.keyboard.press('Space');
    await page.keyboard.press('6');
    expect(await labelOf(page, 1)).toBe('row 1 column 2, empty, notes 2 6, part of cage');
    await page.keyboard.press('Backspace');
    expect(await labelOf(page, 1)).toBe('row 1 column 2, empty, part of cage');
    await page.keyboard.press('Control+z');
    expect(await labelOf(page, 1)).toBe('row 1 column 2, empty, notes 2 6, part of cage');
    await page.keyboard.press('Control+y');
    expect(await said(page)).toBe('Redone: no notes in row 1 column 2');
    await page.keyboard.press('Control+End');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('35');
    // The first digit is wrong.
    await page.click('#check');
    await page.waitForSelector('.message.error');
    expect(await said(page)).toBe('One cell is wrong.');
    expect(await labelOf(page, 0)).toBe('row 1 column 1, 1, mistake, part of cage');
    expect(await page.locator('.variant-ink .flag').count()).toBe(1);
    expect(errors).toEqual([]);
  });

  test('is under the hand as a classic one is', async () => {
    const { page, errors } = await opened(KNIGHTS.text, { viewport: { width: 1280, height: 900 } });
    const middle = async (cell: number) => {
      const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    };
    const selected = () =>
      page.$$eval('[aria-selected=true]', (cells) => cells.map((cell) => Number(cell.getAttribute('data-cell'))));
    // A fast stroke leaves no gap.
    await page.mouse.move(...(await middle(10)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(16)));
    await page.mouse.up();
    expect(await selected()).toEqual([10, 11, 12, 13, 14, 15, 16]);
    await page.mouse.click(...(await middle(0)));
    await page.keyboard.down('Shift');
    await page.mouse.click(...(await middle(20)));
    await page.keyboard.up('Shift');
    expect(await selected()).toEqual([0, 1, 2, 9, 10, 11, 18, 19, 20]);
    await page.keyboard.down('Control');
    await page.mouse.click(...(await middle(10)));
    await page.keyboard.up('Control');
    expect(await selected()).toEqual([0, 1, 2, 9, 11, 18, 19, 20]);
    await page.keyboard.press('Escape');
    expect(await selected()).toEqual([10]);
    expect(await said(page)).toBe('Only row 2 column 2 selected');
    await page.keyboard.press('x');
    expect(await said(page)).toBe('Note');
    await page.keyboard.press('z');
    await page.keyboard.press('Shift+7');
    await page.keyboard.press('Shift+Digit8');
    const [line, blank] = [await boardLine(page), await labelOf(page, 10)];
    expect(blank).toContain('notes 7 8');
    const digit = [...line].find((symbol) => symbol !== '.') ?? '';
    await page.mouse.dblclick(...(await middle(line.indexOf(digit))));
    expect((await selected()).length).toBe([...line].filter((symbol) => symbol === digit).length);
    expect(errors).toEqual([]);
  });

  test('shows the sum of a cage beside all notes', async () => {
    const { page } = await opened(KILLER.text);
    await page.focus('[data-cell="0"]');
    for (const digit of '123456') await page.keyboard.press(`Shift+${digit}`);
    const tops = await page.$$eval('.variant-ink > g:first-child .note', (lines) =>
      lines.map((line) => Number(line.getAttribute('y')) - Number(line.getAttribute('font-size')) * 0.72),
    );
    expect(tops.length).toBe(2);
    // The baseline of the sum is 14 below the upper edge of the cell.
    for (const top of tops) expect(top).toBeGreaterThan(14);
  });

  test('by address, a link of SudokuPad, is solved, counted, and has true candidates', async () => {
    const { page, errors } = await opened(KNIGHTS.text);
    expect(await page.textContent('.variant-rules')).toContain('knight');
    await view(page, 'study');
    await page.click('#candidates');
    await page.waitForSelector('.message.good');
    // There is one solution, so each cell has one candidate: that of the solution.
    const blank = await page.$$eval('[role=gridcell]', (cells) =>
      cells.findIndex((cell) => cell.getAttribute('aria-label')?.includes('empty')),
    );
    expect(await labelOf(page, blank)).toContain(`notes ${KNIGHTS.solution[blank]}`);
    await page.click('#count');
    await page.waitForSelector('.big-number');
    expect(await page.textContent('.big-number')).toBe('1');
    await page.click('#solve');
    await page.waitForSelector('.verdict-unique');
    expect(await page.getAttribute('.solutions img', 'alt')).toBe(`The solution on the board: ${KNIGHTS.solution}`);
    await page.click('text=Fill it in');
    await page.waitForSelector('.notice');
    expect(await boardLine(page)).toBe(KNIGHTS.solution);
    await view(page, 'play');
    await page.waitForSelector('text=Solved: every rule is kept.');
    expect(errors).toEqual([]);
  });

  test('in a file, a link of Interactive Sudoku Solver, is shared in other formats and by a link of this page', async () => {
    const { page, errors } = await site.open();
    await view(page, 'enter');
    const buffer = Buffer.from(DIAGONALS.text);
    await page.setInputFiles('input[type=file]', { name: 'puzzle.txt', mimeType: 'text/plain', buffer });
    await page.click('#open-board');
    await page.waitForSelector('.board.variant-board');
    const given = await boardLine(page);
    expect([...given].every((digit, cell) => digit === '.' || digit === DIAGONALS.solution[cell])).toBe(true);
    await page.click('.open-share');
    const link = await page.inputValue('dialog input.code');
    for (const [format, sign] of [
      ['f-puzzles', 'https://www.f-puzzles.com/?load='],
      ['fpuz', 'https://sudokupad.app/fpuz'],
      ['iss', 'https://sigh.github.io/Interactive-Sudoku-Solver/'],
      ['json', '"constraints":['],
    ] as const) {
      await page.selectOption('#share-format', format);
      await page.waitForFunction((wanted) => document.querySelector('.output')?.textContent?.includes(wanted), sign);
    }
    const [svg] = await Promise.all([page.waitForEvent('download'), page.click('text=Save as SVG')]);
    expect(svg.suggestedFilename()).toBe('sudoku.svg');
    const other = await site.open({ fragment: link.slice(link.indexOf('#')) });
    await other.page.waitForSelector('.board.variant-board');
    expect(await boardLine(other.page)).toBe(given);
    expect(errors).toEqual([]);
  });

  test('with irregular regions, JSON of our own, is played by touch on a phone, in German and in the dark', async () => {
    const { page, errors } = await opened(CROOKED.text, {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
      locale: 'de-DE',
    });
    expect(await page.textContent('.caption')).toBe('Crooked six');
    await page.tap('[data-cell="0"]');
    await page.tap('.pad .key:nth-child(3)');
    expect(await labelOf(page, 0)).toContain(', 3');
    await page.tap('.choice >> text=Notiz');
    await page.tap('[data-cell="7"]');
    await page.tap('.pad .key:nth-child(1)');
    await page.tap('.pad .key:nth-child(5)');
    expect(await labelOf(page, 7)).toContain('1 5');
    // Board and pad are on the screen at once, and nothing is wider than it.
    const bottom = await page.$eval('.actions', (actions) => actions.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(640);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.tap('#check');
    await page.waitForSelector('.message.good');
    expect(await page.textContent('.message.good')).toBe('Bisher kein Fehler.');
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('with several solutions says so', async () => {
    const { page } = await opened(LOOSE);
    await page.click('#check');
    await page.waitForSelector('text=The puzzle has several solutions; your digits fit one of them.');
    await view(page, 'study');
    await page.waitForSelector('.verdict-multiple');
    expect(await page.locator('.solutions figure').count()).toBe(2);
    await page.selectOption('#count-limit', '10');
    await page.click('#count');
    await page.waitForSelector('.big-number');
    expect(await page.textContent('.big-number')).toBe('at least 10');
  });

  test('among others in a text is one of a list', async () => {
    const { page } = await site.open();
    await paste(page, `${KILLER.text}\n\n1.....3..2.....4\n\n${CROOKED.text}\n`);
    await page.waitForSelector('.variant-list');
    expect(await page.locator('.variant-list li').count()).toBe(2);
    await page.click('.variant-list >> text=Crooked six');
    await page.waitForSelector('.board.variant-board');
    expect(await page.textContent('.caption')).toBe('Crooked six');
  });
});

test('what has no further rule opens as a classic puzzle', async () => {
  const { page, errors } = await site.open();
  await paste(page, PLAIN);
  await page.waitForSelector('#open-board');
  expect(await page.textContent('.message.good')).toContain('A puzzle of 6×6');
  await page.click('#open-board');
  await page.waitForSelector('.board[data-side="6"]');
  expect(await labelOf(page, 0)).toBe('row 1 column 1, 3, given');
  await page.click('#hint');
  await page.waitForSelector('.sentence');
  expect(errors).toEqual([]);
});

describe('what is refused', () => {
  test('a broken variant and a truncated link say why, and leave the board alone', async () => {
    const { page, errors } = await opened(KILLER.text);
    await page.keyboard.press('4');
    for (const [text, message] of [
      [IMPOSSIBLE, 'killer cage at r1c1: the sum 100, expected 3 to 17'],
      [KILLER.text.slice(0, 200), 'this f-puzzles link cannot be read'],
      [BESIDE, 'This board has gaps or cells beside it'],
    ] as const) {
      await paste(page, text);
      await page.waitForSelector(`.skipped:has-text("${message}")`);
      await page.evaluate((hash) => (location.hash = hash), fragmentOf(text));
      await page.waitForSelector(`.skipped:has-text("${message}")`);
      await view(page, 'play');
      expect(await labelOf(page, 0)).toBe('row 1 column 1, 4, part of cage');
    }
    const classic = await site.open();
    await paste(classic.page, IMPOSSIBLE);
    await classic.page.waitForSelector('.skipped');
    await view(classic.page, 'play');
    expect(await labelOf(classic.page, 0)).toBe('row 1 column 1, 5, given');
    expect(errors).toEqual([]);
  });

  test('what is only for classic puzzles says so, and the classic game waits', async () => {
    const { page } = await opened(CROOKED.text);
    const sentence = 'Hints, ratings, techniques and practice are for classic puzzles only.';
    expect(await page.textContent('.panel')).toContain(sentence);
    expect(await page.locator('#hint').count()).toBe(0);
    await view(page, 'learn');
    expect(await page.textContent('.panel')).toContain(sentence);
    await page.click('#back-to-classic');
    await page.waitForSelector('#hint');
    expect(await labelOf(page, 0)).toBe('row 1 column 1, 5, given');
    // The variant waits as well.
    await view(page, 'enter');
    await page.click('#resume-variant');
    await page.waitForSelector('.board.variant-board');
    expect(await page.textContent('.caption')).toBe('Crooked six');
    await page.click('[data-level=easy]');
    await page.waitForSelector('#hint');
    // Which of both is in front is remembered.
    await page.reload();
    await view(page, 'enter');
    await page.waitForSelector('#resume-variant');
    await view(page, 'play');
    await page.waitForSelector('#hint');
  });
});

test('a variant is printed with its rules', async () => {
  const { page, errors } = await opened(CROOKED.text, { colorScheme: 'dark' });
  await page.evaluate('window.print = () => { window.isPrinted = true; }');
  await page.click('.open-print');
  await page.click('#print');
  await page.waitForFunction(() => 'isPrinted' in window);
  await page.emulateMedia({ media: 'print' });
  expect(await isDrawn(page, '#paper')).toBe(true);
  expect(await page.isVisible('#paper img')).toBe(true);
  expect(await page.isVisible('header')).toBe(false);
  expect(await page.textContent('#paper')).toContain('Digits along the thermometer rise from the bulb');
  expect(await page.$eval('#paper img', (image) => getComputedStyle(image).filter)).toBe('none');
  expect(errors).toEqual([]);
});

test('a browser without vectors says that it is too old for them', async () => {
  const context = await site.browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.addInitScript(() => void (WebAssembly.validate = () => false));
  await page.goto(site.url);
  await page.waitForSelector('[role=grid]');
  await paste(page, KILLER.text);
  await page.waitForSelector('text=This browser is too old for puzzles with further rules');
  await context.close();
});

test.each([
  [
    'en-GB',
    /^The part of the page that puzzles with further rules need could not be loaded\. .*try again\./,
    'Try again',
  ],
  [
    'de-DE',
    /^Der Teil der Seite, den Rätsel mit weiteren Regeln brauchen, konnte nicht geladen/,
    'Noch einmal versuchen',
  ],
] as const)('without a network it is said what is missing, and tried again, %s', async (locale, message, again) => {
  const { page } = await site.open({ locale, serviceWorkers: 'block' });
  await page.route(/ninefold-variants/, (route) => route.abort());
  await paste(page, KILLER.text);
  await page.waitForSelector('#read-again');
  expect(await page.textContent('#read-result .message')).toMatch(message);
  expect(await page.textContent('#read-again')).toBe(again);
  expect(await violations(page)).toEqual([]);
  await page.click('#read-again');
  await page.waitForSelector('#read-result .message.error');
  await page.unroute(/ninefold-variants/);
  await page.click('#read-again');
  await page.click('#open-board');
  await page.waitForSelector('.board.variant-board');
  // The same for what is asked of one that is found after a reload.
  await page.route(/ninefold-variants/, (route) => route.abort());
  await page.reload();
  await page.click('#check');
  await page.waitForSelector('.message.error');
  expect(await page.textContent('.message.error')).toMatch(message);
});

test('a variant is found after a reload, and without a network once its engine was met', async () => {
  const own = await startSite();
  const context = await own.browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(own.url);
  await page.waitForSelector('[role=grid]');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await page.waitForSelector('[role=grid]');
  await pasteAndOpen(page, CROOKED.text);
  await page.waitForSelector('.board.variant-board');
  await page.keyboard.press('3');
  const isKept = `caches.keys().then(async (names) => {
    const requests = await (await caches.open(names[0])).keys();
    return requests.some((request) => request.url.includes('ninefold-variants-'));
  })`;
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  await own.goOffline();
  await page.reload();
  await page.waitForSelector('.board.variant-board');
  expect(await labelOf(page, 0)).toBe('row 1 column 1, 3');
  await page.click('#check');
  await page.waitForSelector('text=No mistake so far.');
  await context.close();
  await own.browser.close();
});

test.each(['light', 'dark'] as const)('axe finds nothing on a variant, %s', async (colorScheme) => {
  const { page } = await opened(KILLER.text, { colorScheme, viewport: { width: 1280, height: 900 } });
  const clean = async (what: string) => expect(await violations(page), what).toEqual([]);
  await page.keyboard.press('1');
  await page.click('#check');
  await page.waitForSelector('.message.error');
  await clean('play');
  await view(page, 'study');
  await page.waitForSelector('.verdict');
  await clean('study');
  await view(page, 'learn');
  await clean('learn');
  await view(page, 'enter');
  await page.fill('textarea', KNIGHTS.text);
  await page.waitForSelector('#open-board');
  await clean('enter');
  await page.click('.open-share');
  await page.waitForSelector('.output');
  await clean('share');
});
