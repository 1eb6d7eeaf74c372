import { describe, expect, it } from 'vitest';
import { EventLocation } from '../../../fmu-sdk/host/drive/event-location.ts';

/** Time of the first change of z(t) = v t − ½ g t² + z₀ in (0, 1]. */
function located(z0: number, v: number, g: number): number {
  const at = (t: number): number => z0 + t * (v - 0.5 * g * t);
  const location = new EventLocation(1);
  return location.locate(
    (t, z) => {
      z[0] = at(t);
    },
    0,
    1,
    Float64Array.of(at(0)),
    new Float64Array(1),
  );
}

describe('an indicator that is 0 where a step begins', () => {
  it.each([0.4, 0.04, 4e-5, 4e-11])('and is above it for %f of the step has changed at once', (share) => {
    const t = located(0, 0.5 * 10 * share, 10);
    expect(t).toBeGreaterThan(0);
    expect(t).toBeLessThan(1e-12);
  });

  it('and falls, or stays there, has not changed', () => {
    expect(located(0, -1, 10)).toBeNaN();
    expect(located(0, 0, 0)).toBeNaN();
  });

  it('just above changes where it comes back', () => {
    expect(located(Number.MIN_VALUE, 0.5 * 10 * 0.1, 10)).toBeCloseTo(0.1, 12);
  });
});
