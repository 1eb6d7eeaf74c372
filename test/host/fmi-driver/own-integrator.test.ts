import { describe, expect, it } from 'vitest';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { drive } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { Instance } from '../../../fmu-sdk/host/instance.ts';
import {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
} from '../../../fmu-sdk/solver/ode-integrator.ts';
import { FakeCalls } from './fake-calls.ts';
import { ball } from './models.ts';

/** An integrator that does nothing to the states, with these members. */
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
  const instance = drive(calls, unit.description, 'drop', { solver: 'mine', integrators: [mine] });
  instance.initialize(0);
  instance.exitInitialization();
  instance.step(0, 0.125);
  return instance;
}

describe('an integrator of one’s own', () => {
  it('that goes to the bound, or part of the way, is believed', () => {
    expect(() => {
      stepped(method(() => ({})));
      stepped(method((own, go) => ({ step: (bound) => go(Math.min(bound, own.t + 0.05)) })));
    }).not.toThrow();
  });

  it.each([
    ['stands still', (from: number) => from, 'has come from t = 0 s to t = 0 s in a step toward t = 0.125 s'],
    [
      'goes back',
      (from: number) => from - 1,
      'has come from t = 0 s to t = -1 s in a step toward t = 0.125 s',
    ],
    ['is nowhere', () => Number.NaN, 'has come from t = 0 s to t = NaN s in a step toward t = 0.125 s'],
    [
      'passes its bound',
      (_: number, bound: number) => 2 * bound,
      'has come to t = 0.25 s in a step whose bound was t = 0.125 s',
    ],
  ])('that %s is refused', (_, to, told) => {
    const mine = method((own, go) => ({ step: (bound) => go(to(own.t, bound)) }));
    expect(() => stepped(mine)).toThrow(
      `integrate drop: the solver "mine" ${told}. Mend it, or leave it out.`,
    );
  });

  it('that does not begin where it is told is refused', () => {
    expect(() => stepped(method((_, go) => ({ restart: () => go(3) })))).toThrow(
      'integrate drop: the solver "mine" stands at t = 3 s after restart(0). Mend it',
    );
  });

  it('that lacks a part, or is a promise, is refused when it is made', () => {
    for (const [change, told] of [
      [{ step: undefined as never }, 'has no step() in its integrator'],
      [{ plan: [] as never }, 'has no Float64Array plan'],
      [{ x: new Float64Array(7) }, 'has 7 elements in x for 2 states'],
    ] as const)
      expect(() => stepped(method(() => change))).toThrow(`the solver "mine" ${told}. Mend it`);
    const made = (create: unknown): Method => ({ ...method(() => ({})), create: create as Method['create'] });
    expect(() => stepped(made(() => undefined))).toThrow('the solver "mine" has no integrator');
    expect(() => stepped(made(async () => undefined))).toThrow('the solver "mine" has an async create');
  });

  it('whose step is not done when it returns is refused', () => {
    const mine = method((_, go) => ({ step: (async (bound: number) => go(bound)) as never }));
    expect(() => stepped(mine)).toThrow('the solver "mine" has an async step, for which nobody waits.');
  });

  it('that fails is told by its name, with what it has thrown', () => {
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
          message: `integrate drop: the solver "mine" fails in ${member}: x is not iterable. Mend it, or leave it out.`,
          cause,
        }),
      );
  });

  it('that gives up says itself why, and a smaller step may be tried', () => {
    const mine = method(() => ({
      step: () => {
        throw new SolverFailure('too stiff');
      },
    }));
    expect(() => stepped(mine)).toThrow(new SolverFailure('too stiff'));
  });

  it('is not blamed for what the unit throws', () => {
    const unit = ball(3);
    unit.model.derivatives = () => {
      throw new RangeError('trap');
    };
    const mine: Method = {
      ...method(() => ({})),
      create(problem, tolerance) {
        const made = method(() => ({})).create(problem, tolerance);
        made.step = (bound) => void problem.derivatives(bound, made.x, made.x);
        return made;
      },
    };
    expect(() => stepped(mine, unit)).toThrow(new RangeError('trap'));
  });

  /** Where the ball of such an integrator is after its first and second step: [h, v]. */
  const places = (
    step: (f: OdeProblem['derivatives'], own: Integrator, bound: number, go: (t: number) => void) => void,
    change: Partial<Integrator> = {},
  ): number[][] => {
    const { description, model } = ball(3);
    // Looking for events would put it somewhere, too.
    model.indicators = () => [];
    const mine: Method = {
      ...method(() => ({})),
      create(problem) {
        const made = method((own, go) => ({
          step: (bound) => step((t, x, dx) => problem.derivatives(t, x, dx), own, bound, go),
          ...change,
        }));
        return made.create(problem, { relative: 1, absolute: new Float64Array(2) });
      },
    };
    const calls = new FakeCalls(3, 'modelExchange', model);
    const instance = drive(calls, description, 'drop', {
      solver: 'mine',
      integrators: [mine],
      stopTime: 1,
    });
    const [h, v] = ['h', 'v'].map((name) => {
      const variable = description.variables.find((each) => each.name === name) as Variable;
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
  const advance = (f: OdeProblem['derivatives'], own: Integrator, h: number): void => {
    f(own.t, own.x, dx);
    for (let i = 0; i < 2; i++) own.x[i] += h * dx[i];
  };

  it('that evaluates f at its step’s begin alone has the results of its method', () => {
    const whole = places((f, own, bound, go) => {
      advance(f, own, bound - own.t);
      go(bound);
    });
    const [g, H] = [9.81, 0.125];
    expect(whole).toEqual([
      [1, -g * H],
      [1 - g * H * H, -2 * g * H],
    ]);
    const halves = places((f, own, bound, go) => {
      advance(f, own, H / 2);
      go(Math.min(bound, own.t + H / 2));
    });
    expect(halves[0]).toEqual([1 - g * (H / 2) ** 2, -g * H]);
  });

  it('that changes states without f, or after it, has its states in the results', () => {
    const set = (own: Integrator, bound: number, go: (t: number) => void): void => {
      own.x.set([42, 7]);
      go(bound);
    };
    expect(places((_, own, bound, go) => set(own, bound, go))[0]).toEqual([42, 7]);
    const after = places((f, own, bound, go) => {
      f(bound, own.x, dx);
      set(own, bound, go);
    });
    expect(after[0]).toEqual([42, 7]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('that comes to %s is refused', (value) => {
    expect(() =>
      places((_, own, bound, go) => {
        own.x[1] = value;
        go(bound);
      }),
    ).toThrow(
      `integrate drop: the solver "mine" has come to x[1] = ${value} at t = 0.125 s. Mend it, or leave it out.`,
    );
  });

  it('that interpolates what is no number is refused', () => {
    const odd: Partial<Integrator> = { passes: true, interpolate: (_, into) => void into.fill(Number.NaN) };
    expect(() => places((_, _own, bound, go) => go(bound), odd)).toThrow(
      'integrate drop: the solver "mine" interpolates x[0] = NaN at t = 0.125 s. Mend it, or leave it out.',
    );
  });

  it('is not blamed where the derivatives of the unit are no numbers', () => {
    const unit = ball(3);
    unit.model.derivatives = (into) => void into.fill(Number.NaN);
    const mine: Method = {
      ...method(() => ({})),
      create(problem, tolerance) {
        const made = method((own, go) => ({
          step(bound) {
            advance((t, x, into) => problem.derivatives(t, x, into), own, bound - own.t);
            go(bound);
          },
        }));
        return made.create(problem, tolerance);
      },
    };
    expect(() => stepped(mine, unit)).toThrow('der(h) is NaN at t = 0 s');
  });
});
