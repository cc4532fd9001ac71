import { describe, expect, test } from 'vitest';
import { type Key, LANGUAGES, translator } from '../../src/i18n';
import { en } from '../../src/i18n/en';
import {
  type Game,
  drawLines,
  enterDigit,
  erase,
  paint,
  restart,
  toggleCentre,
  toggleNote,
  undo,
} from '../../src/model/game';
import { gridOf, moved } from '../../src/model/grid';
import { type Saved, defaultSettings, loadGame, loadGames, loadResults, loadSettings } from '../../src/model/storage';
import { saveGame, saveGames, saveResults, saveSettings } from '../../src/model/storage';
import { cellLabel } from '../../src/view/board';
import { digitOf } from '../../src/view/keys';
import { gameScene } from '../../src/view/scene';
import { clock, duration, grouped } from '../../src/words';
import { linkOf } from '../../src/model/storage';
import { game } from './board';
import { randomNumbers } from './random';

const savedOf = (one: Game, seconds = 0): Saved => ({ game: one, seconds, hints: 0, at: 0 });

describe('grids', () => {
  test('peers of every shape', () => {
    for (const [shape, side, peers] of [
      ['3x3', 9, 20],
      ['2x3', 6, 12],
      ['5x5', 25, 64],
      ['1x4', 4, 6],
    ] as const) {
      const grid = gridOf(shape);
      expect(grid?.side).toBe(side);
      expect(new Set(grid?.peers.map((list) => list.length))).toEqual(new Set([peers]));
    }
  });

  test('what is no shape, or too large', () => {
    for (const shape of ['', '3', '0x3', '3x', '6x6', '99x99', '03x3', ' 3x3', '-1x3'])
      expect(gridOf(shape)).toBeNull();
  });

  test('moves go round', () => {
    const grid = gridOf('3x3');
    if (!grid) throw new Error('no grid');
    expect(moved(grid, 0, 'left')).toBe(8);
    expect(moved(grid, 0, 'up')).toBe(72);
    expect(moved(grid, 80, 'right')).toBe(72);
    expect(moved(grid, 80, 'down')).toBe(8);
    expect(moved(grid, 13, 'row-start')).toBe(9);
    expect(moved(grid, 13, 'row-end')).toBe(17);
    expect(moved(grid, 13, 'top')).toBe(4);
    expect(moved(grid, 13, 'bottom')).toBe(76);
    expect([moved(grid, 13, 'first'), moved(grid, 13, 'last')]).toEqual([0, 80]);
  });
});

class Memory {
  readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
}

describe('storage', () => {
  test('keeps a game with all that was done', () => {
    const store = new Memory();
    let one = enterDigit(game('1.....3..2.....4', '2x2', 'touched'), [1], 3);
    one = { ...one, puzzle: { ...one.puzzle, title: 'One', author: 'Somebody' } };
    one = paint(paint(toggleNote(one, [2], 4), [5], 2), [2], 3, 2);
    saveGame(store, savedOf(one, 77));
    const back = loadGame(store);
    expect(back?.seconds).toBe(77);
    expect(back?.game.position).toEqual(one.position);
    expect(back?.game.puzzle).toEqual(one.puzzle);
    expect(back?.game.notesMode).toBe('touched');
  });

  test('keeps the other games in a list, the last one first', () => {
    const store = new Memory();
    const [one, other] = [game('1.....3..2.....4'), game('....1.....3..2..')];
    saveGame(store, savedOf(one, 1));
    saveGames(store, [savedOf(other, 2), savedOf(one, 3)]);
    expect(loadGame(store)?.game.position).toEqual(one.position);
    expect(loadGames(store).map(({ seconds }) => seconds)).toEqual([2, 3]);
    expect(loadGames(store)[0]?.game.position).toEqual(other.position);
    saveGames(store, []);
    expect(loadGames(store)).toEqual([]);
    expect(loadGame(store)?.seconds).toBe(1);
    store.kept.set('ninefold.previous', store.kept.get('ninefold.game') ?? '');
    expect(loadGames(store).length).toBe(1);
  });

  test('keeps results', () => {
    const store = new Memory();
    const result = { at: 5, seconds: 61, hints: 2, title: 'x', level: 'hard', shape: '2x2', link: 'z' } as const;
    saveResults(store, [{ ...result, link: linkOf(game('1.....3..2.....4'), true) }, result]);
    expect(loadResults(store).map(({ seconds, level, shape }) => [seconds, level, shape])).toEqual([
      [61, 'hard', '2x2'],
    ]);
  });

  test('undo and redo are there again (B14)', () => {
    const store = new Memory();
    const random = randomNumbers(7);
    let one = game('1.....3..2.....4', '2x2', 'touched');
    for (let i = 0; i < 300; i += 1) {
      const cells = [random(16), random(16)];
      const moves = [
        () => enterDigit(one, cells, 1 + random(4)),
        () => toggleNote(one, cells, 1 + random(4)),
        () => toggleCentre(one, cells, 1 + random(4)),
        () => paint(one, cells, 1 + random(9), random(2) * random(5)),
        () => drawLines(one, cells),
        () => erase(one, cells),
        () => restart(one),
        () => undo(one),
        () => undo(undo(one)),
      ];
      one = (moves[random(moves.length)] ?? (() => one))();
    }
    saveGame(store, savedOf(one));
    const back = loadGame(store)?.game;
    expect(back?.past.length).toBe(Math.min(300, one.past.length));
    expect(back?.past).toEqual(one.past.slice(-300));
    expect(back?.future).toEqual(one.future);
    expect(back && undo(back).position).toEqual(undo(one).position);
  });

  test('what does not belong on the board leaves a game that can be played (B7)', () => {
    const store = new Memory();
    const moved = paint(enterDigit(game('1.....3..2.....4'), [1], 3), [2], 4);
    saveGame(store, savedOf(moved));
    const good = JSON.parse(store.kept.get('ninefold.game') ?? '{}') as Record<string, unknown>;
    for (const changes of [
      { cellColors: [7] },
      { noteColors: [[1, 99]] },
      { noteColors: [[5]] },
      { past: [[[0, 16, 1]]] },
      { past: [[[0, 1, 5]]] },
      { past: [[[9, 1, 1]]] },
      { past: [[[6, 1, 512]]] },
      { past: [[[7, 99 * 32, 1]]] },
      { past: [[[8, 16 * 1024, 1]]] },
      { past: [[[0, 1]]] },
      { past: 7 },
      { past: [7], future: {} },
      { future: [[[0, 0.5, 1]]] },
      { level: 'fiendish', score: -1, title: {} },
      { limits: [-1] },
    ]) {
      store.kept.set('ninefold.game', JSON.stringify({ ...good, ...changes }));
      const back = loadGame(store)?.game;
      expect(back?.position.placed).toEqual(moved.position.placed);
      const all = [...(back?.past ?? []), ...(back?.future ?? [])];
      for (const { givens, placed, cellColors } of all) {
        for (const digit of [...givens, ...placed]) expect(digit).toBeLessThanOrEqual(4);
        for (const colors of cellColors) expect(colors).toBeLessThan(512);
      }
      expect(gameScene(back ?? moved).cells).toHaveLength(16);
    }
  });

  test('survives whatever is stored', () => {
    const store = new Memory();
    saveGame(store, savedOf(game('1.....3..2.....4')));
    const good = store.kept.get('ninefold.game') ?? '';
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '1',
      '{"link":7}',
      good.replace('"alphabet"', '"x"'),
      good.slice(0, -4),
    ]) {
      store.kept.set('ninefold.game', text);
      expect(loadGame(store)).toBeNull();
    }
    store.kept.set(
      'ninefold.game',
      good.replace(/"touched":\[.*?\]/, '"touched":"x"').replace('"seconds":0', '"seconds":"long"'),
    );
    expect(loadGame(store)?.seconds).toBe(0);
    const broken = {
      getItem: () => {
        throw new Error('forbidden');
      },
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(loadGame(broken)).toBeNull();
    saveGame(broken, savedOf(game('1.....3..2.....4')));
  });

  test('settings have a language from the browser until one is chosen', () => {
    const store = new Memory();
    expect(loadSettings(store, 'de-AT').language).toBe('de');
    expect(loadSettings(store, 'fr').language).toBe('en');
    saveSettings(store, { ...defaultSettings('en'), language: 'de', hasTimer: false });
    expect(loadSettings(store, 'en')).toEqual({ ...defaultSettings('de'), hasTimer: false });
    store.setItem('ninefold.settings', '{"theme":"pink","language":"xx","hasTimer":"no"}');
    expect(loadSettings(store, 'en')).toEqual(defaultSettings('en'));
  });
});

describe('keys', () => {
  const key = (text: string, code = '', shiftKey = false) => ({ key: text, code, shiftKey });
  const nine = [...'123456789'];

  test('figures, with Shift whatever the keyboard makes of them', () => {
    expect(digitOf(nine, key('5', 'Digit5'))).toEqual([5, false]);
    expect(digitOf(nine, key('%', 'Digit5', true))).toEqual([5, true]);
    expect(digitOf(nine, key('™', 'Digit2'))).toEqual([2, false]);
    expect([digitOf(nine, key('&', 'Digit1')), digitOf(nine, key('1', 'Digit1', true))]).toEqual([
      [1, false],
      [1, true],
    ]);
    expect(digitOf(nine, key('x', 'KeyX'))).toBeNull();
    expect(digitOf([...'1234'], key('5', 'Digit5'))).toBeNull();
    expect(digitOf([...'0123'], key(')', 'Digit0', true))).toEqual([1, true]);
    expect(digitOf(nine, key('0', 'Digit0'))).toBeNull();
  });

  test('letters in either case; Shift makes notes', () => {
    const sixteen = [...'123456789ABCDEFG'];
    expect(digitOf(sixteen, key('g', 'KeyG'))).toEqual([16, false]);
    expect(digitOf(sixteen, key('G', 'KeyG', true))).toEqual([16, true]);
    expect(digitOf([...'aAbB'], key('A', 'KeyA', true))).toEqual([2, false]);
  });

  test('figures stand for the places of other alphabets', () => {
    expect(digitOf([...'TONYBLAIR'], key('2', 'Digit2'))).toEqual([2, false]);
    expect(digitOf([...'TONYBLAIR'], key('r', 'KeyR'))).toEqual([9, false]);
    const numbers = Array.from({ length: 16 }, (_, i) => String(i + 1));
    expect(digitOf(numbers, key('b', 'KeyB'))).toEqual([11, false]);
  });
});

describe('words', () => {
  test('every language has every key with the same values', () => {
    const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const { words } of Object.values(LANGUAGES)) {
      expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
      for (const key of Object.keys(en) as Key[]) {
        expect(words[key].trim()).not.toBe('');
        expect(new Set(values(words[key])), key).toEqual(new Set(values(en[key])));
      }
    }
  });

  test('one is singular', () => {
    const t = translator('en');
    expect(t('check.mistakes', { count: 1 })).toBe('One cell is wrong.');
    expect(t('check.mistakes', { count: 3 })).toBe('3 cells are wrong.');
  });

  test('times and numbers', () => {
    expect([clock(0), clock(247), clock(3847)]).toEqual(['0:00', '4:07', '1:04:07']);
    expect(grouped('6670903752021072936960')).toBe('6\u202f670\u202f903\u202f752\u202f021\u202f072\u202f936\u202f960');
    expect([duration(3.44), duration(350), duration(2500), duration(3e6)]).toEqual([
      '3.4 µs',
      '350 µs',
      '2.5 ms',
      '3.0 s',
    ]);
  });

  test('what a screen reader hears of cells', () => {
    const t = translator('en');
    let one = toggleNote(game('1.....3..2.....4'), [6, 5], 3);
    one = toggleNote(one, [5], 1);
    one = enterDigit(one, [2], 1);
    const label = (cell: number) => cellLabel(t, gameScene(one), cell);
    expect(label(5)).toBe('row 2 column 2, empty, notes 1 3');
    expect(label(0)).toBe('row 1 column 1, 1, given, conflict');
    expect(label(2)).toBe('row 1 column 3, 1, conflict');
    expect(label(15)).toBe('row 4 column 4, 4, given');
  });
});
