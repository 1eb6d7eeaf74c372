import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../master/observe/formats/csv-format.ts';
import { ResultFile, settleResult } from '../../../master/run/rows/result-file.ts';
import type { SharedRows } from '../../../master/run/rows/rows-in-memory.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';
import { spread } from '../../width.ts';

const folder = temporaryFolder('held');

/**
 * A system with an FMU whose steps from 0.75 s on execute this statement. Limits: half a second of
 * CPU time, four of wall time.
 */
async function systemThat(name: string, statement: string): Promise<string> {
  const unit = join(folder, `${name}.fmu`);
  writeFileSync(unit, await makeUnit(3, { defines: [`AT_STEP(t)=if(t>=0.75)${statement}`] }));
  const file = join(folder, `${name}.json`);
  const system = {
    name,
    units: { a: { fmu: unit } },
    algorithm: { scheme: 'jacobi', step: 1 / 64 },
    limits: { stepSeconds: 0.5, wallSeconds: 4 },
    stopTime: 1,
  };
  writeFileSync(file, JSON.stringify(system));
  return file;
}

/** Rows of an undisturbed run up to t = 0.75 s. */
const rowsBefore = ['time,a.y', ...Array.from({ length: 49 }, (_, n) => `${n / 64},${n / 64}`), ''].join(
  '\r\n',
);

describe.skipIf(noCompiler !== undefined)('a native FMU that never returns from its step at 0.75 s', () => {
  const ways: [name: string, statement: string, trust: string[]][] = [
    ['computes, trusted', 'for(;;)sqrt(t)', ['--trust']],
    ['waits, trusted', 'for(;;)pause()', ['--trust']],
    ['computes, isolated', 'for(;;)sqrt(t)', []],
    ['ends its thread, trusted', 'syscall(60,0)', ['--trust']],
  ];
  it.each(spread(ways, 2))(
    'a run saves every row before a step that never returns: %s',
    async (name, statement, trust) => {
      const system = await systemThat(name.replaceAll(/\W+/g, '-'), statement);
      const result = join(folder, `${name}.csv`);
      const { code, err } = fmu(['run', system, '-o', result, ...trust]);
      const partial = result.replace('.csv', '.partial.csv');
      expect(err).toContain(`The rows up to then are in ${partial}`);
      expect(code).not.toBe(0);
      expect(readFileSync(partial, 'utf8')).toBe(rowsBefore);
      expect(existsSync(result)).toBe(false);
    },
  );

  it('a run writes every row before a step that never returns to standard output', async () => {
    const system = await systemThat('pipe', 'for(;;)sqrt(t)');
    const { code, out } = fmu(['run', system, '-o', '-', '--trust']);
    expect(code).not.toBe(0);
    expect(out).toBe(rowsBefore);
  });
});

describe('rows buffered by a thread', () => {
  const columns = [{ name: 'x', unit: '1', read: () => 1 / 3 }];
  const line = (n: number): string => `${n},${1 / 3}\r\n`;

  /** A recording that stops after this number of rows. Some of them were flushed. */
  function stopped(name: string, count: number, flushed: (n: number) => boolean): string {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, name);
    const sharedRows: SharedRows[] = [];
    const result = new ResultFile(file, `mark${name.length}`, (rows) => sharedRows.push(rows));
    const recording = csv.open(columns, result.write, result.hold);
    for (let n = 0; n < count; n++) {
      recording.row(n);
      if (flushed(n)) recording.flush?.();
      result.whole();
    }
    return settleResult(file, `mark${name.length}`, sharedRows.at(-1)) ?? 'nothing';
  }

  it.each([
    ['none of which is in the file', 40, () => false],
    ['some of which are in the file', 40, (n: number) => n % 7 === 3],
    ['all of which are in the file', 40, () => true],
    ['of several blocks of memory', 9000, () => false],
  ])('rows, %s, are all saved, once and complete', (name, count, flushed) => {
    const resultPath = stopped(`${name}.csv`, count, flushed);
    const text = readFileSync(resultPath, 'utf8');
    expect(text).toBe(`time,x\r\n${Array.from({ length: count }, (_, n) => line(n)).join('')}`);
  });

  it('an empty table of buffered rows gives no rows', () => {
    expect(stopped('empty.csv', 0, () => false)).toBe('nothing');
  });
});
