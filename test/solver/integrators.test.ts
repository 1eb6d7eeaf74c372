import { describe, expect, it } from 'vitest';
import { sparseMatrix } from '../../fmu-sdk/solver/linear-algebra/sparse-matrix.ts';
import { automatic } from '../../fmu-sdk/solver/methods/auto-switching.ts';
import { bdf } from '../../fmu-sdk/solver/methods/bdf.ts';
import { dormandPrince } from '../../fmu-sdk/solver/methods/dopri5.ts';
import { radau } from '../../fmu-sdk/solver/methods/radau.ts';
import {
  defaultSolver,
  type Integrator,
  type Method,
  SolverFailure,
} from '../../fmu-sdk/solver/ode-integrator.ts';
import { integrators } from '../../fmu-sdk/solver/solver-registry.ts';
import { notEmpty } from '../not-empty.ts';
import {
  type Ode,
  orbit,
  protheroRobinson,
  robertson,
  robertsonReference,
  vanDerPol,
  vanDerPolReference,
  wave,
} from '../problems/odes.ts';
import { exported } from '../seams/support/sections.ts';
import { orderByTolerance } from './order-by-tolerance.ts';

const create = (method: Method, ode: Ode, relative: number, absolute = relative): Integrator =>
  method.create(ode, { relative, absolute: new Float64Array(ode.n).fill(absolute) });

const solve = (integrator: Integrator, ode: Ode, end: number): Float64Array => {
  integrator.restart(0, Float64Array.from(ode.start));
  while (integrator.t < end) integrator.step(end);
  return integrator.x;
};

const deviation = (x: ArrayLike<number>, y: readonly number[]): number =>
  Math.max(...y.map((yi, i) => Math.abs(x[i] - yi)));

/**
 * Returns the error at t = 2 of n equal steps. The tolerance accepts any step, and the bounds
 * determine its size.
 */
function errorOfEqualSteps(method: Method, ode: Ode, n: number): number {
  const integrator = create(method, ode, 1e9, 1e9);
  // The planned step grows far beyond the bounds that follow.
  solve(integrator, { ...ode, start: ode.start.map(() => 1) }, 100);
  integrator.restart(0, Float64Array.from(ode.start));
  for (let i = 1; i <= n; i++) {
    integrator.step((2 * i) / n);
    expect(integrator.t).toBe((2 * i) / n);
  }
  return deviation(integrator.x, ode.exact!(2));
}

function orderByEqualSteps(method: Method): number {
  // Linear in x, so that implicit methods solve their stages exactly at any tolerance.
  const [coarse, fine] = [16, 32].map((n) => errorOfEqualSteps(method, wave, n));
  return Math.log2(coarse / fine);
}

function stepsOf(method: Method, ode: Ode, end: number): number {
  const integrator = create(method, ode, 1e-4);
  integrator.restart(0, Float64Array.from(ode.start));
  let steps = 0;
  for (; integrator.t < end; steps++) integrator.step(end);
  expect(deviation(integrator.x, ode.exact!(end))).toBeLessThan(1e-4);
  return steps;
}

// The integrator of the README must meet the same contract.
const { integrators: customIntegrators = [] } = await exported('integrator');

describe.each([...notEmpty('integrators', integrators.all), ...customIntegrators])(
  'the integrator $name',
  (method) => {
    it(`converges at order ${method.order}`, () => {
      const order =
        method.variableOrder === true
          ? orderByTolerance((relative) => create(method, wave, relative), 1e-3, 1e-10)
          : orderByEqualSteps(method);
      expect(order).toBeGreaterThan(method.order - 0.25);
      expect(order).toBeLessThan(method.order + 0.6);
    });

    it(`${method.stable ? 'remains stable' : 'becomes unstable'} on a fast decay with long steps`, () => {
      if (method.variableOrder === true) {
        expect(stepsOf(method, protheroRobinson(-1e3), 2)).toBeLessThan(100);
        expect(stepsOf(dormandPrince, protheroRobinson(-1e3), 2)).toBeGreaterThan(500);
        return;
      }
      const error = method.name === 'auto' ? 0 : errorOfEqualSteps(method, protheroRobinson(-1e3), 20);
      if (method.stable) expect(error).toBeLessThan(1e-5);
      else expect(error).toBeGreaterThan(1e3);
    });

    it('ends its steps at the bound and interpolates between both ends', () => {
      const integrator = create(method, wave, 1e-8);
      const x = new Float64Array(1);
      integrator.restart(0, Float64Array.from(wave.start));
      let before = integrator.x[0];
      for (let end = 0.25; end <= 1; end += 0.25)
        while (integrator.t < end) {
          const from = integrator.t;
          integrator.step(end);
          integrator.interpolate(from, x);
          expect(x[0]).toBeCloseTo(before, 13);
          integrator.interpolate(integrator.t, x);
          expect(x[0]).toBeCloseTo(integrator.x[0], 13);
          before = integrator.x[0];
        }
      expect(integrator.t).toBe(1);
    });
  },
);

describe.each(
  notEmpty(
    'integrators that locate events',
    integrators.all.filter((m) => m.locatesEvents),
  ),
)('the event-locating integrator $name', (method) => {
  it.each([1e-4, 1e-6, 1e-8, 1e-10])('keeps the relative error near its tolerance of %g', (relative) => {
    const integrator = create(method, orbit, relative);
    const error = deviation(solve(integrator, orbit, 10), orbit.exact!(10));
    expect(error).toBeLessThan(1000 * relative);
  });

  it('interpolates with an error of the order of its steps', () => {
    const integrator = create(method, wave, 1e-9);
    integrator.restart(0, Float64Array.from(wave.start));
    const x = new Float64Array(1);
    let largest = 0;
    while (integrator.t < 5) {
      const from = integrator.t;
      integrator.step(5);
      for (let s = 0.1; s < 1; s += 0.2) {
        const t = from + s * (integrator.t - from);
        integrator.interpolate(t, x);
        largest = Math.max(largest, deviation(x, wave.exact!(t)));
      }
    }
    expect(largest).toBeLessThan(2e-7);
  });

  it('reports a singularity with its time', () => {
    const blowUp: Ode = {
      ...wave,
      derivatives: (_, x, dx) => {
        dx[0] = x[0] * x[0];
        return true;
      },
    };
    const integrator = create(method, blowUp, 1e-6);
    expect(() => solve(integrator, blowUp, 2)).toThrow(SolverFailure);
    expect(integrator.t).toBeCloseTo(1, 3);
  });

  it('reduces its step if the model rejects a point, and continues', () => {
    let refused = 0;
    // x = 1 − t, from a model that rejects negative x. Its local error is zero, so the estimator
    // accepts every step.
    const ode: Ode = {
      ...wave,
      derivatives: (_, x, dx) => {
        dx[0] = -1;
        if (x[0] < 0) refused++;
        return x[0] >= 0;
      },
    };
    const integrator = create(method, ode, 1e-6);
    integrator.restart(0, Float64Array.of(1));
    while (integrator.t < 0.99) integrator.step(1.5);
    expect(refused).toBeGreaterThan(0);
    expect(integrator.x[0]).toBeCloseTo(1 - integrator.t, 12);
  });
});

describe.each([radau, bdf, automatic])('the stiff integrator $name', (method) => {
  it.each(robertsonReference)("solves Robertson's problem at t = %g", (end, reference) => {
    const integrator = method.create(robertson, {
      relative: 1e-8,
      absolute: Float64Array.of(1e-14, 1e-18, 1e-14),
    });
    const x = solve(integrator, robertson, end);
    reference.forEach((y, i) => {
      expect(Math.abs(x[i] / y - 1)).toBeLessThan(end < 1e10 ? 1e-7 : 1e-5);
    });
  });
});

describe.each([radau, bdf, automatic])('the stiff integrator $name', (method) => {
  it.each(vanDerPolReference)(
    "solves van der Pol's oscillator with μ = %g at t = %g",
    (mu, end, reference) => {
      const ode = vanDerPol(mu);
      const x = solve(create(method, ode, 1e-9, 1e-12), ode, end);
      reference.forEach((y, i) => {
        expect(Math.abs(x[i] / y - 1)).toBeLessThan(1e-6);
      });
    },
  );
});

it('the default integrator is the first in the list', () => {
  expect(integrators.all[0].name).toBe(defaultSolver);
});

describe('the detection of stiffness', () => {
  const evaluations = (method: Method, ode: Ode, end: number): number => {
    let count = 0;
    const counted: Ode = {
      ...ode,
      derivatives: (t, x, dx) => {
        count++;
        return ode.derivatives(t, x, dx);
      },
    };
    solve(create(method, counted, 1e-6), counted, end);
    return count;
  };

  it('switches to the implicit method after few explicit steps', () => {
    const stiff = vanDerPol(1000);
    expect(evaluations(automatic, stiff, 500)).toBeLessThan(2 * evaluations(radau, stiff, 500) + 500);
  });

  it('keeps the explicit method for non-stiff problems', () => {
    expect(evaluations(automatic, orbit, 50)).toBe(evaluations(dormandPrince, orbit, 50));
    expect(evaluations(automatic, vanDerPol(1), 50)).toBe(evaluations(dormandPrince, vanDerPol(1), 50));
  });
});

it('the automatic method uses BDF for many stiff states without inputs, and Radau otherwise', () => {
  const stiff = (n: number, driven: boolean): Ode => ({
    ...protheroRobinson(-1e4),
    n,
    driven,
    start: new Array<number>(n).fill(1),
    derivatives: (t, x, dx) => {
      for (let i = 0; i < n; i++) dx[i] = -1e4 * (x[i] - Math.cos(t)) - Math.sin(t);
      return true;
    },
    jacobian: () => {
      const J = sparseMatrix(Array.from({ length: n }, (_, j) => [j]));
      J.values.fill(-1e4);
      return J;
    },
  });
  for (const [n, driven, passes] of [
    [64, false, false],
    [65, false, true],
    [65, true, false],
  ] as const) {
    const ode = stiff(n, driven);
    const integrator = create(automatic, ode, 1e-6);
    expect(deviation(solve(integrator, ode, 1), new Array<number>(n).fill(Math.cos(1)))).toBeLessThan(1e-5);
    expect(integrator.passes).toBe(passes);
  }
});
