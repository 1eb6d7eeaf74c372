import { describe, expect, it } from 'vitest';
import { FiniteDifferences } from '../../fmu-sdk/solver/finite-differences.ts';
import { groupColumns } from '../../fmu-sdk/solver/linear-algebra/column-groups.ts';
import { sparseMatrix, transposed } from '../../fmu-sdk/solver/linear-algebra/sparse-matrix.ts';
import { Bdf, bdf } from '../../fmu-sdk/solver/methods/bdf.ts';
import { BdfCoefficients } from '../../fmu-sdk/solver/methods/bdf-coefficients.ts';
import { Nordsieck } from '../../fmu-sdk/solver/methods/nordsieck.ts';
import { fillMatrix } from '../../fmu-sdk/solver/solver-slopes.ts';
import { type Ode, wave } from '../problems/odes.ts';
import { orderByTolerance } from './order-by-tolerance.ts';

/**
 * Coefficients of BDF with equal steps: Σ αⱼ x_{n+1−j} = h f (Hairer & Wanner 1996, V.1, divided by
 * the leading coefficient, 1 / l₁).
 */
const equalSteps = [
  [1],
  [4 / 3, -1 / 3],
  [18 / 11, -9 / 11, 2 / 11],
  [48 / 25, -36 / 25, 16 / 25, -3 / 25],
  [300 / 137, -300 / 137, 200 / 137, -75 / 137, 12 / 137],
];
const leading = [1, 2 / 3, 6 / 11, 12 / 25, 60 / 137];

describe.each([1, 2, 3, 4, 5])('BDF of order %i', (q) => {
  it('uses the coefficients of BDF with equal steps', () => {
    const coefficients = new BdfCoefficients();
    coefficients.past.fill(0.1);
    coefficients.set(q, 0.1, true);
    expect(1 / coefficients.l[1]).toBeCloseTo(leading[q - 1], 14);
    // Factor of x⁽q⁺¹⁾ h^(q+1), the distance between x and the predicted point.
    expect(coefficients.error).toBeCloseTo(leading[q - 1] / (q + 1), 14);
    // A step is linear in the previous points. Set each of them to 1 and the others to 0.
    for (let k = 1; k <= q; k++) {
      const history = new Nordsieck(1);
      interpolating(q, k).forEach((z, j) => {
        history.z[j][0] = z;
      });
      const [x, slope] = [new Float64Array(1), new Float64Array(1)];
      history.predict(x, slope);
      // h f = 0: l₁ e = −slope.
      expect(x[0] - slope[0] / coefficients.l[1]).toBeCloseTo(equalSteps[q - 1][k - 1], 12);
    }
  });

  it('converges at its order as the tolerance falls', () => {
    const order = orderByTolerance(
      (relative) => new Bdf(wave, { relative, absolute: Float64Array.of(relative) }, q),
      1e-3,
      q === 1 ? 1e-7 : 1e-10,
    );
    expect(order).toBeGreaterThan(q - 0.25);
    expect(order).toBeLessThan(q + 0.6);
  });
});

/**
 * Returns the coefficients of a polynomial. It is 1 at the k-th of the points 0, −1, …, 1 − q and 0
 * at the others.
 *
 * A step of order q uses only these points: adding s (s + 1) … (s + q − 1) does not change it.
 */
function interpolating(q: number, k: number): number[] {
  let polynomial = [1];
  for (let m = 0; m < q; m++) {
    if (m === k - 1) continue;
    const at = -m;
    const scale = 1 / (-(k - 1) - at);
    const next = new Array<number>(polynomial.length + 1).fill(0);
    polynomial.forEach((c, j) => {
      next[j + 1] += c * scale;
      next[j] -= c * at * scale;
    });
    polynomial = next;
  }
  return polynomial;
}

/** Returns a rod of n cells with insulated ends, whose total heat is constant. */
function rod(n: number, k: number): Ode & { evaluations: number; jacobians: number } {
  const columnsOf = Array.from({ length: n }, (_, i) => [i - 1, i, i + 1].filter((j) => j >= 0 && j < n));
  const J = sparseMatrix(transposed(columnsOf));
  const groups = groupColumns(columnsOf);
  return {
    name: 'rod',
    n,
    start: columnsOf.map((_, i) => (i < n / 2 ? 1 : 0)),
    evaluations: 0,
    jacobians: 0,
    derivatives(_t, x, dx) {
      this.evaluations++;
      for (let i = 0; i < n; i++) {
        const left = i > 0 ? x[i - 1] - x[i] : 0;
        const right = i < n - 1 ? x[i + 1] - x[i] : 0;
        dx[i] = k * (left + right);
      }
      return true;
    },
    jacobian(t, x, f) {
      this.jacobians++;
      fillMatrix(new FiniteDifferences(this, new Float64Array(n).fill(1)).at(t, x, f), groups, J);
      return J;
    },
  };
}

describe('BDF on a rod with insulated ends', () => {
  const n = 400;
  const ode = rod(n, n * n);
  const integrator = bdf.create(ode, { relative: 1e-6, absolute: new Float64Array(n).fill(1e-8) });
  integrator.restart(0, Float64Array.from(ode.start));
  let steps = 0;
  let lost = 0;
  while (integrator.t < 0.1) {
    integrator.step(0.1);
    steps++;
    lost = Math.max(lost, Math.abs(integrator.x.reduce((sum, x) => sum + x, 0) - n / 2));
  }

  it('conserves heat up to rounding and the tolerance of the iteration', () => {
    expect(lost).toBeLessThan(1e-6 * (n / 2));
  });

  it('takes longer steps than explicit methods can, with few evaluations and few Jacobians', () => {
    // An explicit method would need k · 4 / 3.3 · 0.1 ≈ 19 000 steps.
    expect(steps).toBeLessThan(500);
    expect(ode.evaluations).toBeLessThan(2 * steps);
    expect(ode.jacobians).toBeLessThan(0.1 * steps);
  });
});

it.each([1, 2, 3, 4])(
  'order %i changes to the next order with a polynomial through all its own points',
  (q) => {
    const [coefficients, history] = [new BdfCoefficients(), new Nordsieck(1)];
    const [x, slope, e] = [new Float64Array(1), new Float64Array(1), new Float64Array(1)];
    // ẋ = cos t, whose derivatives at 0 give the initial coefficients.
    [0, 1, 0, -1 / 6, 0, 1 / 120].slice(0, q + 1).forEach((z, j) => {
      history.z[j][0] = z * 0.1 ** j;
    });
    coefficients.past.fill(0.1);
    const points = [{ t: 0, x: 0 }];
    let h = 0.1;
    for (const next of [0.1, 0.13, 0.08, 0.11, 0.15, 0.07, 0.12, 0.09]) {
      history.rescale(next / h);
      h = next;
      coefficients.set(q, h, false);
      history.predict(x, slope);
      const t = points[0].t + h;
      e[0] = (h * Math.cos(t) - slope[0]) / coefficients.l[1];
      history.advance(coefficients.l, e);
      coefficients.advance(h);
      points.unshift({ t, x: history.z[0][0] });
    }
    const [now] = points;
    history.increase(q, h, coefficients.past, e);
    for (const point of points.slice(0, q + 1)) {
      history.interpolate((point.t - now.t) / h, x);
      expect(x[0]).toBeCloseTo(point.x, 13);
    }
    expect(history.z[1][0]).toBeCloseTo(h * Math.cos(now.t), 14);
  },
);
