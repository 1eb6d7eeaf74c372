import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { apart } from './test/isolated-tests.ts';
import { LongestFirst } from './test/longest-first.ts';
import { workerOptions } from './test/short-runs.ts';

const files = apart.map((name) => `test/${name.endsWith('/') ? `${name}**/*` : name}.test.ts`);

const alias = [
  { find: /^typescript$/, replacement: fileURLToPath(new URL('test/typescript.ts', import.meta.url)) },
];

const common = {
  setupFiles: 'test/each-file.ts',
  // For tests that hang, not for slow machines: the longest test needs about a minute alone.
  testTimeout: 3_600_000,
  hookTimeout: 3_600_000,
  execArgv: [...workerOptions],
  // A test that has gone through empty lists has tested nothing: one without an assertion fails.
  expect: { poll: { timeout: 600_000 }, requireAssertions: true },
};

export default defineConfig({
  test: {
    globalSetup: 'test/setup.ts',
    teardownTimeout: 600_000,
    // One more than there are processors, since many a test waits.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      { resolve: { alias }, test: { ...common, name: 'apart', include: files } },
      // The rest one after another in the same processes: what they import is compiled once for all of them.
      {
        resolve: { alias },
        test: { ...common, name: 'together', include: ['test/**/*.test.ts'], exclude: files, isolate: false },
      },
    ],
  },
});
