import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/setup.ts',
    // For tests that hang, not for slow machines: the longest test needs about a minute alone.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    // A test that has gone through empty lists has tested nothing: one without an assertion fails.
    expect: { poll: { timeout: 600_000 }, requireAssertions: true },
    teardownTimeout: 600_000,
    // Runs with wall-time limits must not compete for the cores.
    maxWorkers: 2,
  },
});
