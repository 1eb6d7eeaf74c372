import { describe, expect, it } from 'vitest';
import { columnBands } from '../../master/error/column-errors.ts';
import { bandOver, commonRows, placesOf } from '../../master/error/common-points.ts';
import { errorBand } from '../../master/error/error-band.ts';
import { runningMaximum } from '../../master/error/running-maximum.ts';

const points = 200;
const times = Float64Array.from({ length: points }, (_, k) => 0.1 * k);

/** Returns values of a run whose error is `error` for each time and step, and the band of H = 1. */
function bandFor(error: (t: number, step: number) => number, exact = Math.sin) {
  const [fine, coarse, coarsest] = [1, 2, 4].map((step) => times.map((t) => exact(t) + error(t, step)));
  const minus = (a: Float64Array, b: Float64Array): Float64Array => a.map((x, k) => x - b[k]);
  const { band, stretches } = errorBand(minus(fine, coarse), minus(coarse, coarsest), 1);
  const errors = times.map((t) => Math.abs(error(t, 1)));
  const inside = errors.filter((x, k) => x <= band[k]).length / points;
  const ratios = errors.map((x, k) => band[k] / x).sort();
  return { band, stretches, inside, median: ratios[points >> 1] };
}

/** Repeatable numbers from −1 to 1 without a pattern. */
const noise = (k: number): number => 2 * ((Math.sin(12.9898 * k) * 43758.5453) % 1);

describe('the error band of a column', () => {
  it.each([1, 1.5, 2, 3, 4])('an error of order %f is found, and the band is narrow around it', (p) => {
    const { stretches, inside, median } = bandFor((t, H) => 1e-3 * Math.sin(1.7 * t) * (1 + t) * H ** p);
    for (const { order, asymptotic } of stretches) {
      expect(order).toBeCloseTo(p, 6);
      expect(asymptotic).toBe(true);
    }
    expect(inside).toBe(1);
    expect(median).toBeLessThan(5);
  });

  it('runs that are equal have a band of rounding errors', () => {
    const { band, stretches } = bandFor(() => 0);
    expect(stretches.every(({ asymptotic }) => asymptotic)).toBe(true);
    expect(Math.max(...band)).toBeLessThan(1e-13);
    expect(Math.min(...band)).toBeGreaterThan(0);
  });

  it('an event at a shifted time makes its stretch and all later ones not asymptotic', () => {
    // The event of the run with the step H is late by an irregular part of H.
    const late = (H: number): number => 10 + 0.11 * H * (1 + 0.5 * noise(H));
    const jump = (t: number, at: number): number => (t < at ? 0 : Math.cos(t - at));
    const { stretches, inside } = bandFor((t, H) => jump(t, late(H)) - jump(t, 10));
    expect(inside).toBeGreaterThan(0.95);
    for (const { from, to, asymptotic } of stretches) {
      if (times[to - 1] < 9) expect(asymptotic).toBe(true);
      else if (times[from] > 9.5) expect(asymptotic).toBe(false);
    }
  });

  it('differences without a pattern are not asymptotic, and the band is as wide as what was seen', () => {
    const { band, stretches, inside } = bandFor((t, H) => 1e-2 * noise(100 * t + H));
    expect(stretches.some(({ asymptotic }) => asymptotic)).toBe(false);
    expect(inside).toBeGreaterThan(0.95);
    expect(Math.max(...band)).toBeLessThan(0.06);
  });

  it('two runs do not show an order', () => {
    const d1 = times.map((t) => 1e-3 * Math.sin(t));
    const { stretches, band } = errorBand(d1, undefined, 1);
    expect(stretches.some(({ asymptotic }) => asymptotic)).toBe(false);
    expect(band.every((x, k) => x >= Math.abs(d1[k]))).toBe(true);
  });

  it('a run that diverges with the coarsest step does not widen the band beyond the other two', () => {
    const { band, stretches } = bandFor((t, H) => (H === 4 ? 1e9 * Math.exp(t) : 1e-3 * H));
    expect(stretches.some(({ asymptotic }) => asymptotic)).toBe(false);
    expect(Math.max(...band)).toBeLessThan(3e-3);
  });
});

describe('points that runs have in common', () => {
  it('common points are the times of all runs, at events their last row', () => {
    const fine = { names: ['time'], data: [Float64Array.of(0, 1, 2, 2, 3, 4)] };
    const coarse = { names: ['time'], data: [Float64Array.of(0, 2 - 1e-9, 2.5, 4)] };
    const { times: common, rows } = commonRows([fine, coarse], 1);
    expect([...common]).toEqual([0, 2, 4]);
    expect(rows.map((row) => [...row])).toEqual([
      [0, 3, 5],
      [0, 1, 3],
    ]);
  });

  it('between two common points the wider band counts, and behind the last one its own', () => {
    const band = bandOver(
      placesOf(Float64Array.of(0, 0.5, 1, 1.5, 3), Float64Array.of(0, 1, 2)),
      Float64Array.of(1, 5, 2),
    );
    expect([...band]).toEqual([1, 5, 5, 5, 2]);
  });

  it('the running maximum takes the largest value within its reach', () => {
    const values = Float64Array.from({ length: 50 }, (_, k) => noise(k));
    for (const reach of [0, 1, 4, 60]) {
      const expected = values.map((_, k) => Math.max(...values.slice(Math.max(0, k - reach), k + reach + 1)));
      expect(runningMaximum(values, reach)).toEqual(expected);
    }
  });
});

describe('the range of a column', () => {
  it('counts as a millionth of the magnitude at least, so that a column at rest has a small share', () => {
    const shareOf = (offset: number): { share: number; largest: number } => {
      const [run, ...coarser] = [1, 2, 4].map((every) => {
        const times = Float64Array.from({ length: 96 / every + 1 }, (_, n) => n * every * 0.01);
        return {
          names: ['time', 'x'],
          data: [times, times.map((t) => offset + 4e-5 * t + 1e-6 * every * t)],
        };
      });
      return columnBands({ run, coarser, step: 0.01 }, [{ name: 'x', unit: 'N' }])[0].error;
    };
    const [free, resting] = [shareOf(0), shareOf(4000)];
    expect(free.share).toBeCloseTo(free.largest / (0.96 * 4.1e-5), 6);
    expect(resting.largest).toBeCloseTo(free.largest, 8);
    expect(resting.share).toBeCloseTo(resting.largest / 4e-3, 6);
  });
});
