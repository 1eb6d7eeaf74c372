import { beforeAll, describe, expect, it, test } from 'vitest';
import { orders } from '../sealed.ts';
import { array, type Integrator, implicitModules, type Modules, type Problem } from './modules.ts';

let modules: Modules;
beforeAll(async () => {
  modules = await implicitModules();
});

const names = [
  ...['LMS2', 'LMS3', 'LMS4', 'SS2', 'SS3', 'SS4', 'Bathe', 'MSSTC(3)', 'MSSTC(4)', 'MSSTC(5)'],
  ...['MSSTH(3)', 'MSSTH(4)', 'MSSTH(5)', 'ESDIRK3(2)4L[2]SA', 'ESDIRK3(2)5L[2]SA', 'ESDIRK4(3)6L[2]SA2'],
];
const numberOf = (name: string): number => names.indexOf(name) + 1;
const isHigh = (name: string): boolean => /MSSTH|ESDIRK/.test(name);

interface Started<P extends Problem> {
  problem: P;
  integrator: Integrator;
}

function started<P extends Problem & { initial(y: StaticArray<number>): void }>(
  problem: P,
  name: string,
  rho: number,
  published = false,
  tolerance = 1e-13,
): Started<P> {
  const integrator = new modules.implicit.ImplicitIntegrator(problem);
  integrator.configure(tolerance, 50);
  integrator.select(numberOf(name), rho);
  problem.initial(integrator.y);
  integrator.start(0, published);
  return { problem, integrator };
}

function advance({ integrator }: { integrator: Integrator }, T: number, n: number): void {
  for (let k = 0; k < n; k++) integrator.step((k * T) / n, T / n);
}

/** Distance from the exact point in the plane after T with n steps. */
function distance<
  P extends Problem & {
    initial(y: StaticArray<number>): void;
    exact(t: number, y: StaticArray<number>): void;
  },
>(problem: P, name: string, rho: number, T: number, n: number): number {
  const run = started(problem, name, rho, false, 1e-12);
  advance(run, T, n);
  const exact = array([0, 0, 0, 0, 0]);
  problem.exact(T, exact);
  return Math.hypot(run.integrator.y[0] - exact[0], run.integrator.y[1] - exact[1]);
}

describe('implicit methods', () => {
  it('methods have the published names, by number', () => {
    expect(modules.methods.map(({ name }) => name)).toEqual(names);
  });

  const cases = names.flatMap((name) =>
    (name.startsWith('ESDIRK') ? [0] : [0, 0.6, 1]).map((rho) => [name, rho] as const),
  );
  test.each(cases)('%s with ρ∞ = %d has its declared order on a planet’s orbit', (name, rho) => {
    const { order } = modules.methods[numberOf(name) - 1];
    const from = isHigh(name) ? 40 : 200;
    const errors = [from, 2 * from].map((n) => distance(new modules.problems.Kepler(0.3), name, rho, 2, n));
    const [measured] = orders(errors);
    expect(measured).toBeGreaterThan(order - 0.15);
    expect(measured).toBeLessThan(order + 0.15);
  });

  test.each(cases)('%s with ρ∞ = %d has its declared order with a time-dependent r', (name, rho) => {
    const { order } = modules.methods[numberOf(name) - 1];
    const errors = (isHigh(name) ? [20, 40] : [100, 200]).map((n) => {
      const run = started(new modules.problems.Growing(), name, rho);
      advance(run, 2, n);
      return Math.abs(run.integrator.y[0] - Math.exp(Math.sin(2)));
    });
    expect(orders(errors)[0]).toBeGreaterThan(order - 0.3);
  });

  test.each(cases.filter(([name]) => !isHigh(name)))(
    '%s with ρ∞ = %d has order 2 on a pendulum of index 3',
    (name, rho) => {
      const errors = [100, 200].map((n) =>
        distance(new modules.problems.IndexThreePendulum(1.5), name, rho, 1, n),
      );
      expect(orders(errors)[0]).toBeGreaterThan(1.9);
      expect(errors[1]).toBeLessThan(2e-3);
    },
  );

  test.each(names.filter(isHigh))(
    '%s with ρ∞ = 0 converges on a pendulum of index 3, finally with order 2',
    (name) => {
      const errors = [80, 160].map((n) =>
        distance(new modules.problems.IndexThreePendulum(1.5), name, 0, 1, n),
      );
      const [measured] = orders(errors);
      expect(measured).toBeGreaterThan(1.5);
      expect(measured).toBeLessThan(2.2);
      expect(errors[1]).toBeLessThan(5e-4);
    },
  );

  test.each(['MSSTH(3)', 'MSSTH(4)'])('%s with ρ∞ = 1 does not converge on a pendulum of index 3', (name) => {
    const ends = (n: number): number | string => {
      try {
        return distance(new modules.problems.IndexThreePendulum(1.5), name, 1, 1, n);
      } catch {
        return 'given up';
      }
    };
    for (const n of [80, 160]) {
      const end = ends(n);
      expect(end === 'given up' || Number(end) > 0.1).toBe(true);
    }
  });

  test.each(cases)('%s with ρ∞ = %d keeps its order with unknowns relative to each step', (name, rho) => {
    const { order } = modules.methods[numberOf(name) - 1];
    const errors = (isHigh(name) ? [80, 160] : [100, 200]).map((n) => {
      const run = started(new modules.problems.TurningPendulum(1.5), name, rho);
      advance(run, 1, n);
      return Math.abs(run.problem.angle(run.integrator.y) - run.problem.exactAngle(1));
    });
    expect(orders(errors)[0]).toBeGreaterThan(order - 0.3);
  });
});

describe('start of the implicit methods', () => {
  it('zero initial accelerations, as published, cost LMS4 its second order, and solving for them keeps it', () => {
    const errors = (published: boolean): number[] =>
      [100, 200, 400].map((n) => {
        const run = started(new modules.problems.IndexThreePendulum(1.5), 'LMS4', 0.6, published, 1e-12);
        advance(run, 1, n);
        const exact = array([0, 0]);
        run.problem.exact(1, exact);
        return Math.hypot(run.integrator.y[0] - exact[0], run.integrator.y[1] - exact[1]);
      });
    const [solved, zero] = [errors(false), errors(true)];
    expect(orders(solved)[1]).toBeGreaterThan(1.95);
    expect(orders(zero)[1]).toBeLessThan(1.2);
    expect(zero[2]).toBeGreaterThan(20 * solved[2]);
  });

  it('solves for ẏ(0) down to rounding', () => {
    const { integrator } = started(new modules.problems.Kepler(0.3), 'LMS2', 0);
    // ẍ = −1/(1 − e)² at the perihelion, ẏ = √((1 + e)/(1 − e)).
    expect(integrator.ydot[2]).toBeCloseTo(-1 / 0.49, 14);
    expect(integrator.ydot[1]).toBeCloseTo(Math.sqrt(1.3 / 0.7), 14);
  });
});

describe('SSr and LMSr', () => {
  const A = [
    [-0.2, 3, 0.5, 0],
    [-3, -0.1, 0, 0.4],
    [0.3, 0, -5, 1],
    [0, -0.7, -1, -40],
  ].flat();

  test.each([2, 3, 4].flatMap((r) => [0, 0.3, 0.6, 0.9, 1].map((rho) => [r, rho] as const)))(
    'r = %d, ρ∞ = %d: the states of SSr equal those of LMSr to 1e-12 on a linear system',
    (r, rho) => {
      const h = 0.03;
      // With ρ∞ = 1 there are r − 1 roots −1, and rounding grows with a power of the steps.
      const steps = rho === 1 ? 40 : 200;
      const single = started(linear(), `SS${r}`, rho).integrator;
      const states: { y: number[]; ydot: number[] }[] = [];
      const note = (): void => {
        states.push({ y: [...listed(single.y)], ydot: [...listed(single.ydot)] });
      };
      note();
      for (let k = 0; k < steps; k++) {
        single.step(k * h, h);
        note();
      }
      const coefficients = new modules.implicit.Coefficients();
      coefficients.select(r - 1, rho);
      const { alpha, beta } = coefficients.multiStep;
      // LMSr's formula from r points of SSr on, with ẏ = A y.
      const y = states.slice(0, r).map((s) => s.y);
      for (let k = r; k <= steps; k++) {
        const known = y[0].map((_, i) =>
          Array.from({ length: r }, (_, j) => j + 1).reduce(
            (sum, j) => sum + alpha[j] * y[k - j][i] + h * beta[j] * times(y[k - j])[i],
            0,
          ),
        );
        y.push(solved(h * beta[0], known));
      }
      const worst = y.flatMap((yk, k) => yk.map((x, i) => Math.abs(x - states[k].y[i])));
      expect(Math.max(...worst)).toBeLessThan(1e-12);
      expect(Math.hypot(...y[40])).toBeGreaterThan(1e-3);
    },
  );

  test.each([2, 3, 4])(
    'LMS%d satisfies its formula, and the trapezoidal rule gives the points before it',
    (r) => {
      const h = 0.03;
      const { integrator } = started(linear(), `LMS${r}`, 0.6);
      const y = [listed(integrator.y)];
      for (let k = 0; k < 12; k++) {
        integrator.step(k * h, h);
        y.push(listed(integrator.y));
      }
      const coefficients = new modules.implicit.Coefficients();
      coefficients.select(r - 1, 0.6);
      const { alpha, beta } = coefficients.multiStep;
      for (let k = 1; k <= 12; k++) {
        const [a, b] =
          k < r
            ? [
                [0, 1],
                [0.5, 0.5],
              ]
            : [listed(alpha).slice(0, r + 1), listed(beta).slice(0, r + 1)];
        const left = y[k].map((yi, i) =>
          b.reduce((sum, bj, j) => sum - (j > 0 ? a[j] * y[k - j][i] : 0) - h * bj * times(y[k - j])[i], yi),
        );
        expect(Math.max(...left.map(Math.abs))).toBeLessThan(1e-13);
      }
    },
  );

  const times = (x: readonly number[]): number[] =>
    x.map((_, i) => x.reduce((sum, xj, j) => sum + A[4 * i + j] * xj, 0));

  /** x of (1 − c A) x = b, by Gauss's elimination. */
  function solved(c: number, b: readonly number[]): number[] {
    const rows = b.map((bi, i) => [...b.map((_, j) => (i === j ? 1 : 0) - c * A[4 * i + j]), bi]);
    for (let k = 0; k < 4; k++)
      for (let i = 0; i < 4; i++) {
        if (i === k) continue;
        const factor = rows[i][k] / rows[k][k];
        rows[i] = rows[i].map((x, j) => x - factor * rows[k][j]);
      }
    return rows.map((row, i) => row[4] / row[i]);
  }

  function linear(): Problem & { initial(y: StaticArray<number>): void } {
    const problem = new modules.problems.Linear(4, array(A));
    return Object.assign(problem, {
      initial: (y: StaticArray<number>): void => {
        [y[0], y[1], y[2], y[3]] = [1, -0.5, 0.3, 2];
      },
    });
  }
});

const listed = (values: StaticArray<number>): number[] =>
  Array.from({ length: values.length }, (_, i) => values[i]);
