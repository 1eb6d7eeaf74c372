import { describe, expect, it } from 'vitest';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
} from '../../../fmu-sdk/solver/ode-integrator.ts';
import { FakeCalls } from './fake-calls.ts';
import { ball } from './models.ts';

/** An integrator that leaves the states unchanged, with these members. */
function method(change: (integrator: Integrator, go: (t: number) => void) => Partial<Integrator>): Method {
  return {
    name: 'mine',
    order: 1,
    stable: false,
    locatesEvents: false,
    create({ n }) {
      let now = 0;
      const still: Integrator = {
        x: new Float64Array(n),
        plan: new Float64Array(0),
        get t() {
          return now;
        },
        restart(t, x) {
          now = t;
          still.x.set(x);
        },
        step: (bound) => void (now = bound),
        interpolate: (_, into) => into.set(still.x),
      };
      return Object.defineProperties(
        still,
        Object.getOwnPropertyDescriptors(change(still, (t) => void (now = t))),
      );
    },
  };
}

function stepped(mine: Method, unit: ReturnType<typeof ball> = ball(3)): Instance {
  const calls = new FakeCalls(3, 'modelExchange', unit.model);
  const instance = createDriver(calls, unit.description, 'drop', { solver: 'mine', integrators: [mine] });
  instance.initialize(0);
  instance.exitInitialization();
  instance.step(0, 0.125);
  return instance;
}

describe('a custom integrator', () => {
  it('a step of a custom integrator to the bound, or part of the way, is accepted', () => {
    expect(() => {
      stepped(method(() => ({})));
      stepped(method((integrator, go) => ({ step: (bound) => go(Math.min(bound, integrator.t + 0.05)) })));
    }).not.toThrow();
  });

  it.each([
    ['stands still', (from: number) => from, 'went from t = 0 s to t = 0 s in a step toward t = 0.125 s'],
    ['goes back', (from: number) => from - 1, 'went from t = 0 s to t = -1 s in a step toward t = 0.125 s'],
    ['reaches NaN', () => Number.NaN, 'went from t = 0 s to t = NaN s in a step toward t = 0.125 s'],
    [
      'passes its bound',
      (_: number, bound: number) => 2 * bound,
      'went to t = 0.25 s in a step bounded by t = 0.125 s',
    ],
  ])('an integrator that %s is rejected', (_, to, message) => {
    const mine = method((integrator, go) => ({ step: (bound) => go(to(integrator.t, bound)) }));
    expect(() => stepped(mine)).toThrow(
      `integrate drop: the solver "mine" ${message}. Correct the code, or remove it.`,
    );
  });

  it('a wrong start point of a custom integrator is rejected', () => {
    expect(() => stepped(method((_, go) => ({ restart: () => go(3) })))).toThrow(
      'integrate drop: the solver "mine" is at t = 3 s after restart(0). Correct the code',
    );
  });

  it('a missing part of a custom integrator, or a promise, is rejected at creation', () => {
    for (const [change, message] of [
      [{ step: undefined as never }, 'lacks step() in its integrator'],
      [{ plan: [] as never }, 'lacks a Float64Array plan'],
      [{ x: new Float64Array(7) }, 'has 7 elements in x, but the system has 2 states'],
    ] as const)
      expect(() => stepped(method(() => change))).toThrow(`the solver "mine" ${message}. Correct the code`);
    const withCreate = (create: unknown): Method => ({
      ...method(() => ({})),
      create: create as Method['create'],
    });
    expect(() => stepped(withCreate(() => undefined))).toThrow('the solver "mine" lacks a valid integrator');
    expect(() => stepped(withCreate(async () => undefined))).toThrow('the solver "mine" has an async create');
  });

  it('an asynchronous step of a custom integrator is rejected', () => {
    const mine = method((_, go) => ({ step: (async (bound: number) => go(bound)) as never }));
    expect(() => stepped(mine)).toThrow(
      'the solver "mine" has an async step, but the call must be synchronous.',
    );
  });

  it('a failure of a custom integrator is reported with its name and the thrown error', () => {
    const cause = new TypeError('x is not iterable');
    for (const member of ['restart', 'step'] as const)
      expect(() =>
        stepped(
          method(() => ({
            [member]: () => {
              throw cause;
            },
          })),
        ),
      ).toThrow(
        expect.objectContaining({
          name: 'UserError',
          message: `integrate drop: the solver "mine" failed in ${member}: x is not iterable. Correct the code, or remove it.`,
          cause,
        }),
      );
  });

  it('a rejected evaluation is reported by the custom integrator, and permits a smaller step', () => {
    const mine = method(() => ({
      step: () => {
        throw new SolverFailure('too stiff');
      },
    }));
    expect(() => stepped(mine)).toThrow(new SolverFailure('too stiff'));
  });

  it('an error thrown by the FMU is not attributed to the custom integrator', () => {
    const unit = ball(3);
    unit.model.derivatives = () => {
      throw new RangeError('trap');
    };
    const mine: Method = {
      ...method(() => ({})),
      create(problem, tolerance) {
        const integrator = method(() => ({})).create(problem, tolerance);
        integrator.step = (bound) => void problem.derivatives(bound, integrator.x, integrator.x);
        return integrator;
      },
    };
    expect(() => stepped(mine, unit)).toThrow(new RangeError('trap'));
  });

  /** Position of the ball of such an integrator after its first and second step: [h, v]. */
  const places = (
    step: (
      f: OdeProblem['derivatives'],
      integrator: Integrator,
      bound: number,
      go: (t: number) => void,
    ) => void,
    change: Partial<Integrator> = {},
  ): number[][] => {
    const { description, model } = ball(3);
    // Looking for events would also move it.
    model.indicators = () => [];
    const mine: Method = {
      ...method(() => ({})),
      create(problem) {
        const customMethod = method((integrator, go) => ({
          step: (bound) => step((t, x, dx) => problem.derivatives(t, x, dx), integrator, bound, go),
          ...change,
        }));
        return customMethod.create(problem, { relative: 1, absolute: new Float64Array(2) });
      },
    };
    const calls = new FakeCalls(3, 'modelExchange', model);
    const instance = createDriver(calls, description, 'drop', {
      solver: 'mine',
      integrators: [mine],
      stopTime: 1,
    });
    const [h, v] = ['h', 'v'].map((name) => {
      const variable = description.variables.find((candidate) => candidate.name === name) as Variable;
      return instance.view(variable);
    });
    instance.initialize(0);
    instance.exitInitialization();
    return [0, 1].map((n) => {
      instance.step(n * 0.125, 0.125);
      return [h, v].map(({ view, offset }) => Number(view[offset]));
    });
  };

  const dx = new Float64Array(2);
  const advance = (f: OdeProblem['derivatives'], integrator: Integrator, h: number): void => {
    f(integrator.t, integrator.x, dx);
    for (let i = 0; i < 2; i++) integrator.x[i] += h * dx[i];
  };

  it('a custom integrator that evaluates f only at the start of the step gives the results of its method', () => {
    const whole = places((f, integrator, bound, go) => {
      advance(f, integrator, bound - integrator.t);
      go(bound);
    });
    const [g, H] = [9.81, 0.125];
    expect(whole).toEqual([
      [1, -g * H],
      [1 - g * H * H, -2 * g * H],
    ]);
    const halves = places((f, integrator, bound, go) => {
      advance(f, integrator, H / 2);
      go(Math.min(bound, integrator.t + H / 2));
    });
    expect(halves[0]).toEqual([1 - g * (H / 2) ** 2, -g * H]);
  });

  it('states changed without f, or after it, appear in the results', () => {
    const set = (integrator: Integrator, bound: number, go: (t: number) => void): void => {
      integrator.x.set([42, 7]);
      go(bound);
    };
    expect(places((_, integrator, bound, go) => set(integrator, bound, go))[0]).toEqual([42, 7]);
    const after = places((f, integrator, bound, go) => {
      f(bound, integrator.x, dx);
      set(integrator, bound, go);
    });
    expect(after[0]).toEqual([42, 7]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'a custom integrator’s position of %s is rejected',
    (value) => {
      expect(() =>
        places((_, integrator, bound, go) => {
          integrator.x[1] = value;
          go(bound);
        }),
      ).toThrow(
        `integrate drop: the solver "mine" reached x[1] = ${value} at t = 0.125 s. Correct the code, or remove it.`,
      );
    },
  );

  it('interpolated values of a custom integrator that are NaN are rejected', () => {
    const odd: Partial<Integrator> = { passes: true, interpolate: (_, into) => void into.fill(Number.NaN) };
    expect(() => places((_, _own, bound, go) => go(bound), odd)).toThrow(
      'integrate drop: the solver "mine" interpolates x[0] = NaN at t = 0.125 s. Correct the code, or remove it.',
    );
  });

  it('NaN derivatives of the FMU are not attributed to the custom integrator', () => {
    const unit = ball(3);
    unit.model.derivatives = (into) => void into.fill(Number.NaN);
    const mine: Method = {
      ...method(() => ({})),
      create(problem, tolerance) {
        const customMethod = method((integrator, go) => ({
          step(bound) {
            advance((t, x, into) => problem.derivatives(t, x, into), integrator, bound - integrator.t);
            go(bound);
          },
        }));
        return customMethod.create(problem, tolerance);
      },
    };
    expect(() => stepped(mine, unit)).toThrow('der(h) is NaN at t = 0 s');
  });
});
