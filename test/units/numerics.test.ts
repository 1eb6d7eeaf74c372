import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorFile } from '../../fmu-sdk/build/lint/resolve-import.ts';
import { createModuleLoader } from '../../fmu-sdk/build/reference-run/load-reference.ts';
import { root } from '../setup.ts';
import { orders } from './sealed.ts';

type Lu = typeof import('../../units/numerics/lu');
type Ldl = typeof import('../../units/numerics/ldl');
type Problems = typeof import('../problems/quadratures');
type Integrators = typeof import('../../units/numerics/adams-bashforth') &
  typeof import('../../units/numerics/dormand-prince') &
  typeof import('../../units/numerics/forward-euler') &
  typeof import('../../units/numerics/rk4') &
  typeof import('../../units/numerics/trapezoidal');
type Signal = typeof import('../../units/numerics/piecewise-linear');
type Method = 'DormandPrince' | 'ForwardEuler' | 'RK4' | 'Trapezoidal';

let lu: Lu;
let ldl: Ldl;
let problems: Problems;
let integrators: Integrators;
let signal: Signal;
let author: { failure: { message: string }; numberText: (x: number) => string };

beforeAll(async () => {
  const load = await createModuleLoader();
  author = load(authorFile) as unknown as typeof author;
  const numerics = (name: string) => load(join(root, 'units/numerics', `${name}.ts`));
  lu = numerics('lu') as unknown as Lu;
  ldl = numerics('ldl') as unknown as Ldl;
  integrators = {
    ...numerics('adams-bashforth'),
    ...numerics('dormand-prince'),
    ...numerics('forward-euler'),
    ...numerics('rk4'),
    ...numerics('trapezoidal'),
  } as unknown as Integrators;
  signal = numerics('piecewise-linear') as unknown as Signal;
  problems = load(join(root, 'test/problems/quadratures.ts')) as unknown as Problems;
});

const array = (values: readonly number[]): StaticArray<number> =>
  Float64Array.from(values) as unknown as StaticArray<number>;

const matrix = fc.integer({ min: 1, max: 8 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    a: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n * n, maxLength: n * n }),
    x: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n }),
  }),
);

const product = (a: readonly number[], x: readonly number[], n: number): number[] =>
  x.map((_, i) => x.reduce((sum, xj, j) => sum + a[i * n + j] * xj, 0));

describe('dense linear algebra', () => {
  it('LU solves random systems with a residual of rounding size', () => {
    fc.assert(
      fc.property(matrix, ({ n, a, x }) => {
        // Rows are shifted so that the pivots are off the diagonal and the matrix is regular.
        const shifted = a.map((value, k) => value + ((Math.floor(k / n) + 1) % n === k % n ? 2 * n : 0));
        const b = product(shifted, x, n);
        const factors = array(shifted);
        const pivot = new Int32Array(n) as unknown as StaticArray<number>;
        expect(lu.luFactor(factors, pivot, n)).toBe(true);
        const solution = array(b);
        lu.luSolve(factors, pivot, n, solution);
        for (let i = 0; i < n; i++) expect(solution[i]).toBeCloseTo(x[i], 12);
      }),
    );
  });

  it('LU rejects a singular matrix', () => {
    const pivot = new Int32Array(2) as unknown as StaticArray<number>;
    expect(lu.luFactor(array([1, 2, 2, 4]), pivot, 2)).toBe(false);
    expect(lu.luFactor(array([0, 0, 0, 0]), pivot, 2)).toBe(false);
  });

  it('LDL solves random positive definite systems and rejects an indefinite one', () => {
    fc.assert(
      fc.property(matrix, ({ n, a, x }) => {
        const spd = a.map((_, k) => {
          const [i, j] = [Math.floor(k / n), k % n];
          let sum = i === j ? 0.5 : 0;
          for (let l = 0; l < n; l++) sum += a[i * n + l] * a[j * n + l];
          return sum;
        });
        const solution = array(product(spd, x, n));
        const factors = array(spd);
        expect(ldl.ldlFactor(factors, n)).toBe(true);
        ldl.ldlSolve(factors, n, solution);
        for (let i = 0; i < n; i++) expect(solution[i]).toBeCloseTo(x[i], 11);
      }),
    );
    expect(ldl.ldlFactor(array([1, 2, 2, 1]), 2)).toBe(false);
  });
});

/** Largest error over [0, 2] with `n` steps. */
function errorOf(method: Method, n: number, analytic: boolean): number {
  const problem = new problems.Quadratures();
  problem.analytic = analytic;
  const integrator = new integrators[method](problem);
  const [x, exact] = [array([1, 1]), array([0, 0])];
  const h = 2 / n;
  let error = 0;
  for (let i = 0; i < n; i++) {
    integrator.step(i * h, h, x);
    problem.exact((i + 1) * h, exact);
    error = Math.max(error, Math.abs(x[0] - exact[0]), Math.abs(x[1] - exact[1]));
  }
  return error;
}

describe('integrators', () => {
  it.each([
    ['ForwardEuler', 1],
    ['RK4', 4],
    ['Trapezoidal', 2],
  ] as const)('%s converges at order %i', (method, order) => {
    for (const measured of orders([40, 80, 160].map((n) => errorOf(method, n, true)))) {
      expect(Math.abs(measured - order)).toBeLessThan(0.12);
    }
  });

  it('AdamsBashforth of order p integrates polynomials of degree p − 1 exactly after its first p − 1 steps', () => {
    for (const order of [1, 2, 3, 4]) {
      const problem = new problems.Dahlquist(-1);
      problem.rhs = (t, _x, dx) => {
        dx[0] = order * t ** (order - 1);
      };
      const integrator = new integrators.AdamsBashforth(problem);
      integrator.order = order;
      const x = array([0]);
      const errors = Array.from({ length: 12 }, (_, k) => {
        integrator.step(k / 4, 1 / 4, x);
        return x[0] - ((k + 1) / 4) ** order;
      });
      for (const error of errors.slice(order - 1)) expect(error).toBeCloseTo(errors[order - 1], 12);
    }
  });

  it('DormandPrince converges at order 5', () => {
    const measured = orders([40, 80, 160].map((n) => errorOf('DormandPrince', n, true)));
    for (const order of measured) expect(Math.abs(order - 5)).toBeLessThan(0.7);
    // The term of order 6 is large here. It goes.
    expect(measured[1]).toBeLessThan(measured[0]);
  });

  it('DormandPrince by tolerance follows it, reaches the end exactly, and costs six evaluations a step', () => {
    const at = (tolerance: number) => {
      const problem = new problems.Quadratures();
      let evaluations = 0;
      const rhs = problem.rhs.bind(problem);
      problem.rhs = (t, x, dx) => {
        evaluations++;
        rhs(t, x, dx);
      };
      const integrator = new integrators.DormandPrince(problem);
      integrator.rtol = integrator.atol = tolerance;
      const [x, exact] = [array([1, 1]), array([0, 0])];
      for (let k = 0; k < 4; k++) integrator.advance(k / 2, (k + 1) / 2, x);
      problem.exact(2, exact);
      expect(evaluations).toBe(1 + 6 * (integrator.steps + integrator.refused));
      return {
        error: Math.max(Math.abs(x[0] - exact[0]), Math.abs(x[1] - exact[1])),
        steps: integrator.steps,
      };
    };
    const [coarse, fine] = [at(1e-4), at(1e-9)];
    expect(coarse.error).toBeLessThan(1e-3);
    expect(fine.error).toBeLessThan(1e-8);
    expect(fine.steps).toBeGreaterThan(2 * coarse.steps);
  });

  it('DormandPrince fails with a reason if no step is small enough', () => {
    const problem = new problems.Dahlquist(-1);
    problem.rhs = (_t, _x, dx) => {
      dx[0] = Number.NaN;
    };
    expect(() => new integrators.DormandPrince(problem).advance(0, 1, array([1]))).toThrow();
    expect(author.failure.message).toMatch(/Dormand-Prince: no step is small enough/);
  });

  it('the trapezoidal rule gives equal results with differences and with the Jacobian', () => {
    expect(errorOf('Trapezoidal', 40, false)).toBeCloseTo(errorOf('Trapezoidal', 40, true), 9);
  });

  it('the trapezoidal rule is stable at h λ = −1e5, forward Euler and RK4 are not', () => {
    const grow = (method: Method): number => {
      const x = array([1]);
      const integrator = new integrators[method](new problems.Dahlquist(-1e6));
      for (let i = 0; i < 4; i++) integrator.step(i * 0.1, 0.1, x);
      return Math.abs(x[0]);
    };
    expect(grow('Trapezoidal')).toBeLessThan(1);
    expect(grow('ForwardEuler')).toBeGreaterThan(1e19);
    expect(grow('RK4')).toBeGreaterThan(1e19);
  });

  it('a Newton iteration that does not converge reports a hint', () => {
    const integrator = new integrators.Trapezoidal(new problems.Quadratures());
    integrator.maxIterations = 1;
    expect(() => integrator.step(0, 1, array([1, 1]))).toThrow();
    expect(author.failure.message).toBe(
      "trapezoidal rule: Newton's iteration did not converge; shorten the internal step h",
    );
  });
});

describe('piecewise-linear signal', () => {
  it('the signal passes through its points, is straight between and constant outside, and takes the later value at a jump', () => {
    const times = array([1, 2, 2, 4, 0, 0]);
    const values = array([0, 10, 20, -20, 7, 7]);
    const at = (t: number): number => signal.piecewiseLinear(times, values, 4, t);
    expect([0, 1, 1.25, 2, 3, 4, 9].map(at)).toEqual([0, 0, 2.5, 20, 0, -20, -20]);
    expect(signal.piecewiseLinear(times, values, 0, 1)).toBe(0);
  });
});

it('numbers in messages have three digits and a power of ten, or all digits of integers below a million', () => {
  const values = [0, 12, -7, 999999, 0.25, -1.2345e-7, 9.996e9, 1e6, Number.POSITIVE_INFINITY, Number.NaN];
  expect(values.map((x) => author.numberText(x)).join(' ')).toBe(
    '0 12 -7 999999 2.50e-1 -1.23e-7 1.00e10 1.00e6 Infinity NaN',
  );
});
