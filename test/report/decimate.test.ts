import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimate } from '../../master/report/plots/decimate.ts';

const column = fc.float64Array({ minLength: 1, maxLength: 400, noNaN: true, noDefaultInfinity: true });
const limit = fc.integer({ min: 4, max: 60 });

test('decimation keeps minimum, maximum and both ends of any data', () => {
  fc.assert(
    fc.property(column, limit, (data, most) => {
      const rows = decimate(data, most);
      const values = Array.from(rows, (row) => data[row]!);
      expect(Math.min(...values)).toBe(Math.min(...data));
      expect(Math.max(...values)).toBe(Math.max(...data));
      expect(rows[0]).toBe(0);
      expect(rows[rows.length - 1]).toBe(data.length - 1);
    }),
  );
});

test('decimated rows increase and do not exceed the limit', () => {
  fc.assert(
    fc.property(column, limit, (data, most) => {
      const rows = decimate(data, most);
      expect(rows.length).toBeLessThanOrEqual(Math.max(most, 1));
      for (let k = 1; k < rows.length; k++) expect(rows[k]!).toBeGreaterThan(rows[k - 1]!);
    }),
  );
});

test('a spike of one row survives wherever it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 11_999 }), fc.boolean(), (row, up) => {
      const data = Float64Array.from({ length: 12_000 }, (_, k) => Math.sin(k / 500));
      data[row] = up ? 3 : -3;
      expect(decimate(data, 1000)).toContain(row);
    }),
    { numRuns: 30 },
  );
});

test('a column within the limit stays complete', () => {
  expect(Array.from(decimate(new Float64Array(7), 7))).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('an infinite value or NaN stays a gap', () => {
  const data = new Float64Array(1000);
  data[501] = Number.NaN;
  expect(decimate(data, 20)).toContain(501);
});
