import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/setup.ts',
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Runs with wall-time limits must not compete for the cores.
    maxWorkers: 2,
  },
});
