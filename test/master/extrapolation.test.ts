import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearSlope, quadraticCurvature, quadraticSlope } from '../../master/extrapolation/lagrange.ts';

const coefficient = fc.double({ min: -100, max: 100, noNaN: true });
const step = fc.double({ min: 1e-4, max: 1, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('Lagrange extrapolation', () => {
  it('of order 1 continues every line', () => {
    fc.assert(
      fc.property(coefficient, coefficient, step, share, (a, b, H, tau) => {
        const y = (t: number): number => a + b * t;
        expect(y(0) + linearSlope(y(0), y(-H), H) * tau * H).toBeCloseTo(y(tau * H), 9);
      }),
    );
  });

  it('of order 2 continues every parabola', () => {
    fc.assert(
      fc.property(coefficient, coefficient, coefficient, step, share, (a, b, c, H, tau) => {
        const y = (t: number): number => a + b * t + c * t * t;
        const [y0, y1, y2] = [y(0), y(-H), y(-2 * H)];
        const t = tau * H;
        const extrapolated =
          y0 + quadraticSlope(y0, y1, y2, H) * t + 0.5 * quadraticCurvature(y0, y1, y2, H) * t * t;
        expect(extrapolated).toBeCloseTo(y(t), 8);
      }),
    );
  });
});
