import { describe, expect, it } from 'vitest';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Coupled, errorOf, runOf } from '../../problems/coupled/coupled.ts';
import { oscillator, quarterCar } from '../../problems/coupled/problems.ts';

const car = quarterCar();
const every = 0.2;

function ran(
  options: Record<string, number | string>,
  { problem = car, order = 1 as 0 | 1 | 2 } = {},
): { error: number; steps: number; notes: readonly string[]; log: NonNullable<ReturnType<typeof logOf>> } {
  const coupling = { scheme: 'adaptive', step: every, order, options };
  const { session } = runOf(problem, coupling);
  session.start();
  session.advance(session.steps);
  const log = logOf(session);
  const steps = log.accepted.reduce((sum, value) => sum + value, 0);
  return { error: errorOf(problem, coupling), steps, notes: session.notes, log };
}

const logOf = (session: ReturnType<typeof runOf>['session']) => session.ownSteps!;

describe('steps that follow the error of the extrapolation', () => {
  it('adaptive steps with parabolas leave a tenth of the error of as many equal steps for slowing motions', () => {
    for (const tolerance of [1e-2, 3e-3]) {
      const adaptive = ran({ tolerance }, { order: 2 });
      const between = Math.round((adaptive.steps * every) / car.stopTime);
      const equal = errorOf(car, { scheme: 'jacobi', step: every / between, order: 2 }, between);
      expect(adaptive.error).toBeLessThan(0.1 * equal);
    }
  });

  it.each([0, 1, 2] as const)(
    'adaptive steps increase in number and accuracy with a smaller tolerance at order %i',
    (order) => {
      const runs = [0.1, 0.03, 0.01].map((tolerance) => ran({ tolerance }, { order }));
      for (let k = 1; k < runs.length; k++) {
        expect(runs[k].steps).toBeGreaterThan(runs[k - 1].steps);
        expect(runs[k].error).toBeLessThan(runs[k - 1].error);
      }
    },
  );

  it('the number of adaptive steps grows as the tolerance to the power of −1/(m+1)', () => {
    for (const [order, from, to] of [
      [0, 0.2, 0.05],
      [1, 1e-2, 1e-3],
      [2, 1e-2, 1e-3],
    ] as const) {
      const [coarse, fine] = [from, to].map((tolerance) => ran({ tolerance }, { order }).steps);
      const slope = Math.log(fine / coarse) / Math.log(from / to);
      expect(slope).toBeGreaterThan(0.75 / (order + 1));
      expect(slope).toBeLessThan(1.25 / (order + 1));
    }
  });

  it('every accepted step meets the tolerance, because others are rejected', () => {
    const { log, notes } = ran({ tolerance: 1e-2 });
    const rejected = [...log.accepted].filter((candidate) => candidate === 0).length;
    expect(rejected).toBeGreaterThan(0);
    [...log.error].forEach((error, k) => {
      if (log.accepted[k] === 1) expect(error).toBeLessThanOrEqual(1);
      else expect(error).toBeGreaterThan(1);
    });
    expect(notes[1]).toBe(`Rejected steps: ${rejected}.`);
    expect(log.more).toBe(0);
  });

  it('adaptive steps find their size in a few tries if the first is far too large', () => {
    const { log } = ran({ tolerance: 1e-2, first: every });
    const tries = [...log.accepted].indexOf(1);
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThan(8);
  });

  it('notes count the steps beyond the tolerance if steps are not rejected', () => {
    const { log, notes } = ran({ tolerance: 1e-2, rejection: 'no', first: 0.05 });
    const rough = [...log.error].filter((error) => error > 1).length;
    expect(rough).toBeGreaterThan(0);
    expect([...log.accepted]).not.toContain(0);
    expect(notes.slice(1)).toEqual([
      'Steps are not rejected: "rejection" is "no".',
      `Steps that exceed the tolerance: ${rough}.`,
    ]);
  });

  it('adaptive steps follow each other, and meet every communication point', () => {
    const { log } = ran({ tolerance: 1e-2, largest: 0.03, smallest: 1e-4 });
    let at = 0;
    const ends = new Set<string>();
    log.time.forEach((time, k) => {
      expect(time).toBeCloseTo(at, 12);
      if (log.accepted[k] === 0) return;
      at += log.size[k];
      ends.add(at.toFixed(9));
      expect(log.size[k]).toBeLessThanOrEqual(0.03);
    });
    for (let n = 1; n <= 5; n++) expect(ends.has((n * every).toFixed(9))).toBe(true);
  });

  it('adaptive steps of the largest size equal Jacobi bit for bit', () => {
    const end = (scheme: string, options?: Record<string, number>): number[] => {
      const { session } = runOf(car, { scheme, step: 0.01, options });
      session.start();
      session.advance(session.steps);
      return ['chassis.v', 'wheel.F'].map((name) => Number(session.reader(name)()));
    };
    expect(end('adaptive', { tolerance: 1, absolute: 1e9, first: 1, smallest: 0.01 })).toEqual(end('jacobi'));
  });
});

describe('a unit that refuses large steps', () => {
  /** Returns the car whose wheel fails in steps beyond a limit in the middle of the run. */
  const failing = (limit: number, thrown: unknown = new Error('too far')): ReturnType<typeof runOf> => {
    const run = runOf(car, {
      scheme: 'adaptive',
      step: every,
      order: 1,
      options: { tolerance: 0.1, smallest: 1e-4 },
    });
    const [, wheel] = run.units;
    const { step } = wheel;
    (wheel as { step: typeof step }).step = (t, h) => {
      if (t >= 0.4 && t < 0.5 && h > limit) {
        // The step is half done, and only the snapshot helps.
        step(t, h / 3);
        throw thrown;
      }
      return step(t, h);
    };
    return run;
  };

  it('a unit that refuses large steps is rolled back and gets half the step until it accepts', () => {
    const { session } = failing(2e-3);
    session.start();
    session.advance(session.steps);
    const { time, size, accepted: stood, error } = session.ownSteps!;
    const refused = [...error].filter(Number.isNaN).length;
    expect(refused).toBeGreaterThan(2);
    expect(session.notes[1]).toMatch(new RegExp(`, ${refused} of them because a unit failed\\.$`));
    time.forEach((t, k) => {
      if (t >= 0.4 && t < 0.5 && stood[k] === 1) expect(size[k]).toBeLessThanOrEqual(2e-3);
    });
    const free = runOf(car, {
      scheme: 'adaptive',
      step: every,
      order: 1,
      options: { tolerance: 0.1, smallest: 1e-4 },
    });
    free.session.start();
    free.session.advance(5);
    const v = (item: typeof session): number => Number(item.reader('chassis.v')());
    expect(Math.abs(v(session) - v(free.session))).toBeLessThan(0.02);
  });

  it('extrapolation uses the history of accepted steps only, so that a line is extrapolated exactly', () => {
    const unit = (name: string, speed: number): Coupled['units'][number] => ({
      name,
      inputs: ['u'],
      outputs: ['y'],
      A: [
        [0, 1],
        [0, 0],
      ],
      B: [[0], [0]],
      C: [[1, 0]],
      D: [[0]],
      start: [1, speed],
    });
    const lines: Coupled = {
      name: 'lines',
      units: [unit('a', 1), unit('b', -2)],
      connections: [
        ['a.y', 'b.u'],
        ['b.y', 'a.u'],
      ],
      stopTime: 1,
    };
    const options = { tolerance: 0.1, first: 0.05 };
    const { session, units } = runOf(lines, { scheme: 'adaptive', step: every, order: 1, options });
    const { step } = units[0];
    let tries = 0;
    (units[0] as { step: typeof step }).step = (t, h) => {
      // Every third step fails once.
      if (tries++ % 3 === 2) throw new Error('too far');
      return step(t, h);
    };
    session.start();
    session.advance(session.steps);
    const { error, accepted: stood, time } = session.ownSteps!;
    expect([...stood]).toContain(0);
    // The first step lacks a slope.
    error.forEach((value, k) => {
      if (stood[k] === 1 && time[k] > 0) expect(value).toBeLessThan(1e-9);
    });
  });

  it('a unit that fails at any size ends the run with the tried sizes, and earlier rows remain', () => {
    const { session } = failing(0);
    session.start();
    expect(() => session.advance(5)).toThrow(
      /^step wheel: the FMU stopped at t = 0\.4 s, in each of \d+ tried steps of [-.e0-9, ]+, 0\.0001 s: Error: too far\. Check its inputs there, use a smaller "smallest"/,
    );
    expect(session.n).toBe(2);
  });

  it('a unit gets no second try after a user error', () => {
    const { session } = failing(0, new UserError('give a table'));
    session.start();
    expect(() => session.advance(5)).toThrow('give a table');
    expect([...session.ownSteps!.error].some(Number.isNaN)).toBe(false);
  });
});

describe('a unit without rollback', () => {
  it('a unit without rollback steps on, and the notes give the reason', () => {
    const { session, units } = runOf(car, { scheme: 'adaptive', step: every, order: 1 });
    (units[1] as { snapshot: unknown }).snapshot = () => {
      throw new UserError('snapshot of wheel: it has started threads.');
    };
    session.start();
    session.advance(session.steps);
    expect(session.notes).toContain('Steps are not rejected: snapshot of wheel: it has started threads.');
    expect([...session.ownSteps!.accepted]).not.toContain(0);
  });
});

it('adaptive refuses a system without connected real values', () => {
  const { units } = oscillator();
  const apart = { ...oscillator(), units, connections: [], bonds: [] };
  expect(() => runOf(apart, { scheme: 'adaptive', step: 0.1 })).toThrow(
    'run oscillator: adaptive needs connected real values to choose its steps, but the system does not have any. Choose jacobi.',
  );
});
