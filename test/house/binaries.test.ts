import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

/** Generated and installed files, which are not sources. */
const generatedPattern = /^(?:\..*|node_modules|dist|results|.*\.fmu)$/;

/** Permitted files other than text: pictures of READMEs, and the fuzzer's corpus and findings. */
const allowed = /^(?:docs\/[\w-]+\.png|fuzz\/(?:corpus|found)\/.*)$/;

/** Returns the paths of files below a folder with a NUL byte, which texts do not have. */
function binaries(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !generatedPattern.test(name))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return binaries(folder, path);
      return entry.isFile() && readFileSync(join(folder, path)).includes(0) ? [path] : [];
    });
}

it('sources contain no program, library or archive', () => {
  const binaryFiles = binaries(root);
  expect(binaryFiles.filter((path) => allowed.test(path)).length).toBeGreaterThan(10);
  expect(binaryFiles.filter((path) => !allowed.test(path))).toEqual([]);
});

it('the search finds a binary by its content, whatever its name', () => {
  const folder = temporaryFolder('binaries');
  writeFileSync(join(folder, 'step'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]));
  writeFileSync(join(folder, 'step.c'), 'int step(void) { return 0; }\n');
  expect(binaries(folder)).toEqual(['step']);
});
