import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeTitle } from '../../master/observe/column-names.ts';
import { knots } from '../../master/report/plots/time-knots.ts';
import { fingerprint } from '../../master/report/system/result-fingerprint.ts';
import { compareRows, compareTables } from '../../master/results/compare-results.ts';
import { pickRows } from '../../master/results/pick-rows.ts';
import { pageOf, svgOf } from '../../master/results/plot-results.ts';
import { csvBlocks, csvHead } from '../../master/results/rows/csv-rows.ts';
import { fieldNumber } from '../../master/results/rows/field-number.ts';
import { chunkBytes, type ReadAt } from '../../master/results/rows/record-chunks.ts';
import { type ResultRows, rowsOf } from '../../master/results/rows/result-rows.ts';
import type { RowBlock } from '../../master/results/rows/row-block.ts';
import { RowWindow } from '../../master/results/rows/row-window.ts';
import type { TimeTable } from '../../master/results/time-table.ts';
import { csvInputs } from '../../master/system/inputs/input-csv.ts';
import { inputRows } from '../../master/system/inputs/input-source.ts';
import { inputSources } from '../../master/system/inputs/input-sources.ts';

/** Reads bytes in parts of a few bytes, and counts the largest part that is asked for. */
function slowly(bytes: Uint8Array, most: number): { read: ReadAt; asked: () => number } {
  let asked = 0;
  const read: ReadAt = (into, position) => {
    asked = Math.max(asked, into.length);
    const part = bytes.subarray(position, position + Math.min(most, into.length));
    into.set(part);
    return part.length;
  };
  return { read, asked: () => asked };
}

/** Returns all numbers of a CSV file by columns, the time among them, read in small parts. */
function inParts(text: string, most: number): { titles: readonly string[]; columns: number[][] } {
  const bytes = Buffer.from(text);
  const { read } = slowly(bytes, most);
  const head = csvHead('x.csv', read, bytes.length);
  const time = head.titles.findIndex(isTimeTitle);
  const columns: number[][] = head.titles.map(() => []);
  const row = { file: 'x.csv', titles: head.titles, time };
  for (const { count, times, columns: block } of csvBlocks(row, head, read, bytes.length))
    for (const [k, column] of [...block.slice(0, time), times, ...block.slice(time)].entries())
      columns[k].push(...column.subarray(0, count));
  return { titles: head.titles, columns };
}

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.bigInt(-(2n ** 63n), 2n ** 64n).map(String),
  fc.constantFrom(
    '',
    'NaN',
    'inf',
    '-Infinity',
    'true',
    'false',
    '.5',
    '1.',
    '+3',
    '-0',
    '007',
    '1E5',
    '0e9',
  ),
  fc.constantFrom(
    '123456789012345678901',
    '0.1234567890123456789',
    '1e-320',
    '4.35e22',
    '9007199254740993e5',
  ),
);

/** CSV texts with rows of three numbers, whose fields, quotes, spaces and line ends differ. */
const csvText = fc
  .record({
    rows: fc.array(fc.tuple(number, number), { maxLength: 12 }),
    quoted: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
    space: fc.constantFrom('', ' ', '\t'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    blank: fc.constantFrom('', '\n', '  \n'),
    delimiter: fc.constantFrom(',', ';', '\t'),
    last: fc.boolean(),
    mark: fc.boolean(),
    point: fc.constantFrom('.', ','),
  })
  .map(({ rows, quoted, space, end, blank, delimiter, last, mark, point }) => {
    const gap = delimiter === '\t' ? '' : space;
    const field = (text: string, k: number): string => {
      const own = delimiter === ',' ? text : text.replace('.', point);
      return quoted[k % quoted.length] ? `"${own}"` : `${gap}${own}${gap}`;
    };
    const lines = rows.map(([x, y], n) =>
      [field(x, 2 * n), String(n / 8), field(y, 2 * n + 1)].join(delimiter),
    );
    const text = [['"a,""b"', 'time', 'ü'].join(delimiter), ...lines].join(end) + (last ? end : '');
    return (mark ? '\ufeff' : '') + blank.replaceAll('\n', end) + text;
  });

describe('result files in parts', () => {
  it('a CSV file read in parts of a few bytes has the numbers of its texts', async () => {
    await fc.assert(
      fc.asyncProperty(csvText, fc.integer({ min: 1, max: 60 }), async (text, most) => {
        const [titles, ...rows] = await csvInputs.read(Buffer.from(text));
        fc.pre(rows.flat().every((field) => fieldNumber(field) !== undefined));
        const parts = inParts(text, most);
        expect(parts.titles).toEqual(titles);
        expect(parts.columns).toEqual(titles.map((_, k) => rows.map((row) => fieldNumber(row[k]))));
      }),
      { numRuns: 300 },
    );
  });

  it('a faulty CSV file read in parts is refused with the message and the line of a whole reading', async () => {
    for (const lines of [
      ['0,1', '1,2,3', '2,4'],
      ['0,1', '1'],
      ['0,1', '1,"2'],
      ['0,1', '1,2"2', '2,3'],
      ['0,1', '1,"2" 3', '2,3'],
      ['', '0,1', '1,2,3'],
    ]) {
      const text = ['time,"x\ny"', ...lines, ''].join('\n');
      const whole = inputRows('x.csv', Buffer.from(text), inputSources);
      const message = await whole.then(
        () => expect.fail(text),
        (error: Error) => error.message,
      );
      // The messages differ in what the file should be.
      const [, fault] = /^inputs x\.csv: (.*)\. Use a CSV file/s.exec(message)!;
      for (const most of [1, 9, 1000])
        expect(() => inParts(text, most), text).toThrow(`read x.csv: ${fault}. Correct this place`);
    }
    const far = `time,x\n${'0,1\n\n'.repeat(100)}1,"2"\n0,3\n`;
    expect(() => inParts(far, 11)).toThrow('the time decreases from 1 s to 0 s at line 203.');
    expect(() => inParts('time;x\n0;"1,5"\n1;NaN\n', 5)).toThrow('at line 2 of x, got "1,5".');
  });

  it('reading a CSV file asks for no more bytes with more rows', () => {
    const bytes = Buffer.from(`time,x\n${'0,0.25\n'.repeat(3e5)}`);
    const { read, asked } = slowly(bytes, chunkBytes);
    const head = csvHead('x.csv', read, bytes.length);
    let [rows, most] = [0, 0];
    for (const { count, times } of csvBlocks(
      { file: 'x.csv', titles: head.titles, time: 0 },
      head,
      read,
      bytes.length,
    )) {
      rows += count;
      most = Math.max(most, times.length);
    }
    expect(rows).toBe(3e5);
    expect(asked()).toBe(chunkBytes);
    expect(most).toBeLessThan(chunkBytes);
  });
});

/** Rows of a table, whose numbers are destroyed when the next ones are requested. */
function fleeting(table: TimeTable, delivered: (rows: number) => void = () => undefined): ResultRows {
  const rows = rowsOf(table);
  const { file, names, facts } = rows;
  function* blocks(): Generator<RowBlock> {
    let sum = 0;
    for (const block of rows.blocks()) {
      const [times, ...columns] = [block.times, ...block.columns].map((column) => column.slice());
      sum += block.count;
      delivered(sum);
      yield { ...block, times, columns };
      for (const column of [times, ...columns]) column.fill(1e300);
    }
  }
  return { file, names, facts, blocks };
}

/** Results of more than two million values, with events, gaps and an error band. */
const rowCount = 501_000;
const times = Float64Array.from(
  { length: rowCount },
  (_, n) => (n - (n % 5 === 0 ? 0 : n % 3 === 0 ? 1 : 0)) / 8,
);
const large: TimeTable = {
  file: 'large.csv',
  names: ['x', 'x.error', 'y'],
  times,
  columns: [
    times.map((t, n) => (n % 99_991 === 7 ? Number.NaN : Math.sin(t / 700) + (n === 123_456 ? 40 : 0))),
    times.map((t) => 0.01 + 1e-7 * t),
    times.map((t) => Math.floor(t) % 1000),
  ],
};

describe('results that are not in memory', () => {
  it('pages and plots of fleeting rows equal those of a table', () => {
    const picked = [fleeting(large), rowsOf(large)].map((rows) => {
      const { columns, reduced } = pickRows(
        rows,
        rows.names.map((name) => ({ name })),
      );
      const data = columns.flatMap(({ times, values }) => [
        { data: times.slice() },
        { data: values.slice() },
      ]);
      return { reduced, sizes: columns.map(({ size }) => size), values: fingerprint(data) };
    });
    expect(picked[0]).toEqual(picked[1]);
    expect(picked[0].reduced).toBe(true);
    expect(svgOf([fleeting(large)], [], 'x') === svgOf([large], [], 'x')).toBe(true);
    expect(pageOf([fleeting(large)], [], 'x') === pageOf([large], [], 'x')).toBe(true);
  });

  it('a comparison keeps rows only as long as the tolerance in time needs them', () => {
    const other = {
      ...large,
      columns: large.columns.map((column, k) => (k === 0 ? column.map((x) => x + 0.015) : column)),
    };
    const delivered = [0, 0];
    let apart = 0;
    const note =
      (k: number) =>
      (rows: number): void => {
        delivered[k] = rows;
        apart = Math.max(apart, Math.abs(delivered[0] - delivered[1]));
      };
    const tolerances = { relative: 0, time: 0.3 };
    const streamed = compareRows(fleeting(large, note(0)), fleeting(other, note(1)), tolerances);
    expect(streamed).toEqual(compareTables(large, other, tolerances));
    expect(streamed.columns.map(({ withinBands }) => withinBands)).toEqual([true, undefined]);
    expect(delivered).toEqual([rowCount, rowCount]);
    expect(apart).toBeLessThanOrEqual(2 * 4096);
  });

  it('a window of rows grows with the rows that are needed together, and no further', () => {
    const window = new RowWindow(fleeting(large));
    for (let most = 0; !window.hasEnded; window.load()) {
      window.first = Math.max(0, window.count - 100);
      most = Math.max(most, window.times.length);
      expect(most).toBeLessThanOrEqual(2 * 4096);
    }
    expect(window.count).toBe(rowCount);
    expect(window.columns[2][(rowCount - 1) & window.mask]).toBe(large.columns[2][rowCount - 1]);
  });

  it('the polygon of times has as many knots as it needs, and no more than 2000', () => {
    const steps = Float64Array.from({ length: 50_000 }, (_, n) => n + (n % 2) / 4);
    expect(knots(steps).length).toBeLessThanOrEqual(2000);
    expect(knots(times.map((_, n) => n / 10))).toHaveLength(2);
  });
});
