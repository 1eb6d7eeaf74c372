import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { npy } from '../../../master/observe/formats/npy-format.ts';
import { npyHeader } from '../../../master/observe/formats/npy-header.ts';
import type { Column } from '../../../master/observe/observer.ts';
import { recorder } from '../../../master/observe/recorder.ts';
import { ResultFile } from '../../../master/run/rows/result-file.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import { readNpy } from '../../fixtures/npy.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('npy');

const noNumpy = spawnSync('python3', ['-c', 'import numpy']).status !== 0;
const column = (name: string): Column => ({ name, unit: '1', read: () => 0 });
const odd = ['a b', 'q"u\'o\\te', 'größe', '𝛿', '\u007f', "'", 'line\nend', '\ud800', 'x'.repeat(300)];

describe('an NPY result file', () => {
  it('an NPY file has an ASCII header with unique names, of version 2 if it is long', () => {
    for (const names of [[], odd, Array.from({ length: 5000 }, (_, k) => `unit.variable[${k}]`)]) {
      const { bytes } = npyHeader(names.map(column));
      expect(bytes.every((byte, at) => byte < 0x7f || at === 0)).toBe(true);
      expect(bytes[6]).toBe(names.length > 1000 ? 2 : 1);
      expect(readNpy(Buffer.from(bytes))).toEqual({ titles: ['time', ...names], rows: [] });
    }
    const twice = npyHeader(['x', 'time', 'x', 'x (2)'].map(column));
    const { titles } = readNpy(Buffer.from(twice.bytes));
    expect(titles).toEqual(['time', 'x', 'time (2)', 'x (2)', 'x (2) (2)']);
  });

  it('an NPY file whose header numpy.load refuses is not written, and the error names other formats', () => {
    const open = (count: number) =>
      npy.open(
        Array.from({ length: count }, (_, k) => column(`unit.variable[${k}]`)),
        () => {},
      );
    expect(() => open(250)).not.toThrow();
    expect(() => open(450)).toThrow(
      /^record 450 columns as \.npy: .* header of \d+ bytes, and numpy\.load reads at most 10000 bytes\. Write \.parquet/,
    );
  });

  it('an NPY file equals the collected results bit for bit', async () => {
    const system = await loadSystem('systems/crane-single-force.json');
    const output = join(folder, 'crane.npy');
    const { columns } = await simulate({ ...system, stopTime: 2 }, { output, collect: true });
    const written = readFileSync(output);
    // More than a block.
    expect(written.length).toBeGreaterThan(2 ** 18);
    const { titles, rows } = readNpy(written);
    expect(titles).toEqual(columns.map(({ name }) => name));
    expect(rows.length).toBe(2001);
    const bits = (x: number | bigint): bigint => new BigInt64Array(Float64Array.of(Number(x)).buffer)[0];
    for (const [k, { data }] of columns.entries())
      expect(rows.map((row) => bits(row[k]))).toEqual(Array.from(data, bits));
  });

  it.skipIf(noNumpy)('numpy.load reads the names and numbers of an NPY file', () => {
    const values = [1 / 3, -0, 5e-324, Number.NaN];
    const whole = [2n ** 63n - 1n, -(2n ** 63n), 0n, -1n];
    let now = 0;
    const columns: Column[] = [
      ...odd.slice(0, 4).map((name) => ({ name, unit: '1', read: () => values[now] })),
      { name: 'n', unit: '1', whole: 'Int64', read: () => whole[now] },
    ];
    const file = join(folder, 'odd.npy');
    const results = new ResultFile(file);
    const observer = recorder(npy, results).observe({ columns } as never);
    for (; now < values.length; now++) observer.row?.(now);
    observer.end?.('finished');
    expect(results.close(true)).toBe(file);
    const program = join(folder, 'read.py');
    writeFileSync(
      program,
      'import json, sys, numpy\na = numpy.load(sys.argv[1])\n' +
        'print(json.dumps([a.dtype.names, [[x.hex() for x in a[n].tolist()] for n in a.dtype.names[:5]], [str(n) for n in a["n"]]]))',
    );
    const { stdout, stderr } = spawnSync('python3', [program, file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const [names, reals, integers] = JSON.parse(stdout) as [string[], string[][], string[]];
    expect(names).toEqual(['time', ...odd.slice(0, 4), 'n']);
    expect(reals[1]).toEqual(['0x1.5555555555555p-2', '-0x0.0p+0', '0x0.0000000000001p-1022', 'nan']);
    expect(integers).toEqual(whole.map(String));
  });

  it('the NPY recorder refuses a value that its column cannot hold, and names both', () => {
    const sink = npy.open([{ name: 'n', unit: '1', read: () => 1n }], () => {});
    expect(() => sink.row(0)).toThrow(
      /record n: expected Float64 in its column, got the bigint 1\. In .*whole/,
    );
  });

  it('the NPY recorder refuses an output without random access', () => {
    const link = join(folder, 'pipe.npy');
    symlinkSync('/dev/null', link);
    const results = new ResultFile(link);
    const kind = recorder(npy, results);
    expect(() => kind.observe({ columns: [] } as never)).toThrow(
      /record .*pipe\.npy: this result format has a row count at its beginning/,
    );
    results.close(false);
  });
});
