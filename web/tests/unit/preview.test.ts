import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withAddress } from '../../vite.config';

test('previews of links have a whole address, if it is known', () => {
  const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  expect(withAddress(html, '')).toBe(html);
  const built = withAddress(html, 'https://example.org/sudoku/');
  expect(built).toContain('<meta property="og:url" content="https://example.org/sudoku/" />');
  expect(built).toContain('<meta property="og:image" content="https://example.org/sudoku/preview.png" />');
  expect(built).not.toContain('./preview.png');
});
