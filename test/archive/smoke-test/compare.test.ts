import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Deviation, deviationOf } from '../../../fmu-sdk/archive/smoke-test/result-deviation.ts';

const measure = { name: 'y', unit: 'm', tolerance: 0.01 };
const times = [0, 1, 2, 3];

function deviation(
  results: readonly number[],
  reference: readonly number[],
  at: readonly number[] = times,
): Deviation {
  return deviationOf(measure, times, results, at, reference);
}

describe('the deviation of results from their reference', () => {
  it('equals the largest distance with its time, and passes up to the tolerance', () => {
    expect(deviation([0, 1.5, 2, 3], [0, 1.25, 2, -4])).toMatchObject({
      largest: 7,
      time: 3,
      allowed: 0.04,
      passed: false,
    });
    expect(deviation([0, 1, 2, 4.03125], [0, 1, 2, 4])).toMatchObject({
      largest: 0.03125,
      time: 3,
      passed: true,
    });
    expect(deviation([0, 1, 2, 4.0625], [0, 1, 2, 4]).passed).toBe(false);
  });

  it('allows nothing for discrete values, and rounding or a share of the nominal value for zeros', () => {
    expect(
      deviationOf({ ...measure, tolerance: 0 }, times, [1, 1, 1, 1], times, [1, 1, 1, 1 + 1e-15]).passed,
    ).toBe(false);
    expect(deviation([0, 0, 0, 1.1e-12], [0, 0, 0, 0]).passed).toBe(false);
    expect(deviation([0, 0, 0, 0.9e-12], [0, 0, 0, 0]).passed).toBe(true);
    const small = { ...measure, nominal: 1e-9 };
    expect(deviationOf(small, times, [0, 0, 0, 1.1e-11], times, [0, 0, 0, 0]).passed).toBe(false);
    expect(
      deviationOf({ ...measure, nominal: -1 }, times, [0, 0, 0, 0.009], times, [0, 0, 0, 0]),
    ).toMatchObject({ allowed: 0.01, passed: true });
  });

  it('uses linear interpolation between results, and is undefined outside of them', () => {
    expect(deviation([0, 2, 4, 6], [1, 3, 5], [0.5, 1.5, 2.5]).largest).toBe(0);
    for (const outside of [-0.5, 3.5])
      expect(deviation([0, 0, 0, 0], [0], [outside])).toMatchObject({ largest: Number.NaN, passed: false });
  });

  it('uses the nearest of the values at an event', () => {
    const at = [0, 1, 1, 1, 2];
    for (const value of [1, 5, 2])
      expect(deviationOf(measure, at, [0, 1, 5, 2, 3], [1], [value]).largest).toBe(0);
    expect(deviationOf(measure, at, [0, 1, 5, 2, 3], [1], [3]).largest).toBe(1);
  });

  it('compares rows of the reference at an event with the values before and after it', () => {
    const at = [0, 1, 1, 1, 2];
    const results = [0, 0, 7, 5, 5];
    const off = (reference: number[], more = {}): Deviation =>
      deviationOf({ ...measure, ...more }, at, results, [0, 1, 1, 2], reference);
    expect(off([0, 0, 5, 5]).largest).toBe(0);
    expect(off([0, 5, 5, 5])).toMatchObject({ largest: 5, time: 1 });
    expect(off([0, 0, 0, 5])).toMatchObject({ largest: 5, time: 1 });
    // The reference has the event later, as a state event may be.
    const late = (reference: number[], eventShift: number): number =>
      deviationOf({ ...measure, eventShift }, at, results, [0, 1.01, 1.01, 2], reference).largest;
    expect([late([0, 0, 5, 5], 0.1), late([0, 5, 5, 5], 0.1)]).toEqual([0, 5]);
    expect(late([0, 0, 5, 5], 0)).toBe(5);
    // An event between two events is not lost, and one that is lost is a deviation.
    const single = (more = {}): Deviation =>
      deviationOf({ ...measure, ...more }, [0, 1, 2], [0, 0, 5], [0, 1, 1, 2], [0, 0, 5, 5]);
    expect(single().largest).toBe(5);
    // An interface without rows at events meets one side.
    expect(single({ hidesEvents: true }).largest).toBe(0);
  });

  it('keeps a held value between results', () => {
    const held = { ...measure, held: true };
    expect(deviationOf(held, times, [1, 2, 3, 4], [0.9, 1.1], [1, 2])).toMatchObject({ largest: 0 });
    expect(deviationOf(held, times, [1, 2, 3, 4], [0.5], [1.75])).toMatchObject({ largest: 0.75 });
  });

  it('lets an event be earlier or later by its shift, and nothing else', () => {
    const at = [0, 1, 1, 2];
    const step = [0, 0, 5, 5];
    const shifted = { ...measure, eventShift: 0.1 };
    for (const [t, value] of [
      [0.95, 5],
      [1.05, 0],
    ]) {
      expect(deviationOf(shifted, at, step, [t], [value]).largest).toBe(0);
      expect(deviationOf(measure, at, step, [t], [value]).largest).toBe(5);
    }
    expect(deviationOf(shifted, at, step, [1.15], [0]).largest).toBe(5);
    // Without an event, a steep column has no shift.
    expect(deviationOf(shifted, times, [0, 9, 18, 27], [0.5], [5.4]).largest).toBeCloseTo(0.9, 12);
  });

  it('fails for NaN against a number, and passes for equal infinities', () => {
    expect(deviation([0, Number.NaN, 2, 3], [0, 1, 2, 3])).toMatchObject({
      largest: Number.NaN,
      time: 1,
      passed: false,
    });
    expect(deviation([0, 1, 2, 3], [0, Number.NaN, 2, 3]).passed).toBe(false);
    expect(deviation([0, Number.NaN, 2, 3], [0, Number.NaN, 2, 3]).passed).toBe(true);
    expect(deviation([0, 1, 2, Infinity], [0, 1, 2, Infinity]).passed).toBe(true);
    expect(deviation([0, 1, 2, 3], [0, 1, 2, Infinity]).passed).toBe(false);
    expect(deviation([], []).passed).toBe(true);
    expect(deviationOf(measure, [], [], [0], [1]).passed).toBe(false);
  });

  it('equals an added deviation, at any time and of any size', () => {
    const value = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.double({ min: 1e-3, max: 10, noNaN: true }),
        (reference, at, more) => {
          const k = at % reference.length;
          const grid = reference.map((_, i) => i * 0.1);
          const results = reference.map((y, i) => (i === k ? y + more : y));
          const { largest, time } = deviationOf(measure, grid, results, grid, reference);
          expect(largest).toBeCloseTo(more, 9);
          expect(time).toBe(grid[k]);
        },
      ),
    );
  });
});
