import { describe, expect, it } from 'vitest';
import type { ObserverKind } from '../../../master/observe/observer.ts';
import { integral, switchings as switchingsOfRoom } from '../../host/fmi-driver/models.ts';
import { type How, type HybridSystem, ran, sessionOf } from '../../problems/hybrid/run.ts';
import {
  beat,
  bus,
  busNode,
  clockwork,
  constant,
  counter,
  hose,
  inverter,
  jetControl,
  listener,
  lowerMass,
  pushedBall,
  pushedContacts,
  rising,
  room,
  type StickSlip,
  sampler,
  slipTimes,
  switchings,
  tank,
  twoPointControl,
  upperMass,
} from '../../problems/hybrid/units.ts';

const jet = { e: 0.9, T: 0.3, push: 6 };
const ball = (): HybridSystem => ({
  units: { ball: pushedBall(jet.e), control: jetControl(jet.T, jet.push) },
  connections: [
    ['ball.v', 'control.v'],
    ['control.push', 'ball.push'],
  ],
  stopTime: 4,
});

const levels = [1, 0.7];
const tanks = (flow: number): HybridSystem => ({
  units: { one: tank(levels[0], 0.2, flow, 0.1), two: tank(levels[1], 0.2, flow, 0.1), hose: hose() },
  connections: [
    ['one.low', 'hose.low1'],
    ['two.low', 'hose.low2'],
    ['hose.to1', 'one.open'],
    ['hose.to2', 'two.open'],
  ],
  stopTime: 20,
});

const masses: StickSlip = { upper: 1.5, lower: 2.5, most: 3, k: 4, until: 2 };
const stickSlip = (): HybridSystem => ({
  units: { upper: upperMass(masses), lower: lowerMass(masses) },
  connections: [
    ['lower.w', 'upper.w'],
    ['upper.f', 'lower.f'],
  ],
  stopTime: 4,
});

const problems: {
  name: string;
  problem: () => HybridSystem;
  unit: string;
  exact: number[];
  options?: How['options'];
}[] = [
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
    exact: switchings(levels, 0.2, 0.45, 0.1, 20),
  },
  {
    name: 'stick–slip with two masses',
    problem: stickSlip,
    unit: 'upper',
    exact: slipTimes(masses),
    options: { tolerance: 1e-9, absolute: 1e-9 },
  },
];

describe.each(problems)('$name', ({ problem, unit, exact, options }) => {
  const differences = (how: How): number[] => {
    const times = ran(problem(), { ...how, options }).times(unit);
    expect(times.length).toBe(exact.length);
    return times.map((t, k) => Math.abs(t - exact[k]));
  };

  it.each([0.02, 0.2, 4])(
    'events of all kinds are within 1e-9 s of the closed form, with H = %f s',
    (step) => {
      for (const difference of differences({ step })) expect(difference).toBeLessThan(1e-9);
    },
  );

  it('discrete outputs alone reveal all events, without event information of units', () => {
    for (const difference of differences({ step: 0.2, silent: true })) expect(difference).toBeLessThan(1e-9);
  });
});

describe('jacobi, which passes events at communication points,', () => {
  it.each(problems.slice(0, 2))(
    'Jacobi handles the events of $name late, at communication points',
    ({ problem, unit, exact }) => {
      const times = ran(problem(), { step: 0.2, scheme: 'jacobi', order: 1 }).times(unit);
      const late = exact.map((t, k) => Math.abs(times[k] - t));
      expect(times.length !== exact.length || Math.max(...late) > 1e-3).toBe(true);
    },
  );
});

describe('a thermostat', () => {
  it('a thermostat switches within 1e-7 s of the closed form, on a motion that is not polynomial', () => {
    const problem: HybridSystem = {
      units: { room: room(), control: twoPointControl() },
      connections: [
        ['room.x', 'control.x'],
        ['control.heat', 'room.heat'],
      ],
      stopTime: 3,
    };
    const times = ran(problem, { step: 1, options: { tolerance: 1e-8, absolute: 1e-8 } }).times('control');
    const exact = switchingsOfRoom(5);
    expect(times.length).toBe(exact.length);
    for (const [k, t] of times.entries()) expect(Math.abs(t - exact[k])).toBeLessThan(1e-7);
  });
});

describe('events in the hybrid scheme', () => {
  it('events in the hybrid scheme add rows to the result before and after each event', () => {
    const rows: [number, number][] = [];
    const watch: ObserverKind = {
      name: 'watch',
      observe: (run) => {
        const bounces = run.reader('ball.bounces');
        return { event: (t) => rows.push([t, Number(bounces())]) };
      },
    };
    const exact = pushedContacts(jet.e, jet.T, jet.push, 4);
    ran(ball(), { step: 0.5, observers: [watch] });
    exact.forEach((t, k) => {
      const at = rows.filter((row) => Math.abs(row[0] - t) < 1e-9).map((row) => row[1]);
      expect(at).toEqual([k, k + 1]);
    });
  });

  it('events that get ever closer end in one error with the limit', () => {
    const flow = 0.3;
    const end = (levels[0] + levels[1] - 2 * 0.1) / (2 * 0.2 - flow);
    const message = messageOf(() => ran(tanks(flow), { step: 0.5 }));
    expect(message).toMatch(
      /events come ever closer, .* \(Zeno\)\. The last event began in (one|two)\. Give the model a state of rest/,
    );
    expect(Number(/accumulate at t = ([\d.]+) s/.exec(message)?.[1])).toBeCloseTo(end, 5);
  });

  it('events that do not settle end in one error with their cycle', () => {
    const message = messageOf(() => ran(ring(), { step: 0.5, options: { passes: 20 } }));
    expect(message).toMatch(
      /^step hybrid: exchanged values at the event at t = 0\.3 s do not settle in 20 passes/,
    );
    expect(message).toContain('(cycle: ');
    for (const part of ['second.y → third.u', 'third.y → second.u']) expect(message).toContain(part);
    expect(message).not.toContain('first.y');
  });

  it('events of one unit that do not end name the unit instead of exchanged values', () => {
    const stuck = clockwork(0.3);
    stuck.model.update = () => ({ nextEventTime: 0.3 });
    const problem: HybridSystem = {
      units: { stuck, second: inverter(1) },
      connections: [['stuck.y', 'second.u']],
      stopTime: 1,
    };
    expect(messageOf(() => ran(problem, { step: 0.5, options: { passes: 20 } }))).toMatch(
      /^step hybrid: events of stuck at t = 0\.3 s do not end: another one is due after each of 20 passes/,
    );
  });

  it.each([5, 100])('events in the past end in one error with both times (%i passes)', (passes) => {
    const late = clockwork(0.3);
    late.model.update = () => ({ nextEventTime: late.model.time >= 0.3 ? 0.1 : 0.3 });
    const problem: HybridSystem = {
      units: { late, second: inverter(1) },
      connections: [['late.y', 'second.u']],
      stopTime: 1,
    };
    expect(messageOf(() => ran(problem, { step: 0.5, options: { passes } }))).toMatch(
      /^step late: .* nextEventTime = 0\.1 s, but the time has reached t = 0\.3 s/,
    );
  });

  it('events use inputs of their time, however rough the extrapolation', () => {
    const problem: HybridSystem = {
      units: { sampler: sampler(0.4), room: room() },
      connections: [['room.x', 'sampler.x']],
      stopTime: 2,
    };
    ran(problem, { step: 1, order: 0, options: { tolerance: 1, absolute: 1 } });
    const { times, heard } = problem.units.sampler.model.data as Record<string, number[]>;
    expect(times.length).toBe(5);
    times.forEach((t, k) => {
      expect(heard[k]).toBeCloseTo(2 * (1 - Math.exp(-t)), 8);
    });
  });

  it('events reach the last unit of a chain at the time of the first, in one pass per unit', () => {
    const chain: HybridSystem = {
      units: { first: clockwork(0.3), second: inverter(1), third: inverter(1), fourth: inverter(1) },
      connections: [
        ['first.y', 'second.u'],
        ['second.y', 'third.u'],
        ['third.y', 'fourth.u'],
      ],
      stopTime: 1,
    };
    ran(chain, { step: 1 });
    expect(chain.units.fourth.model.data.times).toEqual([0.3]);
  });
});

describe('a chain of model-exchange units', () => {
  it.each(['jacobi', 'gauss-seidel', 'hybrid'])(
    'a chain of model-exchange units follows the polynomials of its sources under %s',
    (scheme) => {
      const problem: HybridSystem = {
        units: { source: constant(2), first: integral(3), second: integral(3) },
        connections: [
          ['source.y', 'first.u'],
          ['first.x', 'second.u'],
        ],
        stopTime: 1,
      };
      const options = scheme === 'hybrid' ? { tolerance: 1e-9, absolute: 1e-9 } : undefined;
      const { session } = sessionOf(problem, { step: 1 / 16, scheme, order: 1, options });
      const [first, second] = ['first.x', 'second.x'].map((name) => session.reader(name));
      session.start();
      session.advance(session.steps);
      expect(Number(first())).toBeCloseTo(2, 9);
      // ∫ 2 t over all steps except the first, in which the slope is unknown.
      const omitted = scheme === 'jacobi' ? 1 / 16 ** 2 : 0;
      expect(Number(second())).toBeCloseTo(1 - omitted, 6);
    },
  );
});

describe('a co-simulation unit', () => {
  const level = 0.37;

  it.each(['early return', 'nothing'] as const)(
    'a co-simulation unit ends the step of all units at its event by %s',
    (how) => {
      const problem: HybridSystem = {
        units: { rising: rising(level, how), integral: integral(3) },
        connections: [['rising.y', 'integral.u']],
        stopTime: 1,
      };
      const { session } = sessionOf(problem, { step: 0.5, kind: { rising: 'coSimulation' } });
      const x = session.reader('integral.x');
      session.start();
      session.advance(session.steps);
      expect(Math.abs(Number(x()) - (1 - level))).toBeLessThan(1e-9);
      expect(session.notes[0]).toBe(
        how === 'nothing' ? 'Events: 1, 1 of them found by bisection.' : 'Events: 1.',
      );
    },
  );
});

describe('a discrete output that changes with each step', () => {
  const problem = (stopTime: number): HybridSystem => ({
    units: { counter: counter(), integral: integral(3) },
    connections: [['counter.y', 'integral.u']],
    stopTime,
  });
  const kind = { counter: 'coSimulation' } as const;

  it('a discrete output that changes in the shortest step too ends in one error', () => {
    const message = messageOf(() => ran(problem(1), { step: 0.5, kind }));
    expect(message).toMatch(
      /^step hybrid: up to t = [\d.e-]+ s a discrete output changed in each of 1000 steps, however short \(Zeno\)\. The last event began in counter\. Declare it continuous, /,
    );
    expect(Number(/t = ([\d.e-]+) s/.exec(message)?.[1])).toBeLessThan(1e-7);
  });

  it('a discrete output that changes with each step counts as one event per step if bisection is not needed', () => {
    const { session } = sessionOf(problem(12), {
      ...{ step: 0.01, kind },
      options: { resolution: 1, tolerance: 1, absolute: 1 },
    });
    session.start();
    session.advance(session.steps);
    expect(Number(session.reader('counter.y')())).toBeGreaterThan(1000);
  });
});

describe('a Clock', () => {
  const ticking = (): HybridSystem => ({
    units: { beat: beat(0.3), ramp: integral(3), one: constant(1), listener: listener() },
    connections: [
      ['one.y', 'ramp.u'],
      ['beat.clock', 'listener.clock'],
      ['ramp.x', 'listener.x'],
    ],
    stopTime: 1,
  });

  it('a Clock ticks a Clock of another unit at the same time, once, with the inputs of that time', () => {
    const problem = ticking();
    ran(problem, { step: 1, options: { tolerance: 1e-9, absolute: 1e-9 } });
    const { times, heard } = problem.units.listener.model.data as Record<string, number[]>;
    expect(times).toEqual([0.3, 0.6, 3 * 0.3]);
    times.forEach((t, k) => {
      expect(heard[k]).toBeCloseTo(t, 10);
    });
  });

  it.each(['modelExchange', 'coSimulation'] as const)(
    'a countdown in one unit (%s) ticks connected Clocks with their bytes, also repeated ones and at the start',
    (kind) => {
      const [period, delay] = [0.3, 0.01];
      const problem: HybridSystem = {
        units: { one: busNode(period, 7), bus: bus(delay), two: busNode(10, 8) },
        connections: [
          ['one.sent', 'bus.received'],
          ['one.word', 'bus.in'],
          ['bus.sent', 'two.heard'],
          ['bus.out', 'two.news'],
        ],
        stopTime: 1,
      };
      ran(problem, { step: 0.5, kind: { one: 'modelExchange', bus: kind, two: kind } });
      const { times, heard } = problem.units.two.model.data as Record<string, number[]>;
      expect(heard).toEqual([7, 7, 7, 7]);
      [0, 1, 2, 3].forEach((k) => {
        expect(times[k]).toBeCloseTo(k * period + delay, 10);
      });
      expect(problem.units.bus.model.data.times).toEqual(times);
    },
  );

  it('Clocks need a scheme that supports events', () => {
    expect(() => sessionOf(ticking(), { step: 0.1, scheme: 'jacobi' })).toThrow(
      'run hybrid: the coupling scheme "jacobi" does not support ticks of Clocks, but beat.clock is a Clock. Choose hybrid or continuous, or remove the connection.',
    );
  });
});

describe('the hybrid scheme', () => {
  it('the hybrid scheme refuses units that cannot take a step of any size', () => {
    const fixed = pushedBall(0.9);
    fixed.description.coSimulation = {
      ...fixed.description.coSimulation!,
      canHandleVariableCommunicationStepSize: false,
    };
    expect(() =>
      sessionOf({ ...ball(), units: { ...ball().units, ball: fixed } }, { step: 0.1, kind: 'coSimulation' }),
    ).toThrow('hybrid ends steps at events, but ball cannot take a step of any size');
  });
});

function messageOf(action: () => void): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

function ring(): HybridSystem {
  return {
    units: { first: clockwork(0.3), second: inverter(2), third: inverter(1) },
    connections: [
      ['first.y', 'second.v'],
      ['second.y', 'third.u'],
      ['third.y', 'second.u'],
    ],
    stopTime: 1,
  };
}
