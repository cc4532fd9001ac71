import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Site, boardLine, pasteAndOpen, startSite, view } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const SEVENTEEN = '.......12.5.4............3.7..6..4....1..........8....92....8.....51.7.......3...';
const section = (name: string) => `section[aria-labelledby=${name}-title]`;

describe('studying', () => {
  test('two solutions side by side, their differences marked', async () => {
    const { page, errors } = await site.open();
    await pasteAndOpen(page, '.2.4.4.221434321');
    await view(page, 'study');
    await page.click('#solve');
    await page.waitForSelector('.verdict-multiple');
    expect(await page.locator('.solutions figure').count()).toBe(2);
    expect(await page.locator('.solutions path.flag-differs').count()).toBe(8);
    expect(await page.textContent(section('solve'))).toContain('They differ in 4 cells');
    await page.click('text=Count them');
    await page.waitForSelector(`${section('count')} .big-number`);
    expect(await page.textContent('.big-number')).toBe('2');
    expect(errors).toEqual([]);
  });

  test('no solution, with the reason where it can be seen', async () => {
    const { page } = await site.open();
    await pasteAndOpen(
      page,
      '12345678....................9.....................................................'
        .slice(0, 81)
        .replace(/^12345678\./, '12345678.'),
    );
    await view(page, 'study');
    await page.click('#solve');
    await page.waitForSelector(`${section('solve')} .verdict`);
    const contradictory = '1234567........8.........9.......................................................'.slice(
      0,
      81,
    );
    await pasteAndOpen(page, contradictory);
    await page.waitForSelector('[role=grid]');
    await view(page, 'study');
    await page.click('#solve');
    await page.waitForSelector('.verdict-none');
  });

  test('minimal, and not', async () => {
    const { page } = await site.open();
    await view(page, 'study');
    await page.click(`${section('minimal')} button`);
    await page.waitForSelector('text=any one of 22 givens could be left out');
    await page.click('text=Show them');
    expect(await page.locator('.board path.flag-redundant').count()).toBe(22);
    await pasteAndOpen(page, SEVENTEEN);
    await view(page, 'study');
    await page.click(`${section('minimal')} button`);
    await page.waitForSelector('text=the puzzle is minimal');
  });

  test('the canonical form, and its text', async () => {
    const { page } = await site.open();
    await pasteAndOpen(page, '45.....6......17..8...............92....7.1..5...36..........58..1..7............');
    await view(page, 'study');
    await page.click(`${section('canon')} button`);
    await page.waitForSelector('.code');
    expect(await page.textContent('.code')).toBe(
      '................12..1..3..4.....1.3..5....6...7..4.8......7.......59...7..3......',
    );
    await pasteAndOpen(page, '3142............');
    await view(page, 'study');
    await page.click(`${section('canon')} button`);
    await page.waitForSelector('text=............1234');
  });

  test('an empty board has 6670903752021072936960 solutions', async () => {
    const { page } = await site.open();
    await pasteAndOpen(page, '.'.repeat(81));
    await view(page, 'study');
    await page.click('text=Count them');
    await page.waitForSelector('.big-number');
    expect((await page.textContent('.big-number'))?.replace(/\D/g, '')).toBe('6670903752021072936960');
    expect(await page.textContent('#spoken')).toContain('Number of solutions: 6670903752021072936960');
  });

  test('the replay of a search, by hand and by itself', async () => {
    const { page, errors } = await site.open();
    await pasteAndOpen(page, '1.....3..2.....4');
    await view(page, 'study');
    await page.selectOption('#strategy', 'expand');
    await page.click('text=Watch it');
    await page.waitForSelector('text=Every blank cell starts with all choices.');
    await page.click('[aria-label="Next step"]');
    await page.waitForSelector('text=Pass 1, rows');
    await page.fill('#speed', '12');
    await page.click('.replay [aria-label=Play]');
    await page.waitForSelector('text=The search is over');
    expect(await boardLine(page)).toBe('1342243142133124');
    await page.click('text=Back to the puzzle');
    expect(await boardLine(page)).toBe('1.....3..2.....4');
    expect(errors).toEqual([]);
  });

  test('25x25 is solved', async () => {
    const { page } = await site.open();
    await view(page, 'enter');
    await page.click('[data-entry=twentyfive]');
    await view(page, 'study');
    await page.click('#solve');
    await page.waitForSelector('.verdict-unique');
    await page.click('text=Fill it in');
    expect(await boardLine(page)).not.toContain('.');
  });
});
