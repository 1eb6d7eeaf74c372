import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { apart } from '../isolated-tests.ts';
import { root } from '../setup.ts';

/**
 * Code that leaves modules, the environment or the working folder of a process changed for the next
 * file.
 */
const changes =
  /process\.env(\.\w+|\[[^\]]+\]) = |process\.chdir\(|vi\.(mock|doMock|resetModules|stubGlobal)\(/;

const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.test.ts') && name !== 'house/isolated-tests.test.ts')
  .map((name) => name.slice(0, -'.test.ts'.length));
const isApart = (name: string): boolean =>
  apart.some((candidate) => (candidate.endsWith('/') ? name.startsWith(candidate) : name === candidate));

it('tests that change their process run in separate processes', () => {
  const changing = tests.filter((name) =>
    changes.test(readFileSync(join(root, 'test', `${name}.test.ts`), 'utf8')),
  );
  expect(changing.length).toBeGreaterThan(3);
  expect(changing.filter((name) => !isApart(name))).toEqual([]);
});

it('every entry of the list of separate tests names existing tests', () => {
  const lost = apart.filter(
    (candidate) =>
      !tests.some((name) => (candidate.endsWith('/') ? name.startsWith(candidate) : name === candidate)),
  );
  expect(lost).toEqual([]);
});
