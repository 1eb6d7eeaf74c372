import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('other');
afterEach(() => {
  vi.doUnmock('../../fmu-sdk/util/package-files.ts');
  vi.resetModules();
});

/** Returns the error for a found version of TypeScript. */
async function explained(version: string, thrown: unknown): Promise<unknown> {
  mkdirSync(join(folder, 'typescript'), { recursive: true });
  writeFileSync(join(folder, 'typescript/package.json'), JSON.stringify({ version }));
  vi.doMock(import('../../fmu-sdk/util/package-files.ts'), async (original) => {
    const real = await original();
    const resolve = Object.assign(() => '', { paths: () => [folder] });
    return { ...real, packageRequire: Object.assign(() => {}, { resolve }) as unknown as NodeJS.Require };
  });
  const { explainMissing } = await import('../../fmu-sdk/util/optional-package.ts');
  return explainMissing('build x', thrown);
}

it('an error names a wrong version of an optional package, and the command that installs the right one', async () => {
  const thrown = new TypeError("Cannot read properties of undefined (reading 'PlusToken')");
  expect(await explained('7.0.2', thrown)).toMatchObject({
    name: 'UserError',
    cause: thrown,
    message:
      "build x: this needs the package typescript 5.9.3, but 7.0.2 was found instead (Cannot read properties of undefined (reading 'PlusToken')). Install the needed version beside it: npm install --include=optional",
  });
});

it('an error with the right version, or an unrelated error, stays unchanged', async () => {
  const thrown = new TypeError('a defect');
  expect(await explained('5.9.9', thrown)).toBe(thrown);
  const other = new RangeError('a defect');
  expect(await explained('7.0.2', other)).toBe(other);
});
