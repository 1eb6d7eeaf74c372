import { describe, expect, it } from 'vitest';
import { EventLocation } from '../../../fmu-sdk/host/fmi-driver/events/event-location.ts';

/** Time of the first change of z(t) = v t − ½ g t² + z₀ in (0, 1]. */
const located = (z0: number, v: number, g: number): number => locatedOf((t) => z0 + t * (v - 0.5 * g * t));

/** Time of the first change of any of these in (0, 1]. */
function locatedOf(...indicators: ((t: number) => number)[]): number {
  const location = new EventLocation(indicators.length);
  const end = new Float64Array(indicators.length);
  let last = Number.NaN;
  const eventTime = location.locate(
    (t, z) => {
      last = t;
      z.set(indicators.map((at) => at(t)));
    },
    0,
    1,
    Float64Array.from(indicators, (at) => at(0)),
    end,
  );
  if (Number.isNaN(eventTime)) {
    expect(last).toBe(1);
    expect([...end]).toEqual(indicators.map((at) => at(1)));
  }
  return eventTime;
}

describe('an indicator that is 0 at the start of a step', () => {
  it.each([0.4, 0.04, 4e-5, 4e-11])(
    'an indicator that starts at 0 changes at once if it is positive for %f of the step',
    (share) => {
      const t = located(0, 0.5 * 10 * share, 10);
      expect(t).toBeGreaterThan(0);
      expect(t).toBeLessThan(1e-12);
    },
  );

  it('an indicator that starts at 0 and falls or stays 0 does not change', () => {
    expect(located(0, -1, 10)).toBeNaN();
    expect(located(0, 0, 0)).toBeNaN();
  });

  it('an indicator that starts at 0 changes when it returns from just above 0', () => {
    expect(located(Number.MIN_VALUE, 0.5 * 10 * 0.1, 10)).toBeCloseTo(0.1, 12);
  });
});

describe('an indicator that is 0 within rounding at the start of a step', () => {
  it.each([0.4, 1e-3, 1e-6, 1e-9, 1e-12])(
    'an indicator that starts at 0 within rounding changes at once if it is positive for %f of the step',
    (share) => {
      const v = 0.5 * 10 * share;
      const t = located(-1e-16 * v, v, 10);
      expect(t).toBeGreaterThan(0);
      expect(t).toBeLessThan(1e-15);
    },
  );
});

describe('an indicator that changes twice', () => {
  it.each([0.03, 0.2, 0.4, 0.61, 0.97])(
    'two close changes of an indicator at %f of the step are detected',
    (at) => {
      for (const width of [1e-2, 1e-4, 1e-7])
        for (const side of [-1, 1])
          expect(locatedOf((t) => side * (t - at) * (t - at - width))).toBeCloseTo(at, 14);
    },
  );

  it('double changes of a shape other than a parabola are detected', () => {
    expect(locatedOf((t) => (t - 0.31) * (t - 0.33) * (t + 1) * (2 - t))).toBeCloseTo(0.31, 14);
    expect(locatedOf((t) => Math.cos(t - 0.6) - 0.9999)).toBeCloseTo(0.6 - Math.acos(0.9999), 12);
  });

  it('the earlier of two double changes, or of a double and a single change, is detected', () => {
    const twice = (at: number) => (t: number) => (t - at) * (t - at - 1e-3);
    expect(locatedOf(twice(0.42), twice(0.41))).toBeCloseTo(0.41, 14);
    expect(locatedOf((t) => 0.2 - t, twice(0.1))).toBeCloseTo(0.1, 14);
    expect(locatedOf((t) => 0.45 - t, twice(0.4))).toBeCloseTo(0.4, 14);
  });

  it('the search for double changes needs at most four evaluations while the indicator is far from 0', () => {
    let looks = 0;
    locatedOf((t) => {
      looks++;
      return 1 + 0.1 * (t - 0.4) * (t - 0.4);
    });
    // One for the start, one for the verification at the end.
    expect(looks).toBe(4 + 2);
  });
});
