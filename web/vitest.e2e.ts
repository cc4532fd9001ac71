import { defineConfig } from 'vitest/config';

/** The built page in a real browser; `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    fileParallelism: false,
    // Minutes where seconds are enough: other suites may run beside.
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
