import { describe, expect, it } from 'vitest';
import { spectralRadius } from '../../master/advise/accuracy/spectral-radius.ts';
import { couplings } from '../../master/coupling/scheme-registry.ts';
import type { Order } from '../../master/system/system.ts';
import { amplification } from '../../papers/stability/amplification.ts';
import { exponential } from '../../papers/stability/matrix-exponential.ts';
import { limitsOf, stabilityMap } from '../../papers/stability/stability-maps.ts';
import { twoMasses } from '../../papers/stability/two-mass-oscillator.ts';
import { csv } from '../../papers/stability/write-stability.ts';

const radiusOf = (scheme: string, order: Order, H: number, stiffness = 1, mass = 1): number => {
  const result = amplification(twoMasses(stiffness, mass), couplings.named(scheme, 'test'), order, H);
  return 'radius' in result ? result.radius : Number.NaN;
};

/** Returns e^(Z H) of [A B; 0 0]: the response of a unit to its state and to held inputs. */
function flow(A: number[][], B: number[][], H: number): number[][] {
  const m = B[0].length;
  const augmentedMatrix = [
    ...A.map((row, i) => [...row, ...B[i]]),
    ...Array.from({ length: m }, () => new Array(A.length + m).fill(0)),
  ];
  return exponential(augmentedMatrix.map((row) => row.map((z) => z * H)));
}

/**
 * Returns the closed form for held values, with the state (x₁, x₂, F).
 *
 * The first unit holds the second's motion at t_n: F = C x₁(t_{n+1}) + D x₂(t_n). Under Jacobi the
 * second unit holds F(t_n). Under Gauss–Seidel the first unit receives x₂(t_{n+1}) of the second,
 * which steps first.
 */
function closed(scheme: 'jacobi' | 'gauss-seidel', H: number, stiffness: number, mass: number): number {
  const [one, two] = twoMasses(stiffness, mass).units;
  const P = flow(one.A, one.B, H);
  const Q = flow(two.A, two.B, H);
  const M = new Float64Array(25);
  const second = (r: number): number[] => [0, 0, Q[r][0], Q[r][1], Q[r][2]];
  // What the first unit holds: rows over the state.
  const inputRows =
    scheme === 'jacobi'
      ? [
          [0, 0, 1, 0, 0],
          [0, 0, 0, 1, 0],
        ]
      : [second(0), second(1)];
  const first = (r: number): number[] =>
    [0, 1, 2, 3, 4].map((j) => (j < 2 ? P[r][j] : 0) + P[r][2] * inputRows[0][j] + P[r][3] * inputRows[1][j]);
  const force = [0, 1, 2, 3, 4].map(
    (j) =>
      one.C[0][0] * first(0)[j] +
      one.C[0][1] * first(1)[j] +
      one.D[0][0] * inputRows[0][j] +
      one.D[0][1] * inputRows[1][j],
  );
  [first(0), first(1), second(0), second(1), force].forEach((row, r) => {
    M.set(row, 5 * r);
  });
  return spectralRadius(M, 5);
}

describe('amplification from running a scheme', () => {
  it.each(['jacobi', 'gauss-seidel'] as const)(
    'the amplification of %s with held values equals its closed form',
    (scheme) => {
      for (const stiffness of [0.01, 1, 100])
        for (const mass of [0.01, 1, 100])
          for (const H of [0.01, 0.3, 3]) {
            const [radius, is] = [
              radiusOf(scheme, 0, H, stiffness, mass),
              closed(scheme, H, stiffness, mass),
            ];
            expect(Math.abs(radius / is - 1), `${stiffness} ${mass} ${H}`).toBeLessThan(1e-6);
          }
    },
  );

  it('the amplification tends to that of the exact solution as H tends to 0, for every scheme with equal steps', () => {
    // Of equal masses the slower motion is the one in which the spring between does nothing: ẍ +
    // 0.1 ẋ + x = 0.
    const slowest = Math.exp(-0.05 * 1e-3);
    const all = couplings.all.filter(({ traits }) => traits.adaptive !== true);
    const radii = all.map((scheme) => [scheme.name, radiusOf(scheme.name, 0, 1e-3)] as const);
    expect(radii.filter(([, radius]) => !Number.isNaN(radius)).length).toBeGreaterThan(6);
    for (const [name, radius] of radii)
      if (!Number.isNaN(radius)) expect(Math.abs(radius - slowest), name).toBeLessThan(1e-5);
  });

  it('all schemes that solve have equal amplification, below 1 with a stiff spring and a large step, where others grow', () => {
    const solving = couplings.all.filter(({ traits }) => traits.implicit && traits.adaptive !== true);
    const radii = solving.map(({ name }) => radiusOf(name, 1, 1, 100, 1)).filter((radius) => radius < 1);
    expect(radii.length).toBeGreaterThan(3);
    for (const radius of radii.slice(1, 4)) expect(Math.abs(radius / radii[0] - 1)).toBeLessThan(1e-6);
    for (const name of ['jacobi', 'gauss-seidel']) expect(radiusOf(name, 1, 1, 100, 1)).toBeGreaterThan(1.05);
  });

  it('the radius predicts stability: a run below 1 does not grow, a run above 1 does', () => {
    expect(radiusOf('jacobi', 1, 0.05)).toBeLessThan(1);
    expect(radiusOf('jacobi', 1, 3)).toBeGreaterThan(1);
  });
});

describe('a stability map', () => {
  const map = stabilityMap(couplings.named('jacobi', 'test'), 0, 'stiffness', {
    ratios: [0.1, 1, 10],
    steps: [0.01, 0.1, 1, 10],
  });

  it('the map ends at radius 1, sooner with a stiffer spring', () => {
    const limits = limitsOf(map);
    expect(limits[1]).toBeGreaterThan(limits[2]);
    for (const [i, limit] of limits.entries()) {
      const stable = map.steps.filter((_, k) => map.radii[i].slice(0, k + 1).every((radius) => radius <= 1));
      expect(limit).toBeGreaterThanOrEqual(Math.max(0, ...stable));
      if (stable.length < map.steps.length) expect(limit).toBeLessThanOrEqual(map.steps[stable.length]);
    }
  });

  it('the limit is unlimited if all steps are stable, and zero if no step is', () => {
    const row = (...radii: number[]): number => limitsOf({ ...map, steps: [1, 2], radii: [radii] })[0];
    expect([row(0.5, 1), row(1.1, 0.5), row(Number.NaN, 0.5)]).toEqual([Number.POSITIVE_INFINITY, 0, 0]);
    expect(row(0.5, 2)).toBeCloseTo(Math.SQRT2, 9);
    expect(row(0.5, Number.NaN)).toBe(1);
  });

  it('the data have a row for each step, with both ratios', () => {
    const rows = csv([map]).trim().split('\n');
    expect(rows).toHaveLength(1 + 12);
    expect(rows[1]).toMatch(/^jacobi,0,0\.1,1,0\.01,0\.99\d+$/);
  });
});

describe('the spectral radius of a matrix', () => {
  it('the spectral radius is that of the largest eigenvalue, complex pairs and defective ones included', () => {
    expect(spectralRadius(Float64Array.of(0, -2, 2, 0), 2)).toBeCloseTo(2, 12);
    expect(spectralRadius(Float64Array.of(3, 1, 0, 3), 2)).toBeCloseTo(3, 7);
    expect(spectralRadius(Float64Array.of(0, 1, 0, 0), 2)).toBe(0);
    expect(spectralRadius(Float64Array.of(1, Number.NaN, 0, 1), 2)).toBeNaN();
  });
});
