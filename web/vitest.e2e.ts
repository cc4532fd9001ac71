import { defineConfig } from 'vitest/config';

/** The built page in a real browser; `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
