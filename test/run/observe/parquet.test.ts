import { describe, expect, it } from 'vitest';
import { parquet } from '../../../master/observe/formats/parquet/parquet-format.ts';
import type { Column } from '../../../master/observe/observer.ts';
import { readParquet } from '../../fixtures/parquet.ts';

/** Records n rows of `width` columns. `each` receives all bytes so far after each row. */
function record(
  n: number,
  width: number,
  visit: (row: number, pieces: readonly Buffer[]) => void = () => {},
): Buffer {
  let now = 0;
  const columns = Array.from({ length: width }, (_, k): Column => {
    return { name: `x${k}`, unit: k === 0 ? 'm' : '1', read: () => now * (k + 1) };
  });
  const pieces: Buffer[] = [];
  const open = parquet.open(columns, (bytes) => pieces.push(Buffer.from(bytes)));
  for (now = 0; now < n; now++) {
    open.row(now / 8);
    visit(now, pieces);
  }
  open.close();
  return Buffer.concat(pieces);
}

describe('a Parquet result file', () => {
  it('a Parquet file stays a complete file of valid rows after every write', () => {
    let handed = 0;
    let rows = 0;
    const whole = record(60_000, 3, (row, pieces) => {
      if (pieces.length === handed) return;
      handed = pieces.length;
      const so = readParquet(Buffer.concat(pieces as Buffer[]));
      expect(so.rows.length).toBe(row + 1);
      expect(so.rows[row]).toEqual([row / 8, row, 2 * row, 3 * row]);
      rows = so.rows.length;
    });
    expect(handed).toBeGreaterThan(5);
    expect(rows).toBeGreaterThan(50_000);
    const { rows: all, about, titles } = readParquet(whole);
    expect(all.length).toBe(60_000);
    expect(titles).toEqual(['time', 'x0', 'x1', 'x2']);
    expect(JSON.parse(about.get('fmukit.units') as string)).toEqual({ time: 's', x0: 'm', x1: '1', x2: '1' });
  });

  it('a Parquet file exceeds the size of its numbers by at most a tenth, for few and many columns', () => {
    for (const [n, width] of [
      [200_000, 2],
      [20_000, 200],
    ]) {
      const { length } = record(n, width);
      expect(length).toBeGreaterThan(8 * n * (width + 1));
      expect(length).toBeLessThan(1.1 * 8 * n * (width + 1));
    }
  });

  it('a Parquet file preserves hostile names and units of measure in titles and metadata', () => {
    const names = [
      '</script><script>x',
      `"' onload=x`,
      ']]>',
      '\u001b[31mred',
      '\u202eabc',
      'a,b\r\nc',
      '力',
    ];
    const columns = names.map(
      (name, k): Column => ({ name, unit: names[names.length - 1 - k], read: () => k }),
    );
    const pieces: Buffer[] = [];
    const open = parquet.open(columns, (bytes) => pieces.push(Buffer.from(bytes)));
    open.row(0);
    open.close();
    const { titles, about, rows } = readParquet(Buffer.concat(pieces));
    expect(titles).toEqual(['time', ...names]);
    expect(Object.entries(JSON.parse(about.get('fmukit.units') as string))).toEqual([
      ['time', 's'],
      ...names.map((name, k) => [name, names[names.length - 1 - k]]),
    ]);
    expect(rows).toEqual([[0, ...names.keys()]]);
  });
});
