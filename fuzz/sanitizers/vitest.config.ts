import type { ViteUserConfig } from 'vitest/config';
import { packageFolder } from '../../fmu-sdk/util/package-files.ts';

/** Without what is built for other tests: it would be built under sanitizers. */
const config: ViteUserConfig = {
  root: packageFolder,
  test: {
    setupFiles: 'test/each-file.ts',
    include: ['test/**/*.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    expect: { poll: { timeout: 600_000 }, requireAssertions: true },
    maxWorkers: 1,
  },
};

export default config;
