import { expect, it } from 'vitest';
import { gather, groupedByView } from '../../../master/observe/column-layout.ts';

const views = Array.from({ length: 500 }, (_, v) => Float64Array.of(v, v + 0.25, v + 0.5));

/** Column k belongs to view k mod 500, so that columns of a view are apart. */
function elements(looks: { count: number }) {
  return Array.from({ length: 1500 }, (_, k) => ({
    at: Math.floor(k / 500),
    k,
    get view() {
      looks.count++;
      return views[k % 500];
    },
  }));
}

it('writes each value to its column, from one memory per unit', () => {
  const row = new Float64Array(1500);
  gather(groupedByView(elements({ count: 0 })), row, 0);
  expect([...row]).toEqual(Array.from({ length: 1500 }, (_, k) => (k % 500) + 0.25 * Math.floor(k / 500)));
});

it('inspects a column only a few times, however many memories there are', () => {
  const looks = { count: 0 };
  groupedByView(elements(looks));
  expect(looks.count).toBeLessThanOrEqual(3 * 1500);
});
