import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';
import { width } from '../../width.ts';
import { expectWholeRows, killWhen, manyRows, passingBytes, startFmu } from './files.ts';

/** Number of kills: the documented one in whole tests, fewer in others. */
const kills = width(5, 30, 100);
const folder = temporaryFolder('kill');
const results = join(folder, 'results');
const temporary = join(folder, 'tmp');
const env = { TMPDIR: temporary };

describe('a killed program', () => {
  it(`a killed program leaves no result or complete rows after ${kills} random kills, and nothing else after the next start`, async () => {
    for (const text of [results, temporary]) mkdirSync(text);
    const kinds = [manyRows, ...(noCompiler === undefined ? [await nativeRun()] : [])];
    const whole = kinds.map((args, k) => wholeRun(args, k));
    let survived = 0;
    for (let n = 0; n < kills; n++) {
      const k = n % kinds.length;
      const { args, bytes } = whole[k];
      const run = startFmu([...args, '-o', join(results, `${k}.csv`)], env);
      // Spread over the start of a run, its rows and a little more, unrelated to its steps.
      const moment = 1.3 * ((n * 0.618034) % 1) - 0.2;
      const reached = (): boolean =>
        moment < 0 ? hasBegun(run.child.pid) : passingBytes(results, run.child.pid) > moment * bytes.length;
      if ((await killWhen(run, reached)) === 0) survived++;
      for (const name of readdirSync(results).filter((candidate) => !candidate.startsWith('.'))) {
        const of = whole[Number(name[0])].bytes;
        if (/^\d\.csv$/.test(name)) expect(readFileSync(join(results, name)).equals(of)).toBe(true);
        else expectWholeRows(join(results, name), of);
      }
      expect(bytes.length).toBeGreaterThan(100_000);
    }
    expect(survived).toBeLessThan(kills);
    await expect.poll(processesOfOurs).toEqual([]);
    expect(fmu(['--version'], folder, env).code).toBe(0);
    expect(readdirSync(temporary).filter((name) => name.startsWith('fmukit'))).toEqual([]);
    expect(readdirSync(results).filter((name) => !/^\d(\.partial)?\.csv$/.test(name))).toEqual([]);
    expect(readdirSync(results).length).toBeGreaterThan(0);
    for (const name of readdirSync(results))
      if (name.includes('partial')) expectWholeRows(join(results, name), whole[Number(name[0])].bytes);
  });
});

/** Reports whether a process has created a temporary file. */
const hasBegun = (pid?: number): boolean => readdirSync(temporary).some((name) => name.includes(`-${pid}-`));

/** Returns the result of an undisturbed run. */
function wholeRun(args: readonly string[], k: number): { args: readonly string[]; bytes: Buffer } {
  const file = join(folder, `whole-${k}.csv`);
  expect(fmu([...args, '-o', file], folder, env).code).toBe(0);
  return { args, bytes: readFileSync(file) };
}

/** A run with an isolated FMU. */
async function nativeRun(): Promise<string[]> {
  const unit = join(folder, 'fixture3.fmu');
  writeFileSync(unit, await makeUnit(3));
  return ['run', unit, '--stop-time', '1500', '--step', '0.1', '--set', 'u=0.1'];
}

/** Returns the other processes that use this test's temporary folder. */
function processesOfOurs(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) =>
      ['cmdline', 'environ'].some((file) => contentOf(`/proc/${pid}/${file}`).includes(temporary)),
    );
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
