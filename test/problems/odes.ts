import { FiniteDifferences } from '../../fmu-sdk/solver/finite-differences.ts';
import { singleColumns } from '../../fmu-sdk/solver/linear-algebra/column-groups.ts';
import { fullMatrix } from '../../fmu-sdk/solver/linear-algebra/sparse-matrix.ts';
import type { OdeProblem } from '../../fmu-sdk/solver/ode-integrator.ts';
import { fillMatrix } from '../../fmu-sdk/solver/solver-slopes.ts';

/** Initial-value problems with known solutions. */
export interface Ode extends OdeProblem {
  name: string;
  start: number[];
  exact?(t: number): number[];
}

function ode(
  name: string,
  start: number[],
  f: (t: number, x: Float64Array, dx: Float64Array) => void,
  exact?: (t: number) => number[],
): Ode {
  const n = start.length;
  const J = fullMatrix(n);
  const columns = singleColumns(n);
  const sizes = new Float64Array(n).fill(1e-3);
  return {
    name,
    n,
    start,
    exact,
    derivatives: (t, x, dx) => {
      f(t, x, dx);
      return true;
    },
    jacobian(t, x, fx) {
      fillMatrix(new FiniteDifferences(this, sizes).at(t, x, fx), columns, J);
      return J;
    },
  };
}

/** ẋ = x cos t, x = e^(sin t). */
export const wave: Ode = ode(
  'wave',
  [1],
  (t, x, dx) => {
    dx[0] = x[0] * Math.cos(t);
  },
  (t) => [Math.exp(Math.sin(t))],
);

/** Prothero & Robinson (1974): ẋ = λ (x − cos t) − sin t, x = cos t. */
export const protheroRobinson = (lambda: number): Ode =>
  ode(
    'Prothero–Robinson',
    [1],
    (t, x, dx) => {
      dx[0] = lambda * (x[0] - Math.cos(t)) - Math.sin(t);
    },
    (t) => [Math.cos(t)],
  );

/** Circular orbit of radius and period 1·2π: Kepler's problem. */
export const orbit: Ode = ode(
  'orbit',
  [1, 0, 0, 1],
  (_, x, dx) => {
    const r3 = (x[0] * x[0] + x[1] * x[1]) ** 1.5;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = -x[0] / r3;
    dx[3] = -x[1] / r3;
  },
  (t) => [Math.cos(t), Math.sin(t), -Math.sin(t), Math.cos(t)],
);

/** Robertson (1966), three reactions: the classical stiff problem. */
export const robertson: Ode = ode('Robertson', [1, 0, 0], (_, x, dx) => {
  dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
  dx[2] = 3e7 * x[1] * x[1];
  dx[1] = -dx[0] - dx[2];
});

/**
 * Solution of Robertson's problem. The value at 40 is that of Hairer & Wanner (1996). All have 13
 * digits by Radau IIA of order 5 (SciPy), rtol 1e-13. The value at 1e11 is from the Test Set for
 * IVP Solvers (Mazzia & Magherini 2008), II-14.
 */
export const robertsonReference: [number, number[]][] = [
  [0.4, [0.98517211386099, 3.3863953789749e-5, 0.0147940221852205]],
  [40, [0.715827068719403, 9.18553476455765e-6, 0.284163745745831]],
  [4e3, [0.183202257776721, 8.94237125277666e-7, 0.816796847986149]],
  [1e11, [0.2083340149701255e-7, 0.8333360770334713e-13, 0.999999979166505]],
];

/** van der Pol's oscillator with damping μ (Hairer & Wanner 1996, IV.1, unscaled time). */
export const vanDerPol = (mu: number): Ode =>
  ode('van der Pol', [2, 0], (_, x, dx) => {
    dx[0] = x[1];
    dx[1] = mu * (1 - x[0] * x[0]) * x[1] - x[0];
  });

/**
 * Reference solutions as [μ, t, solution].
 *
 * - μ = 1000: Test Set for IVP Solvers (Mazzia & Magherini 2008), II-10.
 * - μ = 1: Radau IIA of order 5 (SciPy), rtol 1e-12.
 */
export const vanDerPolReference: [number, number, number[]][] = [
  [1, 20, [2.00814976217, -0.04250887527]],
  [1000, 2000, [1.706167732170483, -0.8928097010247975e-3]],
];
