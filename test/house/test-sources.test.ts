import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.[cm]?[jt]s$/.test(name))
  .map((name) => name.replaceAll('\\', '/'));

/** Returns the files in `test/` whose text matches a pattern, except this file. */
function filesWith(pattern: RegExp): string[] {
  return files
    .filter((name) => name !== 'house/test-sources.test.ts')
    .filter((name) => pattern.test(readFileSync(join(root, 'test', name), 'utf8')))
    .sort();
}

it('one fixture creates all temporary folders of tests', () => {
  expect(filesWith(/\bmkdtemp/)).toEqual(['fixtures/temporary-folder.ts']);
});
