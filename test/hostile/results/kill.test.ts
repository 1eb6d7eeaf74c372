import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';
import { width } from '../../width.ts';
import { expectWholeRows, manyRows, startFmu } from './files.ts';

/** Number of kills: the documented one in full tests, fewer in quick tests. */
const kills = width(5, 100);
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
      const { args, bytes, seconds } = whole[k];
      const run = startFmu([...args, '-o', join(results, `${k}.csv`)], env);
      // Spread over a run's duration and a little more, in intervals unrelated to its steps.
      const late = setTimeout(() => run.child.kill('SIGKILL'), 1000 * seconds * 1.1 * ((n * 0.618034) % 1));
      if ((await run.ended).code === 0) survived++;
      clearTimeout(late);
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

/** Returns the result of an undisturbed run, and its duration on this machine. */
function wholeRun(
  args: readonly string[],
  k: number,
): { args: readonly string[]; bytes: Buffer; seconds: number } {
  const file = join(folder, `whole-${k}.csv`);
  const begin = performance.now();
  expect(fmu([...args, '-o', file], folder, env).code).toBe(0);
  return { args, bytes: readFileSync(file), seconds: (performance.now() - begin) / 1000 };
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
