import { beforeAll, describe, expect, it, test } from 'vitest';
import { array, type Integrator, implicitModules, type Modules } from './modules.ts';

let modules: Modules;
beforeAll(async () => {
  modules = await implicitModules();
});

const listed = (values: StaticArray<number>): number[] =>
  Array.from({ length: values.length }, (_, i) => values[i]);

describe('predictors', () => {
  const times = [0, -0.7, -1.1, -2.3];

  function points(degree: number): [number, number, InstanceType<Modules['implicit']['Point']>[]] {
    const at = (t: number): InstanceType<Modules['implicit']['Point']> => {
      const point = new modules.implicit.Point(1);
      point.y[0] = (t - 0.4) ** degree;
      point.ydot[0] = degree * (t - 0.4) ** (degree - 1);
      return point;
    };
    return [degree * (-0.4) ** (degree - 1), degree, times.slice(1).map(at)];
  }

  it('second-order predictors are exact to degree 3 of y, fourth-order ones to degree 5, and not beyond', () => {
    const predictor = new modules.implicit.Predictor();
    predictor.size = 1;
    const [d1, d2, d3] = [times[0] - times[1], times[1] - times[2], times[2] - times[3]];
    const out = array([0]);
    for (let degree = 1; degree <= 6; degree++) {
      const [exact, , [last, older, oldest]] = points(degree);
      predictor.second(d1, d2, last, older, out);
      if (degree <= 3) expect(out[0]).toBeCloseTo(exact, 9);
      else expect(Math.abs(out[0] - exact)).toBeGreaterThan(1e-2);
      predictor.fourth(d1, d2, d3, last, older, oldest, out);
      if (degree <= 5) expect(out[0]).toBeCloseTo(exact, 9);
      else expect(Math.abs(out[0] - exact)).toBeGreaterThan(1e-2);
    }
  });
});

describe("Newton's iteration", () => {
  function kepler(method: number, rho: number): Integrator {
    const problem = new modules.problems.Kepler(0.3);
    const integrator = new modules.implicit.ImplicitIntegrator(problem);
    integrator.select(method, rho);
    problem.initial(integrator.y);
    integrator.start(0, false);
    return integrator;
  }

  it('failure reports the problem’s text for the largest row, and keeps the state', () => {
    const problem = new modules.problems.IndexThreePendulum(1.5);
    const integrator = new modules.implicit.ImplicitIntegrator(problem);
    integrator.configure(1e-12, 2);
    integrator.select(1, 0.6);
    problem.initial(integrator.y);
    integrator.start(0, false);
    const before = listed(integrator.y);
    expect(modules.failureOf(() => integrator.step(0, 0.4))).toMatch(/^pendulum: the (rod \(Φ\)|mass)$/);
    expect(listed(integrator.y)).toEqual(before);
    // A shorter step can be tried in its place.
    integrator.configure(1e-12, 50);
    integrator.step(0, 0.01);
    expect(integrator.y[2]).toBeLessThan(0);
  });

  it('fails for a state with NaN', () => {
    const integrator = kepler(2, 0.6);
    integrator.y[1] = Number.NaN;
    expect(modules.failureOf(() => integrator.step(0, 0.01))).toMatch(
      /^implicit integrator: Newton's iteration did not converge; shorten the step/,
    );
  });

  it('fails for a singular J', () => {
    const problem = new modules.problems.Linear(2, array([0, 0, 0, 100]));
    const integrator = new modules.implicit.ImplicitIntegrator(problem);
    integrator.select(7, 1);
    integrator.y[1] = 1;
    integrator.start(0, false);
    // 1 − γ Δt λ = 0 for γ = 1/4.
    expect(integrator.attempt(0, 0.04)).toBe(false);
    expect(integrator.attempt(0, 0.01)).toBe(true);
  });

  it('computes one J an iteration, and counts stages', () => {
    const problem = new modules.problems.Kepler(0.3);
    const integrator = new modules.implicit.ImplicitIntegrator(problem);
    integrator.select(16, 0);
    problem.initial(integrator.y);
    integrator.start(0, false);
    const before = problem.factored;
    for (let k = 0; k < 10; k++) integrator.step(k * 0.1, 0.1);
    expect(integrator.stages).toBe(50);
    expect(integrator.iterations).toBe(problem.factored - before);
    expect(integrator.iterations).toBeGreaterThan(50);
  });

  it('the J of the prediction is computed once a stage, reaches an equal point, and takes more iterations', () => {
    const [each, kept] = [1, 2].map((jacobian) => {
      const problem = new modules.problems.Kepler(0.3);
      const integrator = new modules.implicit.ImplicitIntegrator(problem);
      integrator.configure(1e-12, 50, jacobian);
      integrator.select(7, 0);
      problem.initial(integrator.y);
      integrator.start(0, false);
      const before = problem.factored;
      for (let k = 0; k < 10; k++) integrator.step(k * 0.1, 0.1);
      return { integrator, factored: problem.factored - before };
    });
    expect(kept.factored).toBe(kept.integrator.stages);
    expect(kept.integrator.iterations).toBeGreaterThan(1.2 * each.integrator.iterations);
    listed(each.integrator.y).forEach((y, i) => {
      expect(kept.integrator.y[i]).toBeCloseTo(y, 10);
    });
  });

  it('continues until the problem is settled, even with a small r', () => {
    const problem = new modules.problems.Kepler(0.3);
    const integrator = new modules.implicit.ImplicitIntegrator(problem);
    integrator.configure(1e-3, 50);
    integrator.select(2, 0.6);
    problem.initial(integrator.y);
    integrator.start(0, false);
    let asked = 0;
    problem.settled = () => ++asked % 5 === 0;
    for (let k = 0; k < 4; k++) integrator.step(k * 0.01, 0.01);
    expect(integrator.iterations).toBe(4 * integrator.stages);
  });

  it('needs fewer iterations with the second-order prediction of LMSr than with the constant one of SSr', () => {
    for (const r of [2, 3, 4]) {
      const [multi, single] = [r - 1, r + 2].map((method) => {
        const integrator = kepler(method, 0.6);
        integrator.configure(1e-8, 50);
        for (let k = 0; k < 100; k++) integrator.step(k * 0.02, 0.02);
        return integrator.iterations / integrator.stages;
      });
      expect(single).toBeGreaterThan(1.3 * multi);
    }
  });
});

describe('unknowns relative to the beginning of a step', () => {
  /**
   * Lists the calls that the problem receives after each of four steps: `rebase`, `past` and
   * `auxiliary`.
   */
  function told(method: number, rho: number): string[] {
    const problem = new modules.problems.TurningPendulum(1.5);
    const integrator = new modules.implicit.ImplicitIntegrator(problem);
    integrator.select(method, rho);
    problem.initial(integrator.y);
    integrator.start(0, false);
    let calls: string[] = [];
    for (const [name, word] of [
      ['rebase', 'rebase'],
      ['rebasePast', 'past'],
      ['rebaseAuxiliary', 'auxiliary'],
    ] as const) {
      const own = problem[name].bind(problem) as (...of: StaticArray<number>[]) => void;
      problem[name] = (...of: StaticArray<number>[]) => {
        calls.push(word);
        own(...of);
      };
    }
    return Array.from({ length: 4 }, (_, k) => {
      calls = [];
      integrator.step(k * 0.01, 0.01);
      return calls.join(' ');
    });
  }

  it('unknowns are rebased once a step, with the whole history of the method', () => {
    const past = 'rebase past';
    expect(told(1, 0.6)).toEqual([past, past, past, past]);
    expect(told(3, 0.6)).toEqual([past, `${past} past`, `${past} past past`, `${past} past past`]);
    // Real and imaginary part of each.
    const auxiliary = `rebase${' auxiliary auxiliary'.repeat(3)}`;
    expect(told(6, 0.6)).toEqual([auxiliary, auxiliary, auxiliary, auxiliary]);
    expect(told(16, 0)).toEqual(['rebase', 'rebase', 'rebase', 'rebase']);
  });
});

describe('bad choices end in one error', () => {
  test.each([
    [0, 0, 'implicit integrator: no method has this number; choose 1 (LMS2) to 16'],
    [17, 0, 'implicit integrator: no method has this number; choose 1 (LMS2) to 16'],
    [1, -0.1, 'implicit integrator: rho_inf is outside [0, 1]; choose one inside'],
    [8, 1.01, 'implicit integrator: rho_inf is outside [0, 1]; choose one inside'],
    [8, Number.NaN, 'implicit integrator: rho_inf is outside [0, 1]; choose one inside'],
    [14, 0.6, 'implicit integrator: the ESDIRK methods are L-stable, rho_inf = 0; set it so'],
    [
      12,
      0.55,
      'implicit integrator: MSSTH(4) and MSSTH(5) have coefficients for multiples of 0.1 of rho_inf alone; choose 0, 0.1, ... 1, or another method',
    ],
  ])('method %d, ρ∞ = %d: %s', (method, rho, message) => {
    const coefficients = new modules.implicit.Coefficients();
    expect(modules.failureOf(() => coefficients.select(method, rho))).toBe(message);
  });

  it('rejects bad tolerances and iteration limits', () => {
    const integrator = new modules.implicit.ImplicitIntegrator(new modules.problems.Kepler(0));
    for (const tolerance of [0, -1, Number.NaN])
      expect(modules.failureOf(() => integrator.configure(tolerance, 10))).toMatch(
        /tolerance .* not positive/,
      );
    expect(modules.failureOf(() => integrator.configure(1e-6, 0))).toMatch(/maxIterations is less than 1/);
  });

  it('rejects an initial state without derivatives', () => {
    const problem = new modules.problems.Kepler(0.3);
    const integrator = new modules.implicit.ImplicitIntegrator(problem);
    integrator.select(1, 0);
    // In the sun.
    expect(modules.failureOf(() => integrator.start(0, false))).toMatch(
      /no derivatives belong to the initial state/,
    );
  });
});

describe('steps of variable length', () => {
  const error = (y: StaticArray<number>, T: number): number => {
    const exact = array([0, 0, 0, 0]);
    new modules.problems.Kepler(0.8).exact(T, exact);
    return Math.hypot(y[0] - exact[0], y[1] - exact[1]);
  };

  function orbit(method: number, rho: number, accuracy: number): { error: number; accepted: number } {
    const problem = new modules.problems.Kepler(0.8);
    const integrator = new modules.implicit.ImplicitIntegrator(problem);
    integrator.configure(1e-13, 50);
    integrator.select(method, rho);
    problem.initial(integrator.y);
    integrator.start(0, false);
    const steps = new modules.implicit.AdaptiveSteps(integrator);
    steps.accuracy = accuracy;
    steps.h = 1e-4;
    for (const t of [0, 1, 2]) steps.advance(t, t + 1);
    return { error: error(integrator.y, 3), accepted: steps.accepted };
  }

  test.each([
    [1, 0, 2],
    [1, 0.6, 2],
    [14, 0, 3],
    [15, 0, 3],
    [16, 0, 4],
  ])(
    'method %d with ρ∞ = %d: the error follows the accuracy, and the work its order',
    (method, rho, order) => {
      const [coarse, fine] = [1e-6, 1e-8].map((accuracy) => orbit(method, rho, accuracy));
      expect(fine.error).toBeLessThan(coarse.error / 5);
      expect(coarse.error).toBeLessThan(1e-2);
      // A step of order p has an error h^q, q = p + 1 of LMS2 and p of the embedded method.
      const q = method === 1 ? 3 : order;
      const work = fine.accepted / coarse.accepted;
      expect(work).toBeGreaterThan(0.6 * 100 ** (1 / q));
      expect(work).toBeLessThan(1.6 * 100 ** (1 / q));
    },
  );

  it('LMS2 has order 2 with alternating steps, and LMS3 forgets its history', () => {
    const errors = (method: number, n: number): number => {
      const problem = new modules.problems.Kepler(0.8);
      const integrator = new modules.implicit.ImplicitIntegrator(problem);
      integrator.configure(1e-13, 50);
      integrator.select(method, 0.2);
      problem.initial(integrator.y);
      integrator.start(0, false);
      for (let k = 0; k < n; k++) {
        const t = (3 * k) / n;
        integrator.step(t, 2 / n);
        integrator.step(t + 2 / n, 1 / n);
      }
      return error(integrator.y, 3);
    };
    for (const method of [1, 2]) {
      const order = Math.log2(errors(method, 1500) / errors(method, 3000));
      expect(order).toBeGreaterThan(1.9);
      expect(order).toBeLessThan(2.1);
    }
  });

  it('takes longer steps on slow parts of the orbit, and rejects steps that are too long', () => {
    const problem = new modules.problems.Kepler(0.8);
    const integrator = new modules.implicit.ImplicitIntegrator(problem);
    integrator.configure(1e-13, 50);
    integrator.select(16, 0);
    problem.initial(integrator.y);
    integrator.start(0, false);
    const steps = new modules.implicit.AdaptiveSteps(integrator);
    steps.h = 1;
    steps.advance(0, 0.05);
    expect(steps.refused).toBeGreaterThan(1);
    const near = steps.h;
    steps.advance(0.05, Math.PI);
    expect(steps.h).toBeGreaterThan(10 * near);
  });

  it('needs a method with an error estimate', () => {
    const integrator = new modules.implicit.ImplicitIntegrator(new modules.problems.Kepler(0));
    integrator.select(9, 0.6);
    const steps = new modules.implicit.AdaptiveSteps(integrator);
    expect(modules.failureOf(() => steps.advance(0, 1))).toMatch(
      /the method estimates no error; choose LMS2 or an ESDIRK/,
    );
  });
});

describe('numbers of twice the digits', () => {
  it('wide numbers keep digits that a real number loses', () => {
    const wide = (x: number) => new modules.implicit.Wide().set(x);
    const third = wide(1).over(wide(3));
    expect(third.hi).toBe(1 / 3);
    // 3 (1/3) is 1 to 32 digits.
    const one = third.times(wide(3));
    expect([one.hi, Math.abs(one.lo) < 1e-31]).toEqual([1, true]);
    const small = wide(1).plusReal(1e-20).minus(wide(1));
    expect(small.hi).toBeCloseTo(1e-20, 34);
    const square = wide(1 + 2 ** -40)
      .timesReal(1 + 2 ** -40)
      .minus(wide(1 + 2 ** -39));
    expect(square.hi).toBe(2 ** -80);
  });
});
