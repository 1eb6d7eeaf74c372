import { describe, expect, it } from 'vitest';
import { sourcesOf, stagesOf } from '../../master/coupling/continuous/evaluation-order.ts';
import type { ObserverKind } from '../../master/observe/observer.ts';
import { integral } from '../host/fmi-driver/models.ts';
import { oneStep } from '../problems/continuous/methods.ts';
import {
  ballOverTable,
  depending,
  feedThrough,
  risingTable,
  sum,
  tableContacts,
  vanDerPol,
  vanDerPolPair,
} from '../problems/continuous/units.ts';
import { exponential, multiply } from '../problems/coupled/exponential.ts';
import { type How, type HybridSystem, ran, sessionOf } from '../problems/hybrid/run.ts';
import {
  beat,
  clockwork,
  constant,
  hose,
  inverter,
  jetControl,
  listener,
  lowerMass,
  pushedBall,
  pushedContacts,
  rising,
  slipTimes,
  switchings,
  tank,
  upperMass,
} from '../problems/hybrid/units.ts';
import { spread } from '../width.ts';

const scheme = 'continuous';

/** Returns values of outputs at the end of a run, and its notes. */
function endOf(
  problem: HybridSystem,
  how: Partial<How>,
  outputs: readonly string[],
): { values: number[]; notes: readonly string[] } {
  const { session } = sessionOf(problem, { step: 0.5, scheme, ...how });
  session.start();
  session.advance(session.steps);
  return { values: outputs.map((name) => Number(session.reader(name)())), notes: session.notes };
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, k) => Math.abs(x - b[k])));

const evaluationsIn = (notes: readonly string[]): number =>
  Number(/with (\d+) evaluations/.exec(notes[0])?.[1]);

const parts = ['one.x', 'one.v', 'two.x', 'two.v'];
const wholes = ['both.x', 'both.v', 'both.y', 'both.w'];
const pair = (mu: number, directional = false): HybridSystem => ({
  units: { one: vanDerPol(mu, 1.5, 2, directional), two: vanDerPol(mu, 1.5, -1, directional) },
  connections: [
    ['one.x', 'two.u'],
    ['two.x', 'one.u'],
  ],
  stopTime: 4,
});
const whole = (mu: number): HybridSystem => ({
  units: { both: vanDerPolPair(mu, 1.5, 2, -1) },
  connections: [],
  stopTime: 4,
});
const alone = (mu: number, tolerance: number, solver = 'dopri5'): number[] =>
  endOf(whole(mu), { scheme: 'jacobi', solver, tolerance }, wholes).values;

describe('two van der Pol oscillators in one integrator', () => {
  it('two oscillators in one integrator equal one unit with both, bit for bit without differentiation', () => {
    for (const solver of ['dopri5', 'euler'])
      expect(endOf(pair(2), { step: 1 / 16, options: { solver, tolerance: 1e-7 } }, parts).values).toEqual(
        endOf(whole(2), { step: 1 / 16, scheme: 'jacobi', solver, tolerance: 1e-7 }, wholes).values,
      );
  });

  it('two oscillators contain no algebraic loop, because states do not depend on inputs', () => {
    expect(endOf(pair(1), {}, []).notes).toHaveLength(1);
  });

  it.each(spread(['dopri5', 'radau5', 'bdf', 'auto'], 2))(
    'two oscillators match the single unit within the tolerance, and closer with a smaller one: %s',
    (solver) => {
      const exact = alone(3, 1e-12);
      const errors = [1e-4, 1e-6, 1e-8].map((tolerance) => {
        const { values } = endOf(pair(3, true), { options: { solver, tolerance } }, parts);
        return distance(values, exact) / tolerance;
      });
      for (const error of errors) expect(error).toBeLessThan(60);
    },
  );

  it.each([
    ['euler', 1],
    ['heun', 2],
    ['kutta', 4],
  ] as const)(
    'two oscillators converge at the order of a method with equal steps: %s, %i',
    (solver, order) => {
      const exact = alone(1, 1e-13);
      const integrators = solver === 'euler' ? [] : [oneStep(solver)];
      const [coarse, fine] = [1 / 64, 1 / 128].map((step) =>
        distance(endOf(pair(1), { step, integrators, options: { solver } }, parts).values, exact),
      );
      expect(Math.log2(coarse / fine)).toBeGreaterThan(order - 0.1);
      expect(Math.log2(coarse / fine)).toBeLessThan(order + 0.3);
    },
  );

  // Steps and evaluations that docs/explain/coupling/continuous-systems.md compares with another program.
  it.each([
    ['bdf', 1e-4, 642, 848],
    ['bdf', 1e-6, 1221, 1467],
    ['dopri5', 1e-4, 152, 1070],
    ['dopri5', 1e-6, 336, 2210],
  ] as const)(
    'two oscillators take the steps that docs/explain/coupling/continuous-systems.md states for 20 s: %s, %f',
    (solver, tolerance, steps, evaluations) => {
      const { notes } = endOf({ ...pair(3), stopTime: 20 }, { options: { solver, tolerance } }, []);
      expect(notes[0]).toContain(`in ${steps} substeps with ${evaluations} evaluations`);
    },
  );

  it('two oscillators give identical bits for any H, and as a group next to others', () => {
    const options = { solver: 'bdf', tolerance: 1e-6 };
    const { values } = endOf(pair(2), { step: 0.5, options }, parts);
    expect(endOf(pair(2), { step: 0.0625, options }, parts).values).toEqual(values);
    const more = { ...pair(2), units: { ...pair(2).units, third: integral(3) } };
    const groups = [{ units: [0, 1], scheme, options }];
    expect(endOf(more, { scheme: 'jacobi', step: 0.5, groups }, parts).values).toEqual(values);
  });

  it('directional derivatives of all units save evaluations for the same solution', () => {
    const [by, without] = [true, false].map((directional) =>
      endOf(pair(30, directional), { options: { solver: 'radau5', tolerance: 1e-7 } }, parts),
    );
    expect(distance(by.values, without.values)).toBeLessThan(1e-5);
    expect(evaluationsIn(by.notes)).toBeLessThan(evaluationsIn(without.notes));
    expect(by.notes[0]).toMatch(/^one, two: one system of 4 states, integrated by radau5 in \d+ substeps/);
  });
});

describe('an algebraic loop through two units', () => {
  const loop = (
    g: { g(u: number): number; slope(u: number): number },
    directional: boolean,
  ): HybridSystem => ({
    units: { one: feedThrough(1, g, 1, directional), two: feedThrough(2, g, -0.5, directional) },
    connections: [
      ['one.y', 'two.u'],
      ['two.y', 'one.u'],
    ],
    stopTime: 1,
  });
  const linear = (gain: number) => ({ g: (u: number) => gain * u, slope: () => gain });
  const states = ['one.x', 'two.x'];

  it.each([-3, 0.5, 4])(
    'directional derivatives and differences both solve a loop of gain %f exactly',
    (gain) => {
      // u₁ = 2 x₂ + γ u₂, u₂ = x₁ + γ u₁.
      const d = 1 - gain * gain;
      const A = [
        [-1 + gain / d, 2 / d],
        [1 / d, -1 + (2 * gain) / d],
      ];
      const exact = multiply(exponential(A), [[1], [-0.5]]).map(([x]) => x);
      const counts: number[] = [];
      for (const [directional, by] of [
        [true, 'directional derivatives'],
        [false, 'differences'],
      ] as const)
        for (const solver of ['dopri5', 'radau5']) {
          const options = { tolerance: 1e-10, solver };
          const { values, notes } = endOf(loop(linear(gain), directional), { options }, states);
          expect(distance(values, exact)).toBeLessThan(1e-9);
          counts.push(evaluationsIn(notes));
          expect(notes[1]).toMatch(new RegExp(`^Algebraic loop of one.y, two.y: .* Jacobians by ${by}\\.$`));
        }
      // ∂ẋ/∂x through the loop costs fewer evaluations. Order: dopri5, radau5, and both again.
      expect(counts[0]).toBe(counts[2]);
      expect(counts[1]).toBeLessThan(counts[3]);
    },
  );

  it('a nonlinear loop has a solution with equal values at both ends', () => {
    const g = { g: (u: number) => -(u ** 3) - u, slope: (u: number) => -3 * u * u - 1 };
    const problem = loop(g, true);
    const { values } = endOf(problem, { options: { tolerance: 1e-9 } }, [...states, 'one.y', 'two.y']);
    const [x1, x2, y1, y2] = values;
    expect(Math.abs(y1 - x1 - g.g(y2))).toBeLessThan(1e-9);
    expect(Math.abs(y2 - 2 * x2 - g.g(y1))).toBeLessThan(1e-9);
  });

  it('differences solve a loop whose directional derivatives are wrong', () => {
    const wrong = { g: (u: number) => -3 * u, slope: () => 40 };
    const right = endOf(loop(linear(-3), true), { options: { tolerance: 1e-10 } }, states);
    const { values, notes } = endOf(loop(wrong, true), { options: { tolerance: 1e-10 } }, states);
    expect(distance(values, right.values)).toBeLessThan(1e-8);
    expect(notes[1]).toContain('by differences.');
  });

  it('a loop without a solution ends in one error with loop, time, values and residuals', () => {
    // u = x + u² / 5 has a solution until x has grown to 5/4.
    const fading = { g: (u: number) => 0.2 * u * u, slope: (u: number) => 0.4 * u };
    const both: HybridSystem = {
      ...loop(fading, true),
      units: { one: feedThrough(1, fading, 0.5), two: feedThrough(1, fading, 0.5) },
      stopTime: 10,
    };
    expect(() => endOf(both, {}, states)).toThrow(
      /^step hybrid: the algebraic loop of one\.y, two\.y cannot be solved at t = \d\.\d+ s: .*Largest difference: (one|two)\.y, .* to .*Residuals relative to the values \(the last \d+\): .*Use better start values/,
    );
  });

  it('an algebraic loop vanishes if outputs declare no dependencies on inputs', () => {
    const g = linear(0);
    const units = [feedThrough(1, g, 1), feedThrough(2, g, 1)];
    const [one, two] = units.map(({ description }) => description);
    const connections = [0, 1].map((unit) => ({
      from: { unit, variable: one.variables[1] },
      to: { unit: 1 - unit, variable: one.variables[2] },
      order: 0 as const,
    }));
    const stages = (): unknown => stagesOf(sourcesOf(connections), [one, two]);
    expect(stages()).toEqual([{ loop: true, sources: [0, 1] }]);
    depending(one, { y: ['x'] });
    // Events in two stages: the waiting ones come second.
    expect(stages()).toEqual([
      { loop: false, sources: [0] },
      { loop: false, sources: [1] },
    ]);
  });
});

const jet = { e: 0.9, T: 0.3, push: 6 };
const ball = (): HybridSystem => ({
  units: { ball: pushedBall(jet.e), control: jetControl(jet.T, jet.push) },
  connections: [
    ['ball.v', 'control.v'],
    ['control.push', 'ball.push'],
  ],
  stopTime: 4,
});
const tanks = (flow: number): HybridSystem => ({
  units: { one: tank(1, 0.2, flow, 0.1), two: tank(0.7, 0.2, flow, 0.1), hose: hose() },
  connections: [
    ['one.low', 'hose.low1'],
    ['two.low', 'hose.low2'],
    ['hose.to1', 'one.open'],
    ['hose.to2', 'two.open'],
  ],
  stopTime: 20,
});
const masses = { upper: 1.5, lower: 2.5, most: 3, k: 4, until: 2 };
const events: { name: string; problem: () => HybridSystem; unit: string; exact: number[] }[] = [
  {
    name: 'a ball over a table that rises',
    problem: () => ({
      units: { ball: ballOverTable(0.8, 1), table: risingTable(0.5) },
      connections: [
        ['table.s', 'ball.table'],
        ['table.w', 'ball.speed'],
      ],
      stopTime: 3,
    }),
    unit: 'ball',
    exact: tableContacts(0.8, 1, 0.5, 8).filter((t) => t <= 3),
  },
  {
    name: 'a bouncing ball against a controller',
    problem: ball,
    unit: 'ball',
    exact: pushedContacts(jet.e, jet.T, jet.push, 4),
  },
  {
    name: 'two tanks with a switch',
    problem: () => tanks(0.45),
    unit: 'hose',
    exact: switchings([1, 0.7], 0.2, 0.45, 0.1, 20),
  },
  {
    name: 'stick–slip with two masses',
    problem: () => ({
      units: { upper: upperMass(masses), lower: lowerMass(masses) },
      connections: [
        ['lower.w', 'upper.w'],
        ['upper.f', 'lower.f'],
      ],
      stopTime: 4,
    }),
    unit: 'upper',
    exact: slipTimes(masses),
  },
];

describe.each(events)('$name', ({ problem, unit, exact }) => {
  it.each(spread([0.02, 0.2, 1, 4], 2))(
    'all events are within 1e-9 s of the closed form, with H = %f s',
    (H) => {
      const { stopTime } = problem();
      const step = stopTime / Math.max(1, Math.round(stopTime / H));
      for (const solver of spread(['dopri5', 'radau5', 'bdf', 'auto'], 2)) {
        const times = ran(problem(), { scheme, step, options: { solver, tolerance: 1e-10 } }).times(unit);
        expect(times.length).toBe(exact.length);
        for (const [k, t] of times.entries()) expect(Math.abs(t - exact[k])).toBeLessThan(1e-9);
      }
    },
  );
});

describe('events of units that are integrated together', () => {
  it('events add rows to the result before and after each event', () => {
    const rows: [number, number][] = [];
    const watch: ObserverKind = {
      name: 'watch',
      observe: (run) => {
        const bounces = run.reader('ball.bounces');
        return { event: (t) => rows.push([t, Number(bounces())]) };
      },
    };
    ran(ball(), { scheme, step: 0.5, observers: [watch] });
    pushedContacts(jet.e, jet.T, jet.push, 4).forEach((t, k) => {
      const at = rows.filter((row) => Math.abs(row[0] - t) < 1e-9).map((row) => row[1]);
      expect(at).toEqual([k, k + 1]);
    });
  });

  it('events that get ever closer end in one error (Zeno)', () => {
    expect(() => ran(tanks(0.3), { scheme, step: 0.5 })).toThrow(
      /^step hybrid: up to t = [\d.]+ s events come ever closer, .* \(Zeno\)\. The last event began in (one|two)\. Give the model a state of rest/,
    );
  });

  it('events that do not settle end in one error with their cycle', () => {
    const ring: HybridSystem = {
      units: { first: clockwork(0.3), second: inverter(2), third: inverter(1) },
      connections: [
        ['first.y', 'second.v'],
        ['second.y', 'third.u'],
        ['third.y', 'second.u'],
      ],
      stopTime: 1,
    };
    expect(() => ran(ring, { scheme, step: 0.5, options: { passes: 20 } })).toThrow(
      /^step hybrid: exchanged values at the event at t = 0\.3 s do not settle in 20 passes \(cycle: /,
    );
  });

  it('events tick Clocks of other units at their time, with the inputs of that time', () => {
    const problem: HybridSystem = {
      units: { beat: beat(0.3), ramp: integral(3), one: constant(1), listener: listener() },
      connections: [
        ['one.y', 'ramp.u'],
        ['beat.clock', 'listener.clock'],
        ['ramp.x', 'listener.x'],
      ],
      stopTime: 1,
    };
    ran(problem, { scheme, step: 1 });
    const { times, heard } = problem.units.listener.model.data as Record<string, number[]>;
    expect(times).toEqual([0.3, 0.6, 3 * 0.3]);
    times.forEach((t, k) => {
      expect(heard[k]).toBeCloseTo(t, 10);
    });
  });

  it('the first row shows the values after the events at the start', () => {
    const chain: HybridSystem = {
      units: { first: clockwork(0), second: inverter(1) },
      connections: [['first.y', 'second.u']],
      stopTime: 1,
    };
    const { session } = sessionOf(chain, { scheme, step: 1 });
    const [y, u] = ['first.y', 'second.y'].map((name) => session.reader(name));
    session.begin();
    expect([Number(y()), Number(u())]).toEqual([1, 1]);
  });
});

describe('a group that is integrated together, next to other units', () => {
  it('a group in one integrator follows given polynomials, and gives its outputs at the ends of steps', () => {
    const problem: HybridSystem = {
      units: { first: integral(3), second: integral(3), third: integral(3) },
      connections: [
        ['first.x', 'second.u'],
        ['second.x', 'third.u'],
      ],
      stopTime: 1,
    };
    const groups = [{ units: [0, 1], scheme, options: { tolerance: 1e-10 } }];
    const how: Partial<How> = {
      scheme: 'gauss-seidel',
      order: 1,
      step: 1 / 16,
      groups,
      driven: { 'first.u': { times: [0, 1], values: [0, 6] } },
    };
    const { values } = endOf(problem, how, ['first.x', 'second.x', 'third.x']);
    // ∫ 6 t = 3 t², ∫ 3 t² = t³. The third uses lines: ∫ t³ + H² / 4.
    expect(values[0]).toBeCloseTo(3, 9);
    expect(values[1]).toBeCloseTo(1, 9);
    expect(values[2]).toBeCloseTo(0.25 + 1 / 16 ** 2 / 4, 9);
  });

  it.each(['dopri5', 'bdf'])(
    'a group restarts when an input begins to move, whatever its look-ahead: %s',
    (solver) => {
      const problem: HybridSystem = {
        units: { first: integral(3), second: integral(3) },
        connections: [['first.x', 'second.u']],
        stopTime: 1,
      };
      const driven = { 'first.u': { times: [0, 0.5, 1], values: [0, 0, 6] } };
      const options = { solver, tolerance: 1e-9 };
      const { values } = endOf(problem, { step: 0.125, options, driven }, ['first.x', 'second.x']);
      expect(values[0]).toBeCloseTo(1.5, 7);
      expect(values[1]).toBeCloseTo(0.25, 7);
    },
  );

  it('a group preserves a value from an event while another input of the same unit moves', () => {
    const problem: HybridSystem = {
      units: { clockwork: clockwork(0.3), sum: sum() },
      connections: [['clockwork.y', 'sum.w']],
      stopTime: 1,
    };
    const driven = { 'sum.u': { times: [0, 1], values: [0, 6] } };
    const { values } = endOf(problem, { step: 1, options: { tolerance: 1e-9 }, driven }, ['sum.x']);
    expect(values[0]).toBeCloseTo(3.7, 9);
  });

  it('a group handles an event when an input from outside jumps', () => {
    const problem: HybridSystem = {
      units: { rising: rising(0.5, 'nothing'), first: integral(3), second: integral(3) },
      connections: [
        ['rising.y', 'first.u'],
        ['first.x', 'second.u'],
      ],
      stopTime: 1,
    };
    const groups = [{ units: [1, 2], scheme, options: { tolerance: 1e-10 } }];
    const kind = { rising: 'coSimulation' as const };
    const how = { scheme: 'gauss-seidel', order: 0 as const, step: 0.125, groups, kind };
    const { values, notes } = endOf(problem, how, ['rising.y', 'first.x', 'second.x']);
    // Gauss–Seidel integrates the step in which the value rises with the risen value.
    expect(values[0]).toBe(1);
    expect(values[1]).toBeCloseTo(0.625, 9);
    expect(values[2]).toBeCloseTo(0.625 ** 2 / 2, 9);
    expect(notes.join('\n')).toMatch(/^Group first, second \(continuous\): first, second: .*; 1 event\.$/m);
  });

  describe.each<Record<string, number>>([{}, { beat: 1, listener: 0 }])(
    'a group with Clocks and priorities %j',
    (priority) => {
      const problem = (): HybridSystem => ({
        units: {
          aside: integral(3),
          beat: beat(0.3),
          ramp: integral(3),
          one: constant(1),
          listener: listener(),
        },
        connections: [
          ['one.y', 'ramp.u'],
          ['beat.clock', 'listener.clock'],
          ['ramp.x', 'listener.x'],
          ['ramp.x', 'aside.u'],
        ],
        stopTime: 1,
      });
      const inGroup = (...units: number[]) => ({
        scheme: 'jacobi',
        step: 0.125,
        groups: [{ units, scheme, options: { tolerance: 1e-10 } }],
        priority,
      });

      it('a group ticks Clocks inside the group', () => {
        const run = problem();
        ran(run, inGroup(1, 2, 3, 4));
        const { times, heard } = run.units.listener.model.data as Record<string, number[]>;
        expect(times).toEqual([0.3, 0.6, 0.9].map((t) => expect.closeTo(t, 12)));
        expect(heard).toEqual(times.map((t) => expect.closeTo(t, 9)));
      });

      it('a group passes no tick to units outside of it', () => {
        expect(() => ran(problem(), inGroup(1, 2, 3))).toThrow(
          'the coupling scheme "jacobi" does not support ticks of Clocks, but beat.clock is a Clock.',
        );
      });
    },
  );

  it('a group refuses priorities of units outside the group, where they lack an effect', () => {
    const units = { third: integral(3), ...pair(1).units };
    const how = { scheme: 'jacobi', groups: [{ units: [1, 2], scheme }], priority: { third: 0, two: 1 } };
    expect(() => endOf({ ...pair(1), units }, how, [])).toThrow(
      'the coupling scheme "jacobi" does not support events, but third has a "priority" for events.',
    );
  });

  it('a group names a failing unit by its place in the system', () => {
    const groups = [{ units: [1, 2], scheme }];
    const two = vanDerPol(1, 1.5, 0);
    two.model.derivatives = () => {
      throw new Error('it has had enough');
    };
    const units = { third: integral(3), ...pair(1).units, two };
    expect(() => endOf({ ...pair(1), units }, { scheme: 'jacobi', groups }, [])).toThrow(
      'step two: the FMU stopped at t = 0 s: it has had enough.',
    );
  });

  it('an event indicator that is NaN at an accepted point is told once, in a group and alone', () => {
    for (const how of [{}, { scheme: 'hybrid' }]) {
      const ball = pushedBall(0.5, 10);
      ball.model.indicators = () => [ball.model.time > 0.6 ? Number.NaN : 1];
      const notes: string[] = [];
      const problem = { ...pair(1), units: { ...pair(1).units, ball }, stopTime: 2 };
      endOf(problem, { ...how, noted: (words) => notes.push(words) }, []);
      expect(notes).toEqual([
        expect.stringMatching(
          /^event indicator 1 is NaN at t = (1|0\.6\d+) s, so events of this indicator may/,
        ),
      ]);
    }
  });

  it('a group refuses co-simulation units, and solvers of single units', () => {
    expect(() => endOf(pair(1), { kind: { two: 'coSimulation' } }, [])).toThrow(
      'run hybrid: the coupling scheme "continuous" needs model exchange of every unit, but two does not support it.',
    );
    expect(() => endOf(pair(1), { silent: true }, [])).toThrow(
      'run hybrid: the coupling scheme "continuous" integrates model-exchange units, but one steps by itself.',
    );
    expect(() => endOf(pair(1), { options: { solver: 'rosenbrock' } }, [])).toThrow(
      'run hybrid: unknown solver "rosenbrock".',
    );
  });
});
