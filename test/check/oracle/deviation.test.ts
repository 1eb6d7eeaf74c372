import { describe, expect, it } from 'vitest';
import type { Samples } from '../../../fmu-sdk/check/oracle/communication-samples.ts';
import { deviations, extentOf, runningMaximum } from '../../../fmu-sdk/check/oracle/event-window.ts';

function samples(values: readonly number[], per = 1): Samples {
  return { per, columns: [Float64Array.from(values)], length: Math.floor((values.length - 1) / per) + 1 };
}

/** A step from 0 to 1 at a communication point. */
function jumpAt(n: number): number[] {
  return Array.from({ length: 12 }, (_, i) => (i < n ? 0 : 1));
}

describe('the deviation of a run from its reference', () => {
  it('an event two communication steps early or late causes no deviation, three steps cause the jump', () => {
    const reference = samples(jumpAt(5));
    for (const n of [3, 4, 5, 6, 7])
      expect(Math.max(...deviations(samples(jumpAt(n)), reference, 0))).toBe(0);
    for (const n of [2, 8]) expect(Math.max(...deviations(samples(jumpAt(n)), reference, 0))).toBe(1);
  });

  it('the deviation is the distance from the surrounding range of the reference', () => {
    const ramp = Array.from({ length: 12 }, (_, i) => i);
    const distances = deviations(samples(ramp.map((v) => v + 2.5)), samples(ramp), 0);
    expect([...distances]).toEqual(Array.from({ length: 10 }, () => 0.5));
  });

  it('the reference may have two samples in a step', () => {
    const fine = Array.from({ length: 23 }, (_, i) => i / 2);
    const coarse = Array.from({ length: 12 }, (_, i) => i - 3);
    expect([...deviations(samples(coarse), samples(fine, 2), 0)].slice(2)).toEqual(Array(8).fill(1));
  });

  it('the deviation is infinite if exactly one value is NaN, and zero if both are', () => {
    const nan = jumpAt(5).map(() => Number.NaN);
    expect(deviations(samples(nan), samples(jumpAt(5)), 0)[0]).toBe(Infinity);
    expect(deviations(samples(jumpAt(5)), samples(nan), 0)[0]).toBe(Infinity);
    expect(deviations(samples(nan), samples(nan), 0)[0]).toBe(0);
  });

  it('the last two points, where the reference ends, are omitted', () => {
    expect(deviations(samples(jumpAt(5)), samples(jumpAt(5).slice(0, 9)), 0).length).toBe(7);
  });
});

describe('a single error', () => {
  it('a single error persists, and counts from two points before it', () => {
    expect([...runningMaximum(Float64Array.of(0, 0, 0, 3, 1, 0))]).toEqual([0, 3, 3, 3, 3, 3]);
  });
});

describe('the extent of a column', () => {
  it('the extent covers the finite values of the column', () => {
    expect(extentOf(Float64Array.of(-3, Number.NaN, 1, Infinity))).toEqual({ magnitude: 3, range: 4 });
    expect(extentOf(Float64Array.of(Number.NaN))).toEqual({ magnitude: 0, range: 0 });
  });
});
