import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptProgram } from '../../fmu-sdk/kept/program.ts';

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

/** Loads a program, and does what the end of the process would do then. */
function loadedOnce(path: string): unknown {
  const already = new Set(process.listeners('exit'));
  const exported = keptProgram(path);
  for (const listener of process.listeners('exit').filter((each) => !already.has(each))) {
    (listener as () => void)();
    process.off('exit', listener);
  }
  return exported;
}

describe.skipIf('enableCompileCache' in (await import('node:module')).default)(
  'a program that is kept',
  () => {
    it('exports what it would without, from its own bytecode, until its text changes', () => {
      const path = join(folder, 'program.cjs');
      writeFileSync(
        path,
        "const { sep } = require('node:path'); exports.answer = () => __filename + sep + 41;",
      );
      const answer = (): string => (loadedOnce(path) as { answer(): string }).answer();
      expect(answer()).toBe(`${path}/41`);
      const kept = readdirSync(join(folder, 'kept'));
      expect(kept).toHaveLength(1);
      expect(answer()).toBe(`${path}/41`);
      expect(readdirSync(join(folder, 'kept'))).toEqual(kept);
      writeFileSync(path, "exports.answer = () => 'another';");
      expect(answer()).toBe('another');
      expect(readdirSync(join(folder, 'kept'))).toHaveLength(2);
    });
  },
);
