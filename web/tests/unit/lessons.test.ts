/** What the page knows of the techniques, and which of them are used. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { STEP_LANGUAGES } from '../../src/engine/protocol';
import { LANGUAGES } from '../../src/i18n';
import { type Lessons, basicsWith, defaultsWith, usedOf } from '../../src/model/lessons';
import { defaultSettings, loadSettings } from '../../src/model/storage';

const lessons = JSON.parse(readFileSync(new URL('../../src/lessons.json', import.meta.url), 'utf8')) as Lessons;

describe('lessons', () => {
  test('say everything in every language', () => {
    for (const { slug, name, about, family, essay, exercises } of lessons.techniques) {
      for (const { words } of Object.values(LANGUAGES)) expect(Object.keys(words), slug).toContain(`family.${family}`);
      for (const language of STEP_LANGUAGES) {
        expect(name[language].length * about[language].length, slug).toBeGreaterThan(0);
      }
      expect(lessons.essays[essay]?.length, slug).toBeGreaterThan(0);
      for (const puzzle of exercises) expect(puzzle).toMatch(/^[1-9.]{81}$/);
      expect(new Set(exercises).size).toBe(exercises.length);
    }
    const most = lessons.techniques.filter(({ exercises }) => exercises.length === 5);
    expect(most.length).toBeGreaterThan(80);
  });

  test('lists are of the techniques that are wanted', () => {
    const slugs = lessons.techniques.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    const all = usedOf(lessons, []);
    expect(all).toContain('skyscraper');
    expect(all).not.toContain('kraken-fish-1');
    expect(usedOf(lessons, ['skyscraper', 'nobody knows'])).toEqual(all.filter((slug) => slug !== 'skyscraper'));
    expect(usedOf(lessons, slugs)).toEqual([]);
    expect(new Set(defaultsWith(lessons, 'kraken-fish-1'))).toEqual(new Set([...all, 'kraken-fish-1']));
    expect(basicsWith(lessons, 'skyscraper').length).toBe(14);
  });

  test('what is stored about them is not trusted', () => {
    const load = (off: unknown) =>
      loadSettings({ getItem: () => JSON.stringify({ off }), setItem: () => undefined }, 'en').off;
    expect(load(['x-wing', 7])).toEqual(['x-wing', '7']);
    for (const bad of [null, 'x-wing', { length: 3 }, undefined]) expect(load(bad)).toEqual([]);
    expect(load(new Array(100_000).fill('x')).length).toBe(200);
    expect(defaultSettings('de').off).toEqual([]);
  });
});
