import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cFiles, cFilesIn, rowOf } from '../../fuzz/sanitizers/c-files.ts';
import { root } from '../run-fmu.ts';

it('every C file of the repository has tests under sanitizers, or a reason why none can run it', () => {
  const files = cFilesIn(root);
  expect(files).toContain('fmu-sdk/host/native/engine/engine.c');
  expect(files.filter((file) => rowOf(file) === undefined)).toEqual([]);
  for (const { files: pattern, tests = [], why } of cFiles) {
    expect(
      files.some((file) => pattern.test(file)),
      `${pattern} matches a file`,
    ).toBe(true);
    expect(tests.length > 0 || why !== undefined, `${pattern}`).toBe(true);
    expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
  }
});
