/** Techniques: their pages, practice, switching them off, Sudoku Explainer's number. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { type Site, boardLine, labelOf, pasteAndOpen, pressAsSoonAsThere, startSite, view, violations } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const SKYSCRAPER = '.....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const showList = async (page: Page) => {
  await view(page, 'learn');
  await page.waitForSelector('#show-techniques, .family');
  if (await page.$('#show-techniques')) await page.click('#show-techniques');
  await page.waitForSelector('.family');
};
const openFamily = (page: Page, title: string) => page.click(`.family summary:text-is("${title}")`);
const onBoard = (page: Page) => page.waitForSelector('.practice-bar #next-exercise');

/** A candidate that the step shown rules out, as cell and digit. */
async function concluded(page: Page): Promise<[cell: number, digit: string]> {
  const labels = await page.$$eval('[role=gridcell]', (cells) =>
    cells.map((cell) => cell.getAttribute('aria-label') ?? ''),
  );
  const cell = labels.findIndex((label) => / loses \d/.test(label));
  return [cell, / loses (\d)/.exec(labels[cell] ?? '')?.[1] ?? ''];
}

describe('practice', () => {
  test('the step is looked for, found, explained, and another one comes; the own game waits', async () => {
    const { page, errors } = await site.open();
    await page.keyboard.press('4');
    await showList(page);
    await openFamily(page, 'Fish');
    await page.click('[data-technique=x-wing]');
    // The page of the technique: what it is, where it stands, an example that is told in three grades.
    await page.waitForSelector('[data-grade="1"]');
    expect(await page.textContent('#lesson-title')).toBe('X-wing');
    expect(await page.textContent('.figures')).toContain('3.2');
    await page.click('#more-example');
    await page.click('#more-example');
    expect(await page.textContent('.sentence[data-grade="3"]')).toMatch(/^X-wing: in .* cannot be \d/);
    expect(await page.locator('.kind-eliminated').count()).toBeGreaterThan(0);

    await page.click('#practise');
    await onBoard(page);
    expect(await page.textContent('.caption')).toContain('Find: X-wing');
    expect(await page.textContent('.caption')).toContain('exercise 1, 0 found');
    // Nothing of the step is given away.
    expect(await page.locator('.kind-eliminated').count()).toBe(0);
    await page.click('#hint');
    for (const grade of [1, 2]) {
      await page.waitForSelector(`[data-grade="${grade}"]`);
      await page.click('text=Tell me more');
    }
    await page.waitForSelector('[data-grade="3"]');
    const [cell, digit] = await concluded(page);
    await page.click('#close-hint');
    await page.focus(`[data-cell="${cell}"]`);
    await page.keyboard.press(digit);
    await page.waitForSelector('.message.good:has-text("This is it.")');
    expect(await page.textContent('#spoken')).toMatch(/^This is it\. X-wing: /);
    expect(await page.locator('.kind-eliminated').count()).toBeGreaterThan(0);

    const before = await boardLine(page);
    await page.click('.hint-sheet >> text=Next one');
    await page.waitForSelector('.caption:has-text("exercise 2, 0 found")');
    expect(await boardLine(page)).not.toBe(before);
    // Found without a hint it counts. What it is, a second page with the same exercise is asked.
    const sentence = await secretOf(page);
    await page.focus(`[data-cell="${sentence.cell}"]`);
    await page.keyboard.press(sentence.digit);
    await page.waitForSelector('.message.good:has-text("You have found it.")');
    await page.waitForSelector('.caption:has-text("exercise 2, 1 found")');

    // A reload forgets the exercise, not the game that waits.
    await page.reload();
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    expect(errors).toEqual([]);
  });

  /** The same exercise opened elsewhere says where its step is. */
  async function secretOf(page: Page): Promise<{ cell: number; digit: string }> {
    const other = await site.open();
    await showList(other.page);
    await openFamily(other.page, 'Fish');
    await other.page.click('[data-technique=x-wing]');
    await other.page.click('#practise');
    await onBoard(other.page);
    await other.page.click('#next-exercise');
    await other.page.waitForSelector('.caption:has-text("exercise 2")');
    expect(await boardLine(other.page)).toBe(await boardLine(page));
    await other.page.click('#hint');
    await other.page.click('text=Tell me more');
    await other.page.click('text=Tell me more');
    const [cell, digit] = await concluded(other.page);
    await other.page.context().close();
    return { cell, digit };
  }

  test('from the name of a step; exercises do not run out; the end leads back to the game', async () => {
    const { page, errors } = await site.open();
    await pasteAndOpen(page, SKYSCRAPER);
    const mine = await boardLine(page);
    await view(page, 'learn');
    await page.click('text=Rate it');
    await page.click('.tally [data-technique=naked-single]');
    await page.click('#practise');
    await onBoard(page);
    const boards = new Set<string>();
    for (let number = 1; number <= 7; number += 1) {
      await page.waitForSelector(`.caption:has-text("exercise ${number},")`);
      boards.add(await boardLine(page));
      if (number < 7) await page.click('#next-exercise');
    }
    expect(boards.size).toBe(7);
    await page.click('#leave-practice');
    expect(await boardLine(page)).toBe(mine);
    // What no puzzle needs is practised in the position of its page.
    await showList(page);
    await openFamily(page, 'Fish');
    await page.click('[data-technique=mutant-x-wing]');
    await page.click('#practise');
    await page.waitForSelector('.caption:has-text("exercise 1,")');
    await page.click('#hint');
    await page.waitForSelector('[data-grade="1"]');
    await page.click('#close-hint');
    await page.click('#leave-practice');
    expect(await boardLine(page)).toBe(mine);
    // Exercises are not among the games that one goes on with.
    await view(page, 'enter');
    expect(await page.locator('.resume').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('on a phone board and pad fit; by keyboard alone; nothing for axe to find', async () => {
    for (const [viewport, colorScheme] of [
      [PHONE.viewport, 'light'],
      [{ width: 360, height: 640 }, 'dark'],
    ] as const) {
      const { page } = await site.open({ ...PHONE, viewport, colorScheme });
      await showList(page);
      expect(await violations(page)).toEqual([]);
      await openFamily(page, 'Subsets');
      await page.tap('[data-technique=naked-pair]');
      await page.waitForSelector('[data-grade="1"]');
      expect(await violations(page)).toEqual([]);
      await page.tap('#practise');
      await onBoard(page);
      for (const part of ['.practice-bar', '.board', '.tools-choice', '.pad', '.actions']) {
        const box = await page.locator(part).boundingBox();
        const bottom = (box?.y ?? 0) + (box?.height ?? 9999);
        expect((box?.y ?? -1) >= 0 && bottom <= viewport.height, `${part} ${JSON.stringify(box)}`).toBe(true);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    }
    const { page } = await site.open();
    await showList(page);
    await page.focus('.family summary >> nth=0');
    await page.keyboard.press('Enter');
    await page.focus('[data-technique=hidden-single]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#practise');
    await page.focus('#practise');
    await page.keyboard.press('Enter');
    await onBoard(page);
    expect(await page.textContent('#spoken')).toMatch(/^Exercise 1: find hidden single/i);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell');
    await page.keyboard.press('h');
    await page.waitForSelector('[data-grade="1"]');
  });
});

describe('switching techniques off', () => {
  test('hints, the way and the rating do without; it is remembered; none left is said', async () => {
    const { page, errors } = await site.open();
    await pasteAndOpen(page, SKYSCRAPER);
    await showList(page);
    await openFamily(page, 'Patterns of one digit');
    await page.uncheck('[data-use=skyscraper]');
    expect(await page.textContent('#off-count')).toBe('One technique is switched off.');
    await page.click('text=Rate it');
    await page.waitForSelector('.verdict');
    expect(await page.textContent('.tally')).not.toContain('Skyscraper');
    await page.reload();
    await view(page, 'learn');
    await page.click('text=Rate it');
    await page.waitForSelector('.verdict');
    expect(await page.textContent('.tally')).not.toContain('Skyscraper');
    expect(await page.textContent('.limited')).toContain('One technique is switched off');

    // Singles only: the way ends where more is needed, and it is said why.
    await page.selectOption('#up-to', 'easy');
    await page.click('text=Explain it');
    await page.waitForSelector('.running', { state: 'detached' });
    await page.click('[aria-label="Last step"]');
    await page.waitForSelector('.step h3:has-text("Not solved by logic")');
    expect(await page.textContent('.limited')).toMatch(/\d+ techniques are switched off/);
    await page.click('text=Back to my game');

    await openFamily(page, 'Singles');
    for (const slug of ['full-house', 'hidden-single', 'naked-single']) await page.uncheck(`[data-use=${slug}]`);
    await page.waitForSelector('#none-left');
    expect(await page.textContent('#spoken')).toContain('All techniques are switched off');
    await page.click('text=Give me a hint');
    await page.waitForSelector('.section .limited:has-text("no step to show")');
    expect(await violations(page)).toEqual([]);
    // The settings lead to the list, and the focus with them.
    await view(page, 'play');
    await page.click('.open-settings');
    await page.click('#settings-techniques');
    await page.waitForFunction(() => document.activeElement?.id === 'up-to');
    await page.click('#all-on');
    await page.click('text=Rate it');
    await page.waitForSelector('.tally:has-text("Skyscraper")');
    expect(errors).toEqual([]);
  });
});

describe("Sudoku Explainer's number", () => {
  test('comes from a module of its own, when it is asked for', async () => {
    const { page, errors, requests } = await site.open();
    const isThere = () => requests.some((url) => /ninefold-se-/.test(url));
    await pasteAndOpen(page, SKYSCRAPER);
    await view(page, 'learn');
    await page.click('text=Rate it');
    await page.waitForSelector('.verdict');
    await page.click('#ask-se');
    await page.waitForSelector('#se');
    expect(isThere()).toBe(true);
    // As `ninefold rate --scale se` has it.
    expect(await page.textContent('#se')).toBe('Sudoku Explainer 6.6');
    expect(await page.textContent('#spoken')).toContain('Sudoku Explainer 6.6');
    expect(errors).toEqual([]);
  });

  test('of a hard one that is stopped it is at least what was known', async () => {
    const { page } = await site.open();
    await view(page, 'enter');
    await page.click('[data-entry=easter]');
    await view(page, 'learn');
    await page.click('text=Rate it');
    await page.waitForSelector('.verdict');
    await page.click('#ask-se');
    await page.waitForSelector('.se:has(.running) .verdict:has-text("at least")');
    await page.click('.se .running button');
    await page.waitForSelector('#se:has-text("at least")');
    // It can be asked again, and stopped before anything is known.
    await pressAsSoonAsThere(page, '.se .running button', () => page.click('#ask-se'));
    await page.waitForSelector('#ask-se');
  });
});
