import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ThinnedRows } from '../../master/run/rows/thinned-rows.ts';

it('thinning keeps any number of rows evenly, with the first and the last, within the memory limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 3000 }), (half, count) => {
      const most = 2 * half;
      const rows = new ThinnedRows(2, most);
      for (let n = 0; n < count; n++)
        rows.add((row) => {
          row[0] = n;
          row[1] = -n;
        });
      const all = rows.since(0, rows.every);
      expect(all).toMatchObject({ every: rows.every, storedRows: rows.storedRows, from: 0 });
      const numbers = [...all.rows];
      const firsts = numbers.filter((_, k) => k % 2 === 0);
      expect(numbers.filter((_, k) => k % 2 === 1).map((n) => -n)).toEqual(firsts);
      expect(firsts.slice(0, rows.storedRows)).toEqual(
        Array.from({ length: rows.storedRows }, (_, k) => k * rows.every),
      );
      expect(firsts.length).toBe(rows.length);
      expect(rows.length - rows.storedRows).toBe(count > 0 && (count - 1) % rows.every !== 0 ? 1 : 0);
      expect(rows.storedRows).toBeLessThanOrEqual(most);
      expect(rows.storedRows).toBeGreaterThanOrEqual(Math.min(count, half));
      if (count > 0) expect(firsts.at(-1)).toBe(count - 1);
      const later = Math.floor(rows.storedRows / 2);
      const { from, rows: rest } = ThinnedRows.of(rows.memory).since(later, rows.every);
      expect([from, ...rest]).toEqual([later, ...numbers.slice(2 * later)]);
      // A receiver whose rows were thinned differently gets all rows.
      expect([...rows.since(later, 2 * rows.every).rows]).toEqual(numbers);
      expect(rows.since(most + 1, rows.every).from).toBe(rows.storedRows);
    }),
  );
});
