import { describe, expect, it } from 'vitest';
import { fourBarLayout, quickReturnLayout } from '../../papers/claims/linkage/linkage-frames.ts';

const radians = (degrees: number[]): number[] => degrees.map((angle) => (angle * Math.PI) / 180);

describe('frames of the linkages', () => {
  it('loops close at the published angles to their digits, and at no others', () => {
    const lifting = (z: number[]) => fourBarLayout(radians(z), [9, Math.SQRT2, 2], 3, [0, -1]);
    expect(lifting([0, -135, -45]).open).toBeLessThan(1e-15);
    expect(lifting([1, -135, -45]).open).toBeGreaterThan(0.01);
    const tilting = fourBarLayout(radians([60, -37.9, -93.58]), [2, 8, 5], 2, [10, 0]);
    expect(tilting.open).toBeLessThan(2e-3);
    const [open, off] = [
      [76.22, 96.89, 6.89, 30.59, 45.63],
      [76.22, 96.89, 6.89, 40, 45.63],
    ].map((z) => quickReturnLayout(radians(z)).open);
    expect(open).toBeLessThan(5e-4);
    expect(off).toBeGreaterThan(0.05);
  });

  it('joints lie at the ends of the rods', () => {
    const { chains } = quickReturnLayout(radians([90, 90, 0, 0, 0]));
    const rounded = chains.map((chain) =>
      chain.map((point) => point.map((x) => Math.round(1e9 * x) / 1e9 + 0)),
    );
    expect(rounded).toEqual([
      [
        [0, 0],
        [0, 5],
        [-1.2, 5],
      ],
      [
        [0, 3],
        [1, 3],
      ],
    ]);
  });
});
