import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeRowCount } from '../../../fmu-sdk/util/files/row-count.ts';
import { newMark, recoverTemporaryFile, temporaryFileName } from '../../../fmu-sdk/util/files/temp-file.ts';
import { npy } from '../../../master/observe/formats/npy-format.ts';
import { recorder } from '../../../master/observe/recorder.ts';
import { ResultFile, settleResult } from '../../../master/run/rows/result-file.ts';
import type { SharedRows } from '../../../master/run/rows/rows-in-memory.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { readNpy } from '../../fixtures/npy.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';
import { width } from '../../width.ts';
import { killWhen, startFmu } from './files.ts';

const folder = temporaryFolder('count');

/** A recording of n rows that is not closed. It flushes its rows every `seconds` rows. */
function opened(
  file: string,
  n: number,
  seconds: number,
  mark?: string,
  onRows?: (rows: SharedRows) => void,
) {
  const results = new ResultFile(file, mark, onRows);
  let now = 0;
  const columns = [{ name: 'x', unit: '1', read: () => now / 3 }];
  const kind = recorder(npy, results, () => now % seconds === seconds - 1);
  const observer = kind.observe({ columns } as never);
  for (; now < n; now++) observer.row?.(now);
  return results;
}

const rowsOf = (n: number): number[][] => Array.from({ length: n }, (_, k) => [k, k / 3]);
const partial = (name: string): string => join(folder, `${name}.partial.npy`);

describe('a file with a row count', () => {
  it('a row count has the saved rows of a run that ends early', () => {
    const results = opened(join(folder, 'early.npy'), 25, 10);
    expect(results.close(false)).toBe(partial('early'));
    expect(readNpy(readFileSync(partial('early'))).rows).toEqual(rowsOf(25));
  });

  it('a row count has 32 bits, or the available digits, and rejects larger numbers', () => {
    const binary = { at: 0, digits: 0, from: 4, each: 1 };
    expect([...encodeRowCount(binary, 2 ** 32 - 1)]).toEqual([255, 255, 255, 255]);
    expect(() => encodeRowCount(binary, 2 ** 32)).toThrow(
      'it has 4294967296 rows, and its result format has 32 bits',
    );
    const text = { ...binary, digits: 3 };
    expect(new TextDecoder().decode(encodeRowCount(text, 999))).toBe('999');
    expect(() => encodeRowCount(text, 1000)).toThrow('it has 1000 rows, and its result format has 3 digits');
  });

  it('a row count includes the flushed rows when its process was killed', () => {
    const mark = newMark();
    const file = join(folder, 'killed.npy');
    opened(file, 25, 10, mark);
    expect(recoverTemporaryFile(temporaryFileName(file, mark))).toBe(partial('killed'));
    expect(readNpy(readFileSync(partial('killed'))).rows).toEqual(rowsOf(20));
  });

  it('a row count includes all rows in memory that another thread saw when its thread was ended', () => {
    const mark = newMark();
    const file = join(folder, 'ended.npy');
    let sharedRows: SharedRows | undefined;
    opened(file, 25, 10, mark, (rows) => (sharedRows = rows));
    expect(settleResult(file, mark, sharedRows)).toBe(partial('ended'));
    expect(readNpy(readFileSync(partial('ended'))).rows).toEqual(rowsOf(25));
  });

  it.skipIf(noCompiler !== undefined)(
    'a row count includes every row before a step from which the FMU never returns',
    async () => {
      const unit = join(folder, 'endless.fmu');
      writeFileSync(unit, await makeUnit(3, { defines: ['AT_STEP(t)=if(t>=0.75)for(;;)sqrt(t)'] }));
      const system = join(folder, 'endless.json');
      writeFileSync(
        system,
        JSON.stringify({
          name: 'endless',
          units: { a: { fmu: unit } },
          algorithm: { scheme: 'jacobi', step: 1 / 64 },
          limits: { stepSeconds: 0.5, wallSeconds: 4 },
          stopTime: 1,
        }),
      );
      const file = join(folder, 'endless.npy');
      const { code, err } = fmu(['run', system, '--trust', '-o', file]);
      expect(err).toContain(`The rows up to then are in ${partial('endless')}`);
      expect(code).not.toBe(0);
      expect(existsSync(file)).toBe(false);
      const { titles, rows } = readNpy(readFileSync(partial('endless')));
      expect(titles).toEqual(['time', 'a.y']);
      expect(rows).toEqual(Array.from({ length: 49 }, (_, n) => [n / 64, n / 64]));
    },
  );

  it('a file with a row count is a prefix of the whole run after kill -9 at any moment, and nothing else is left', async () => {
    const env = { TMPDIR: join(folder, 'tmp') };
    const results = join(folder, 'results');
    for (const text of [env.TMPDIR, results]) mkdirSync(text);
    const args = ['run', 'dist/joystick.fmu', '--stop-time', `${width(60, 200)}`, '--step', '0.001'];
    const whole = join(folder, 'whole.npy');
    expect(fmu([...args, '-o', whole], undefined, env).code).toBe(0);
    const of = readFileSync(whole);
    const all = readNpy(of).rows;
    for (let n = width(3, 1); n <= width(3, 4); n++) {
      const file = join(results, `${n}.npy`);
      const run = startFmu([...args, '-o', file], env);
      // Triggered when this amount of bytes was written, independent of the machine's speed.
      await killWhen(run, () => bytesUnder(results) > (n * of.length) / 6);
      expect(fmu(['--version'], undefined, env).code).toBe(0);
      const [name, ...others] = readdirSync(results);
      expect(others).toEqual([]);
      expect(name).toMatch(/^\d(\.partial)?\.npy$/);
      const { rows } = readNpy(readFileSync(join(results, name)));
      expect(rows.length).toBeGreaterThan(0);
      expect(rows).toEqual(all.slice(0, rows.length));
      rmSync(join(results, name));
    }
  });
});

/** Returns the bytes of rows that are being written below a folder. */
function bytesUnder(path: string): number {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.npy'))
      .reduce((most, { parentPath, name }) => Math.max(most, statSync(join(parentPath, name)).size), 0);
  } catch {
    // It was renamed meanwhile.
    return 0;
  }
}
