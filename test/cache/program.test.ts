import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptProgram, storeBytecode } from '../../fmu-sdk/cache/bytecode-cache.ts';
import { fmu, root } from '../run-fmu.ts';

const folder = mkdtempSync(join(tmpdir(), 'kept-program-'));
const before = process.env.FMUKIT_CACHE;

beforeAll(() => {
  process.env.FMUKIT_CACHE = join(folder, 'kept');
});

afterAll(() => {
  if (before === undefined) delete process.env.FMUKIT_CACHE;
  else process.env.FMUKIT_CACHE = before;
  rmSync(folder, { recursive: true, force: true });
});

/** Loads a program, and does the work of the end of the process. */
function loadedOnce(path: string): unknown {
  const exported = keptProgram(path);
  storeBytecode();
  return exported;
}

describe.skipIf('enableCompileCache' in (await import('node:module')).default)('a cached program', () => {
  it('exports the same values from its bytecode, until its text changes', () => {
    const path = join(folder, 'program.cjs');
    writeFileSync(
      path,
      "const { sep } = require('node:path'); exports.answer = () => __filename + sep + 41;",
    );
    const answer = (): string => (loadedOnce(path) as { answer(): string }).answer();
    expect(answer()).toBe(`${path}/41`);
    const cachedFiles = readdirSync(join(folder, 'kept'));
    expect(cachedFiles).toHaveLength(1);
    expect(answer()).toBe(`${path}/41`);
    expect(readdirSync(join(folder, 'kept'))).toEqual(cachedFiles);
    writeFileSync(path, "exports.answer = () => 'another';");
    expect(answer()).toBe('another');
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(2);
  });

  it('speeds up the start and computation of a run: the first run caches bytecode and the checked FMU', () => {
    const results = ['off', join(folder, 'run'), join(folder, 'run')].map((cache, k) => {
      const file = join(folder, `${k}.csv`);
      const unit = join(root, 'dist/joystick.fmu');
      // Longer than the part of a run that is tried without a thread.
      const args = ['run', unit, '--stop-time', '30', '--step', '0.01', '-o', file];
      expect(fmu(args, root, { FMUKIT_CACHE: cache }).code).toBe(0);
      return [readFileSync(file, 'utf8'), k === 0 ? [] : readdirSync(join(folder, 'run'))];
    });
    expect(results[1][0]).toBe(results[0][0]);
    expect(results[1][1]).toHaveLength(3);
    expect(results[2]).toEqual(results[1]);
  });

  it('leads to a message if the user names an unusable cache folder', () => {
    for (const args of [
      ['run', 'none.fmu'],
      ['inspect', 'none.fmu'],
    ]) {
      const { code, err } = fmu(args, root, { FMUKIT_CACHE: '/proc/none' });
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^fmu: cache in FMUKIT_CACHE=\/proc\/none: .*\n$/),
      ]);
    }
  });

  it('serves the next build, although that sets V8 flags', () => {
    const unit = join(folder, 'unit');
    cpSync(join(root, 'bench/units/trivial'), unit, { recursive: true });
    const cache = join(folder, 'build');
    // A rewritten file has another inode.
    const bytecode = [0, 1].map((k) => {
      appendFileSync(join(unit, 'unit.ts'), `// ${k}\n`);
      expect(fmu(['build', unit, '-o', folder], root, { FMUKIT_CACHE: cache }).code).toBe(0);
      const all = readdirSync(cache).map((name) => ({ name, ...statSync(join(cache, name)) }));
      return all.filter(({ size }) => size > 2 ** 20).map(({ name, ino }) => `${name} ${ino}`);
    });
    expect(bytecode[0].length).toBeGreaterThanOrEqual(2);
    expect(bytecode[1]).toEqual(bytecode[0]);
  });
});
