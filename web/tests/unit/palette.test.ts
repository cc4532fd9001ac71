import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');

/** The colours of a part of the style sheet, by name. */
const colors = (part: string) =>
  new Map([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name ?? '', value ?? '']));

const dark = css.indexOf('@media');
const chosen = css.indexOf(":root[data-theme='dark']");
const light = colors(css.slice(0, dark));

/** Relative luminance, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

// axe-core does not look into pictures: what is written on the board is checked here.
describe.each([
  ['light', light],
  ['dark', new Map([...light, ...colors(css.slice(chosen))])],
])('%s', (_, theme) => {
  const grounds = [
    'sheet',
    'marker',
    'peer',
    'same',
    'house',
    'cover',
    'both',
    'losing',
    'pen-wash',
    'tint-1',
    'tint-2',
    'tint-3',
    'tint-4',
    'tint-5',
    'tint-6',
    'tint-7',
    'tint-8',
    'tint-9',
  ];
  const pairs = [
    ...['ink', 'pen', 'pencil', 'danger'].flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
    ...(['good', 'off', 'danger', 'set'] as const).map((ink) => [ink, `${ink}-wash`] as const),
    ...(['good', 'off', 'link', 'set'] as const).map((ink) => [ink, 'sheet'] as const),
    ...(['paper', 'sheet', 'sunk', 'pen-wash'] as const).map((ground) => ['soft-ink', ground] as const),
    ['on-pen', 'pen'] as const,
  ];

  test('everything written can be read (4.5 to 1)', () => {
    const weak = pairs.filter(([ink, ground]) => contrast(theme.get(ink) ?? '', theme.get(ground) ?? '') < 4.5);
    expect(weak).toEqual([]);
  });
});

test('both ways to the dark palette are the same', () => {
  expect(colors(css.slice(dark, chosen))).toEqual(colors(css.slice(chosen)));
});
