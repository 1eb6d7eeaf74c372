import { expect, it } from 'vitest';
import { usualInterval } from '../../master/corpus/usual-interval.ts';

/** Times that add up steps of h [s], so that they are rounded. */
function summed(h: number, count: number): number[] {
  const times = [0];
  for (let k = 0; k < count; k++) times.push(times[k] + h);
  return times;
}

it('the usual interval ignores a second row at the end, which differs by rounding', () => {
  const times = [...summed(1e-3, 10_000), 10];
  expect(times.at(-2)).not.toBe(10);
  expect(usualInterval(Float64Array.from(times))).toBeCloseTo(1e-3, 12);
});

it('the usual interval ignores rows at events', () => {
  expect(usualInterval(Float64Array.of(0, 0.1, 0.2, 0.23, 0.23, 0.3, 0.4, 0.5))).toBeCloseTo(0.1, 12);
});

it('rows of a solver with steps of any size lack a usual interval', () => {
  expect(usualInterval(Float64Array.of(0, 0.1, 0.3, 0.6, 1))).toBe(0);
  expect(usualInterval(Float64Array.of(0))).toBe(0);
});
