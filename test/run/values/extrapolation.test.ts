import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byOrder, extrapolations } from '../../../master/extrapolation/extrapolation-registry.ts';
import { notEmpty } from '../../not-empty.ts';
import { exported } from '../../seams/support/sections.ts';

const { extrapolations: customExtrapolations = [] } = await exported('extrapolation');
const step = fc.double({ min: 1e-4, max: 1, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const coefficients = (degree: number): fc.Arbitrary<number[]> =>
  fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: degree + 1, maxLength: degree + 1 });

describe.each(
  [...notEmpty('extrapolations', extrapolations.all), ...customExtrapolations].map(
    (extrapolation) => [extrapolation.name, extrapolation] as const,
  ),
)('extrapolation %s', (_, extrapolation) => {
  const { history, order } = extrapolation;
  /** Extrapolates from y and its slope at the present time. */
  const extrapolate = (y: (t: number) => number, slope: number, H: number, tau: number): number => {
    const values = Array.from({ length: history + 1 }, (_, k) => y(-k * H));
    const past = Float64Array.from([...values, ...(extrapolation.slope === true ? [slope] : [])]);
    const slopes = new Float64Array(2);
    extrapolation.slopes(past, 0, H, slopes, 0);
    return past[0] + slopes[0] * tau + 0.5 * slopes[1] * tau * tau;
  };

  it('extrapolation continues every polynomial of its order', () => {
    fc.assert(
      fc.property(coefficients(order), step, share, (c, H, part) => {
        const y = (t: number): number => c.reduceRight((sum, a) => sum * t + a, 0);
        expect(extrapolate(y, c[1] ?? 0, H, part * H)).toBeCloseTo(y(part * H), 8);
      }),
    );
  });

  it('extrapolation converges at its order + 1 in H', () => {
    const error = (H: number): number => Math.abs(extrapolate(Math.exp, 1, H, H) - Math.exp(H));
    expect(Math.log2(error(0.02) / error(0.01))).toBeCloseTo(order + 1, 1);
  });

  it('extrapolation writes its slopes to the given index only', () => {
    const slopes = new Float64Array(6);
    extrapolation.slopes(Float64Array.of(9, 1, 4, 2, 7), 1, 0.5, slopes, 2);
    expect([slopes[0], slopes[1], slopes[4], slopes[5]]).toEqual([0, 0, 0, 0]);
  });
});

it('a replacement for short history needs only the available values', () => {
  for (const [n, extrapolation] of byOrder.entries()) expect(extrapolation.history).toBeLessThanOrEqual(n);
});
