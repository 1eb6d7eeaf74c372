import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutMark } from '../../fmu-sdk/util/csv-text.ts';
import { encodeRowCount, rowsInBytes } from '../../fmu-sdk/util/files/row-count.ts';
import type { Sink } from '../../master/observe/formats/result-format.ts';
import { sinkOf, sinks } from '../../master/observe/formats/result-formats.ts';
import type { Column } from '../../master/observe/observer.ts';
import { readTrajectory } from '../fixtures/mat.ts';
import { readNpy } from '../fixtures/npy.ts';
import { readParquet } from '../fixtures/parquet.ts';

/** Readers of each format that return titles and exact rows. A new format needs an entry here. */
const readers: Record<
  string,
  (bytes: Buffer, columns: readonly Column[]) => { titles: string[]; rows: (number | bigint)[][] }
> = {
  csv: (bytes, columns) => {
    const [marked, ...rows] = parse(bytes) as string[][];
    const titles = marked.map(withoutMark);
    const whole = [false, ...columns.map(({ read }) => typeof read() === 'bigint')];
    return {
      titles,
      rows: rows.map((row) => row.map((text, k) => (whole[k] ? BigInt(text) : Number(text)))),
    };
  },
  npy: readNpy,
  parquet: (bytes) => {
    const { titles, rows } = readParquet(bytes);
    return { titles, rows: rows as (number | bigint)[][] };
  },
  mat: readTrajectory,
};

/** Formats without 64-bit integers, which become the nearest double. */
const doublesOnly: readonly string[] = ['mat'];

const anyDouble = fc.oneof(fc.double(), fc.constantFrom(0, -0, 5e-324, Number.MAX_VALUE, 2 ** 53 + 2, 1 / 3));
const anyWhole = {
  Int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  UInt64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
};
/** Types of every third column. */
const kinds = [undefined, 'Int64', 'UInt64'] as const;

/** Columns that read the present row, and a recording of all rows. */
function record(sink: Sink, names: readonly string[], rows: readonly (readonly (number | bigint)[])[]) {
  let now = rows[0] ?? names.map(() => 0);
  const columns = names.map((name, k): Column => {
    const whole = kinds[k % kinds.length];
    return { name, unit: '1', read: () => now[k], ...(whole === undefined ? {} : { whole }) };
  });
  const blocks: Buffer[] = [];
  // The memory is reused.
  const open = sink.open(columns, (bytes) => blocks.push(Buffer.from(bytes)));
  const { count } = open;
  rows.forEach((row, n) => {
    now = row;
    open.row(n * 0.1);
  });
  open.close();
  const bytes = Buffer.concat(blocks);
  if (count !== undefined) bytes.set(encodeRowCount(count, rowsInBytes(count, bytes.length)), count.at);
  return { bytes, columns };
}

describe.each(sinks.all)('result format $name', (sink) => {
  const read = readers[sink.name];

  it('a result format matches its file extensions in upper and lower case', () => {
    expect(sink.extensions.length).toBeGreaterThan(0);
    for (const ending of sink.extensions) {
      expect(ending).toMatch(/^\.[a-z0-9]+$/);
      expect(sinkOf(`a.b/run${ending}`)).toBe(sink);
      expect(sinkOf(`RUN${ending.toUpperCase()}`)).toBe(sink);
    }
  });

  it('a result format reproduces every title and every value bit for bit, in whole rows', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(anyDouble, anyWhole.Int64, anyWhole.UInt64), { minLength: 1, maxLength: 20 }),
        (titles, triples) => {
          const rows = triples.map((values) => titles.map((_, k) => values[k % kinds.length]));
          const { bytes, columns } = record(sink, titles, rows);
          const back = read(bytes, columns);
          const toStored = doublesOnly.includes(sink.name) ? Number : (value: number | bigint) => value;
          expect(back.titles).toEqual(['time', ...titles]);
          expect(back.rows).toEqual(rows.map((row, n) => [n * 0.1, ...row.map(toStored)]));
        },
      ),
      {
        examples: [
          [
            ['x'],
            [
              [-0, 0n, 0n],
              [0, 0n, 0n],
            ],
          ],
        ],
      },
    );
  });

  it('a result format records NaN and infinity, and continues', () => {
    const rows = [[Number.NaN], [Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY], [1]];
    const { bytes, columns } = record(sink, ['x'], rows);
    expect(read(bytes, columns).rows.map(([, x]) => x)).toEqual(rows.flat());
  });

  it('a result format writes a complete file for many rows and for no rows', () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => [n / 7]);
    const { bytes, columns } = record(sink, ['x'], rows);
    expect(read(bytes, columns).rows.map(([, x]) => x)).toEqual(rows.flat());
    const none = record(sink, ['x'], []);
    expect(read(none.bytes, none.columns)).toEqual({ titles: ['time', 'x'], rows: [] });
  });

  it('a result format writes the same bytes for the same run', () => {
    const rows = Array.from({ length: 100 }, (_, n) => [Math.sin(n), BigInt(n)]);
    expect(record(sink, ['x', 'n'], rows).bytes.equals(record(sink, ['x', 'n'], rows).bytes)).toBe(true);
  });
});
