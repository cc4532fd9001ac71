import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Site, boardLine, labelOf, pasteAndOpen, pressAsSoonAsThere, startSite, view } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const SKYSCRAPER = '.....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....';

describe('learning', () => {
  test('a hint in three grades, each saying more; then done', async () => {
    const { page, errors } = await site.open();
    await pasteAndOpen(page, SKYSCRAPER);
    // One tap, and the board stays where it is.
    await page.click('#hint');
    const sentence = () => page.textContent('#app .sentence');
    await page.waitForSelector('[data-grade="1"]');
    const first = await sentence();
    expect(first).toMatch(/^Look for a single around box \d/);
    expect(await page.locator('.note-mark').count()).toBe(0);
    await page.click('text=Tell me more');
    await page.waitForSelector('[data-grade="2"]');
    expect(await page.locator('.kind-placed').count()).toBe(0);
    await page.click('text=Tell me more');
    await page.waitForSelector('[data-grade="3"]');
    expect(await sentence()).not.toBe(first);
    expect(await page.locator('.kind-placed').count()).toBeGreaterThan(0);
    const before = await boardLine(page);
    await page.click('text=Do it');
    await page.waitForSelector('[data-grade]', { state: 'detached' });
    const after = await boardLine(page);
    expect([...after].filter((symbol, cell) => symbol !== before[cell]).length).toBe(1);
    // The board has kept the focus. By keyboard the sheet takes it, and gives it back when it is gone.
    const focused = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('role'));
    expect(await focused()).toBe('gridcell');
    await page.focus('#hint');
    await page.keyboard.press('Enter');
    for (const grade of [1, 2, 3]) {
      await page.waitForSelector(`[data-grade="${grade}"]`);
      await page.waitForFunction(() => document.activeElement?.matches('.hint-sheet .button'));
      await page.keyboard.press('Enter');
    }
    await page.waitForSelector('[data-grade]', { state: 'detached' });
    expect(await focused()).toBe('hint');
    expect(await page.getAttribute('[data-view=play]', 'aria-current')).toBe('page');
    expect(errors).toEqual([]);
  });

  test('mistakes come first, and are not given away at once', async () => {
    const { page } = await site.open();
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('1');
    await view(page, 'learn');
    await page.click('text=Check my digits');
    await page.waitForSelector('text=One cell is wrong.');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 1');
    await page.click('text=Show where');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 1, mistake');
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('4');
    await page.click('text=Check my digits');
    await page.waitForSelector('text=No mistakes so far.');
  });

  test('the last hint about a mistake erases it; Escape closes a hint, and the focus stays', async () => {
    const { page, errors } = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('1');
    await page.tap('#hint');
    await page.tap('.hint-sheet >> text=Tell me more');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 1, mistake');
    await page.tap('.hint-sheet >> text=Erase');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty');
    expect(await page.locator('.hint-sheet').count()).toBe(0);
    await page.keyboard.press('Control+z');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 1');
    // From a button of the sheet, and from a cell.
    await page.tap('#hint');
    await page.focus('.hint-sheet .button.main');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.hint-sheet', { state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('hint');
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('h');
    await page.waitForSelector('.hint-sheet .sentence');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.hint-sheet', { state: 'detached' });
    expect(await page.textContent('#spoken')).toContain('The hint is closed');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('2');
    expect(errors).toEqual([]);
  });

  test('the whole way, to the end and back, with the pattern drawn', async () => {
    const { page, errors } = await site.open();
    await pasteAndOpen(page, SKYSCRAPER);
    await view(page, 'learn');
    await page.click('text=Explain it');
    await page.waitForSelector('text=Step 1 of 58');
    await page.waitForSelector('text=hard · score 546');
    await page.click('text=Skip easy steps');
    const seen: string[] = [];
    for (let i = 0; i < 60; i += 1) {
      const name = await page.textContent('.step h3');
      seen.push(name ?? '');
      if (name?.startsWith('Skyscraper')) {
        expect(await page.locator('.link.strong').count()).toBeGreaterThan(1);
        expect(await page.locator('.kind-eliminated').count()).toBeGreaterThan(0);
        expect(await labelOf(page, 4 * 9 + 2)).toContain('loses 1');
      }
      if (name === 'Solved') break;
      await page.click('[aria-label="Next step"]');
    }
    expect(seen.some((name) => name.startsWith('Skyscraper'))).toBe(true);
    expect(seen[seen.length - 1]).toBe('Solved');
    expect(seen.length).toBeLessThan(58);
    expect(await boardLine(page)).not.toContain('.');
    await page.click('[aria-label="Previous step"]');
    expect(await page.textContent('.step h3')).not.toBe('Solved');
    await page.click('text=Back to my game');
    expect(await boardLine(page)).toBe(SKYSCRAPER);
    expect(errors).toEqual([]);
  });

  test('the hardest puzzles are explained without freezing, and can be cancelled', async () => {
    const { page, errors } = await site.open();
    await view(page, 'enter');
    await page.click('[data-entry=easter]');
    await view(page, 'learn');
    await page.click('text=Explain it');
    // Steps arrive while the engine works; the page answers meanwhile.
    await page.waitForSelector('.step-link');
    await page.focus('[data-cell="40"]');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('41');
    await page.waitForFunction(() => !document.querySelector('.running'));
    // Nets have thousands of links; what is drawn and listed of them has an end, so no step takes long to show.
    const most = await page.evaluate(async () => {
      let [arrows, listed] = [0, 0];
      for (const step of document.querySelectorAll<HTMLElement>('.step-link')) {
        step.click();
        await new Promise((resolve) => setTimeout(resolve));
        arrows = Math.max(arrows, document.querySelectorAll('.link').length);
        listed = Math.max(listed, document.querySelectorAll('.chain-link').length);
      }
      return [arrows, listed];
    });
    expect(most[0]).toBeGreaterThan(20);
    expect(most[0]).toBeLessThanOrEqual(300);
    expect(most[1]).toBe(100);
    // A net is followed link by link: with each there is what it follows from.
    await page.click('.step-link:has-text("Forcing net (contradiction)") >> nth=0');
    await page.click('[aria-label="Previous link"]');
    expect(await page.locator('.link.lit').count()).toBe(1);
    const isInSight = await page.$eval('.chain-link[aria-pressed=true]', (link) => {
      const [inner, outer] = [link.getBoundingClientRect(), link.closest('ol')?.getBoundingClientRect()];
      return outer && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    });
    expect(isInSight).toBe(true);
    const way = await page.locator('.link.way').count();
    expect(way).toBeGreaterThan(3);
    expect(await page.locator('.chain-link.way').count()).toBe(way);
    await page.click('[aria-label="Last step"]');
    await page.waitForSelector('.step h3:has-text("Solved")');
    await page.click('text=Back to my game');
    await pressAsSoonAsThere(page, '.running button', () => page.click('text=Explain it'));
    await page.waitForSelector('.running', { state: 'detached' });
    await page.waitForSelector('.walker-head');
    // Level and score come with the end, which was not reached.
    expect(await page.locator('.walker-head .grade').count()).toBe(1);
    expect(errors).toEqual([]);
  });

  test('all steps there are now, drawn and done', async () => {
    const { page } = await site.open();
    await view(page, 'learn');
    await page.click('text=Find them');
    await page.waitForSelector('.step-link');
    await page.click('.step-link >> nth=0');
    expect(await page.locator('.kind-placed').count()).toBeGreaterThan(0);
    const before = await boardLine(page);
    await page.click('text=Do it');
    expect(await boardLine(page)).not.toBe(before);
  });

  test('the rating names level, score and techniques', async () => {
    const { page } = await site.open();
    await pasteAndOpen(page, SKYSCRAPER);
    await view(page, 'learn');
    await page.click('text=Rate it');
    await page.waitForSelector('.verdict');
    expect(await page.textContent('.verdict')).toBe('hard score 546');
    expect(await page.textContent('.tally')).toContain('Skyscraper');
  });
});

describe('in German', () => {
  test('steps have German names and sentences, hints too; another language has its own for the same', async () => {
    const { page, errors } = await site.open({ locale: 'de-DE' });
    await pasteAndOpen(page, SKYSCRAPER);
    await page.click('#hint');
    await page.waitForSelector('[data-grade="1"]');
    expect(await page.textContent('.sentence')).toMatch(/^Suche nach einem Einer rund um Block \d\.$/);
    expect(await page.getAttribute('.sentence', 'lang')).toBeNull();
    await view(page, 'learn');
    await page.click('text=Bewerten');
    await page.waitForSelector('.tally');
    expect(await page.textContent('.tally')).toContain('Wolkenkratzer');
    await page.click('.button.main:has-text("Erklären")');
    await page.waitForSelector('.running', { state: 'detached' });
    await page.click('.step-link:has-text("Wolkenkratzer") >> nth=0');
    await page.waitForSelector('.step h3:has-text("Wolkenkratzer")');
    expect(await page.textContent('.step .sentence')).toMatch(/^In .* steht 1 in .*Daraus folgt: .* nicht 1 sein\.$/);
    await page.click('.open-settings');
    await page.selectOption('#language', 'en');
    await page.keyboard.press('Escape');
    // The same step of the way, the rating and the hint as before.
    await page.waitForSelector('.step h3:has-text("Skyscraper")');
    expect(await page.textContent('.step .sentence')).toMatch(/is not 1\.$|cannot be 1\.$/);
    await page.click('text=Back to my game');
    await page.waitForSelector('.tally:has-text("Skyscraper")');
    await view(page, 'play');
    expect(await page.textContent('.sentence')).toMatch(/^Look for a .* around box \d\.$/);
    expect(errors).toEqual([]);
  });
});
