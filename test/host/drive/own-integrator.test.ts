import { describe, expect, it } from 'vitest';
import { drive } from '../../../fmu-sdk/host/drive.ts';
import type { Instance } from '../../../fmu-sdk/host/instance.ts';
import { type Integrator, type Method, SolverFailure } from '../../../fmu-sdk/solver/integrator.ts';
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
});
