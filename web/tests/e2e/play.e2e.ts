import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Site, boardLine, labelOf, startSite, view } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

describe('playing', () => {
  test('a whole puzzle by keyboard alone', async () => {
    const { page, errors } = await site.open();
    // One tab stop for the whole board: Tab until it has the focus, then arrows only.
    for (let i = 0; i < 20; i += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')) break;
    }
    await page.keyboard.press('Control+Home');
    for (let row = 0; row < 9; row += 1) {
      for (let column = 0; column < 9; column += 1) {
        const cell = row * 9 + column;
        if (PUZZLE[cell] === '.') await page.keyboard.press(SOLUTION[cell] ?? '');
        if (column < 8) await page.keyboard.press('ArrowRight');
      }
      await page.keyboard.press('Home');
      if (row < 8) await page.keyboard.press('ArrowDown');
    }
    expect(await boardLine(page)).toBe(SOLUTION);
    await page.waitForSelector('.solved');
    expect(await page.textContent('#spoken')).toContain('Solved in');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).not.toBe('gridcell');
    expect(errors).toEqual([]);
  });

  test('one move, as a screen reader tells it', async () => {
    const { page } = await site.open();
    await page.focus('[data-cell="2"]');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty');
    await page.keyboard.press('Shift+1');
    expect((await page.textContent('#spoken'))?.trim()).toBe('note 1 in row 1 column 3');
    await page.keyboard.press('Shift+4');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty, notes 1 4');
    await page.keyboard.press('5');
    expect((await page.textContent('#spoken'))?.trim()).toBe('5 in row 1 column 3, conflicts with another 5');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 5, conflict');
    expect(await labelOf(page, 0)).toBe('row 1 column 1, 5, given, conflict');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('4');
    expect((await page.textContent('#spoken'))?.trim()).toBe('4 in row 1 column 3');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
  });

  test('ten moves, as a screen reader tells them: each once, and as it is', async () => {
    const { page } = await site.open();
    await page.focus('[data-cell="2"]');
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      const spoken = document.querySelector('#spoken');
      const hear = () => spoken?.textContent && heard.push(spoken.textContent.trim());
      if (spoken) new MutationObserver(hear).observe(spoken, { childList: true, characterData: true, subtree: true });
    });
    const moves: [keys: string, heard: string[]][] = [
      ['4', ['4 in row 1 column 3']],
      ['ArrowRight Shift+2', ['note 2 in row 1 column 4']],
      ['Control+6', ['centre mark 6 in row 1 column 4']],
      ['5', ['5 in row 1 column 4, conflicts with another 5']],
      ['Control+z', ['Undone: row 1 column 4 is empty']],
      ['Home 9', ['row 1 column 1: given, cannot be changed']],
      ['ArrowRight ArrowRight v 3 z', ['Colour', 'blue in row 1 column 3', 'Digit']],
      // Several cells: what is said is about all of them, not the one in focus.
      ['Control+End ArrowUp ArrowLeft Shift+ArrowLeft Shift+1', ['note 1 in 2 cells']],
      ['Backspace', ['no note 1 in 2 cells']],
      ['Alt+5', ['5 highlighted, 3 on the board']],
      ['Escape', ['Only row 8 column 7 selected']],
    ];
    for (const [keys, expected] of moves) {
      await page.evaluate('window.heard.length = 0');
      for (const key of keys.split(' ')) await page.keyboard.press(key);
      expect(await page.evaluate('window.heard'), keys).toEqual(expected);
    }
  });

  test('notes, modes, undo, redo, erase', async () => {
    const { page } = await site.open();
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('Space');
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    expect(await labelOf(page, 2)).toContain('notes 1 2');
    await page.keyboard.press('Shift+4');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    await page.keyboard.press('Backspace');
    expect(await labelOf(page, 2)).toContain('notes 1 2');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await labelOf(page, 2)).toContain('notes 1');
    await page.keyboard.press('Control+y');
    expect(await labelOf(page, 2)).toContain('notes 1 2');
    await page.selectOption('#notes-mode', 'automatic');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty, notes 1 2 4');
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('1');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty, notes 2 4');
  });

  test('several cells: dragged, added, extended', async () => {
    const { page } = await site.open();
    const middle = async (cell: number) => {
      const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    };
    await page.mouse.move(...(await middle(2)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(3)));
    await page.mouse.move(...(await middle(12)));
    await page.mouse.up();
    const selected = () =>
      page.$$eval('[aria-selected=true]', (cells) => cells.map((cell) => Number(cell.getAttribute('data-cell'))));
    expect(await selected()).toEqual([2, 3, 12]);
    await page.keyboard.down('Control');
    await page.mouse.click(...(await middle(3)));
    await page.mouse.click(...(await middle(5)));
    await page.keyboard.up('Control');
    expect(await selected()).toEqual([2, 5, 12]);
    await page.keyboard.press('Shift+ArrowRight');
    expect(await selected()).toEqual([2, 5, 6, 12]);
    await page.keyboard.press('Shift+1');
    expect(await labelOf(page, 5)).toContain('notes 1');
    expect(await labelOf(page, 6)).toContain('notes 1');
    await page.keyboard.press('Escape');
    expect(await selected()).toEqual([6]);
    await page.mouse.dblclick(...(await middle(7 * 9 + 4)));
    expect((await selected()).length).toBe([...PUZZLE].filter((symbol) => symbol === '1').length);
  });

  test('colours have names, and shapes beside the colour', async () => {
    const { page } = await site.open();
    await page.focus('[data-cell="2"]');
    await page.click('.choice >> text=Colour');
    await page.click('text=green');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty, coloured green');
    expect(await page.locator('path[fill="url(#board-hatch-2)"]').count()).toBe(1);
    await page.click('text=Remove colours and lines');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, empty');
  });

  test('the pad, by touch on a phone', async () => {
    const { page } = await site.open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    await page.tap('[data-cell="2"]');
    await page.tap('.pad .key:nth-child(4)');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    // A long touch adds a cell to the selection.
    await page.dispatchEvent('[data-cell="3"]', 'pointerdown', { pointerType: 'touch', button: 0, bubbles: true });
    await page.waitForFunction(() => document.querySelectorAll('[aria-selected=true]').length === 2);
    await page.dispatchEvent('[data-cell="3"]', 'pointerup', { pointerType: 'touch', button: 0, bubbles: true });
    expect(await page.locator('[aria-selected=true]').count()).toBe(2);
    await page.tap('.choice >> text=Note');
    await page.tap('[data-cell="3"]');
    expect(await page.locator('[aria-selected=true]').count()).toBe(1);
    await page.tap('.pad .key:nth-child(2)');
    expect(await labelOf(page, 3)).toContain('notes 2');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await page.getByRole('button', { name: /^1\s*, 6 left$/ }).count()).toBe(1);
  });

  test('a fresh page takes keys at once, and the pad leaves the focus on the board', async () => {
    const { page } = await site.open();
    await page.keyboard.press('4');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    await page.keyboard.press('ArrowRight');
    await page.click('.choice >> text=Note');
    await page.click('.pad .key:nth-child(2)');
    await page.keyboard.press('6');
    expect(await labelOf(page, 3)).toBe('row 1 column 4, empty, notes 2 6');
  });

  test('the game is there again after a reload', async () => {
    const { page } = await site.open();
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('4');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+2');
    await page.reload();
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
    expect(await labelOf(page, 3)).toContain('notes 2');
  });

  test('another puzzle does not take the game away', async () => {
    const { page } = await site.open();
    await page.keyboard.press('4');
    await view(page, 'enter');
    await page.click('[data-entry=bird]');
    await page.waitForSelector('.caption:has-text("Bird")');
    await page.reload();
    await view(page, 'enter');
    expect(await page.textContent('.resume')).toContain('The well-known one, 50 cells to go');
    await page.click('#resume');
    expect(await labelOf(page, 2)).toBe('row 1 column 3, 4');
  });

  test('the timer runs from the first move and can be hidden', async () => {
    const { page } = await site.open();
    await page.focus('[data-cell="2"]');
    await page.keyboard.press('4');
    await page.waitForFunction(() => document.querySelector('.timer span')?.textContent !== '0:00');
    await page.click('.open-settings');
    await page.click('text=Show the timer');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.timer', { state: 'detached' });
  });

  test('letters as symbols are typed in either case', async () => {
    const { page } = await site.open();
    await view(page, 'enter');
    await page.click('[data-entry=letters]');
    await page.waitForSelector('[role=grid]');
    await page.focus('[data-cell="1"]');
    await page.keyboard.press('y');
    expect(await labelOf(page, 1)).toBe('row 1 column 2, Y');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Shift+Y');
    expect(await labelOf(page, 1)).toBe('row 1 column 2, empty, notes Y');
  });

  test('25x25: moves, notes and digits', async () => {
    const { page, errors } = await site.open({ viewport: { width: 390, height: 800 } });
    await view(page, 'enter');
    await page.click('[data-entry=twentyfive]');
    await page.waitForSelector('[data-cell="624"]');
    await page.selectOption('#notes-mode', 'automatic');
    await page.focus('[data-cell="0"]');
    await page.keyboard.press('Control+End');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('624');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    expect(await labelOf(page, 1)).toMatch(/^row 1 column 2, empty, notes [1-9A-P]/);
    await page.keyboard.press('p');
    expect(await labelOf(page, 1)).toMatch(/row 1 column 2, P/);
    expect(errors).toEqual([]);
  });
});
