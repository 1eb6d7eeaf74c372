import { describe, expect, it } from 'vitest';
import { Finished } from '../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { DriverOptions } from '../../../fmu-sdk/host/fmi-driver/fmi-driver.ts';
import { io } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { integrators } from '../../../fmu-sdk/solver/solver-registry.ts';
import { robertsonReference, vanDerPolReference } from '../../problems/odes.ts';
import { FakeCalls } from './fake-calls.ts';
import { fakeDescription, type Given } from './fake-description.ts';
import type { EventResult } from './fake-model.ts';
import { ball, contacts, DataModel, integral, ode, rod, stair, switchings, thermostat } from './models.ts';

type Unit = ReturnType<typeof ball>;

function start(
  unit: Unit,
  options: DriverOptions = {},
  fmi: 2 | 3 = 3,
): { instance: Instance; calls: FakeCalls } {
  const calls = new FakeCalls(fmi, 'modelExchange', unit.model);
  const instance = createDriver(calls, unit.description, 'unit', options);
  for (const v of unit.description.variables) instance.view(v);
  instance.initialize(0);
  instance.exitInitialization();
  return { instance, calls };
}

const value = (instance: Instance, name: string): number => {
  const { view, offset } = instance.view(instance.description.variables.find((v) => v.name === name)!);
  return Number(view[offset]);
};

function run(instance: Instance, end: number, H: number): void {
  const steps = Math.round(end / H);
  for (let n = 0; n < steps; n++) instance.step(n * H, H);
}

describe.each([2, 3] as const)('FMI %i.0', (fmi) => {
  it.each(['auto', 'dopri5', 'radau5', 'bdf'])(
    'the ball hits the floor at the times of the closed-form solution (%s)',
    (solver) => {
      const unit = ball(fmi);
      const { instance } = start(unit, { tolerance: 1e-10, solver }, fmi);
      run(instance, 2.25, 0.05);
      const times = unit.model.data.times as number[];
      const exact = contacts(20).filter((t) => t < 2.25);
      expect(times.length).toBe(exact.length);
      times.forEach((t, k) => {
        expect(Math.abs(t - exact[k])).toBeLessThan(2e-9);
      });
    },
  );

  it('the ball keeps its energy between contacts and loses 1 − e² at each', () => {
    const { instance } = start(ball(fmi), { tolerance: 1e-9 }, fmi);
    const exact = contacts(8);
    for (let n = 0; n < 200; n++) {
      instance.step(n * 0.01, 0.01);
      const bounces = exact.filter((t) => t < (n + 1) * 0.01).length;
      const energy = 9.81 * value(instance, 'h') + 0.5 * value(instance, 'v') ** 2;
      expect(Math.abs(energy / (9.81 * 0.49 ** bounces) - 1)).toBeLessThan(1e-7);
    }
  });

  it('the first contact is also found within one long communication step', () => {
    const unit = ball(fmi);
    const { instance } = start(unit, { tolerance: 1e-10 }, fmi);
    instance.step(0, 2);
    const times = unit.model.data.times as number[];
    const exact = contacts(20).filter((t) => t < 2);
    expect(times.length).toBe(exact.length);
    exact.forEach((t, k) => {
      expect(Math.abs(times[k] - t)).toBeLessThan(1e-9);
    });
  });

  it('time events happen on time, and one at a communication point waits to be handled', () => {
    const unit = stair(fmi);
    const { instance, calls } = start(unit, {}, fmi);
    const counts: number[] = [];
    for (let n = 0; n < 30; n++) {
      instance.step(n * 0.1, 0.1);
      if (instance.eventful!.waits((n + 1) * 0.1)) instance.eventful!.handle((n + 1) * 0.1);
      counts.push(value(instance, 'counter'));
    }
    expect(counts).toEqual(Array.from({ length: 30 }, (_, n) => 1 + Math.floor((n + 1) / 10)));
    expect(value(instance, 'time')).toBeCloseTo(3, 12);
    expect(calls.callNames.filter((name) => name === 'enterEventMode').length).toBe(3);
  });

  it('the requested end of the simulation stops the run with its time and outputs', () => {
    const { instance } = start(stair(fmi, 2), {}, fmi);
    instance.step(0, 1.5);
    expect(() => instance.step(1.5, 1.5)).toThrow(Finished);
    expect(value(instance, 'counter')).toBe(3);
    expect(value(instance, 'time')).toBe(2);
  });

  it('inputs are polynomials inside a step: the integral of a parabola is exact', () => {
    const { instance, calls } = start(integral(fmi), {}, fmi);
    const [, , u] = instance.description.variables;
    const { view, offset } = instance.polynomial(u);
    const input = instance.view(u);
    // u = 1 + 3 t − 2 t², passed at t = 0 and 2.
    let t = 0;
    for (const H of [2, 0.5]) {
      input.view[input.offset] = 1 + 3 * t - 2 * t * t;
      view[offset + 1] = 3 - 4 * t;
      view[offset + 2] = -4;
      instance.step(t, H);
      t += H;
      expect(value(instance, 'x')).toBeCloseTo(t + 1.5 * t ** 2 - (2 / 3) * t ** 3, 11);
      expect(value(instance, 'u')).toBeCloseTo(1 + 3 * t - 2 * t * t, 12);
    }
    // Only the jump at t = 0 was an event, because the polynomial is continuous afterwards.
    expect(calls.callNames.filter((name) => name === 'enterEventMode').length).toBeLessThanOrEqual(2);
  });
});

it.each([1e-9, 1e9])('time events are exact with a time unit of %g s', (unit) => {
  const events = stair(3);
  events.model.update = function () {
    const { data } = this;
    if (this.time >= (data.counter as number) * unit) data.counter = (data.counter as number) + 1;
    return { nextEventTime: (data.counter as number) * unit };
  };
  const { instance, calls } = start(events);
  for (let n = 0; n < 30; n++) instance.step(n * 0.1 * unit, 0.1 * unit);
  expect(value(instance, 'counter')).toBe(3);
  instance.eventful!.handle(3 * unit);
  expect(value(instance, 'counter')).toBe(4);
  expect(calls.callNames.filter((name) => name === 'enterEventMode').length).toBe(3);
});

it('a two-point controller switches in both directions at the times of the closed-form solution', () => {
  const unit = thermostat();
  const { instance } = start(unit, { tolerance: 1e-10 });
  run(instance, 6, 0.25);
  const times = unit.model.data.times as number[];
  const exact = switchings(times.length);
  expect(times.length).toBe(10);
  times.forEach((t, k) => {
    expect(Math.abs(t - exact[k])).toBeLessThan(1e-8);
  });
});

/** ẋ = 1, z = (x − 0.4)(x − 0.6): two changes of the indicator in a step of 1 s. */
function touching(): Unit {
  class Touching extends DataModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = 1;
    }
    indicators(): number[] {
      return [(this.n('x') - 0.4) * (this.n('x') - 0.6)];
    }
    update(): EventResult {
      (this.data.times as number[]).push(this.time);
      return {};
    }
  }
  return {
    model: new Touching({ x: 0, times: [] }, { 1: 'x' }, ['x']),
    description: fakeDescription(
      3,
      [
        { name: 'x', valueReference: 1, causality: 'output' },
        { name: 'der(x)', valueReference: 2, derivative: 1 },
      ],
      ['der(x)'],
    ),
  };
}

it('an indicator that changes twice within one step causes two events', () => {
  const unit = touching();
  const { instance } = start(unit);
  instance.step(0, 1);
  const [initial, first, second, ...more] = unit.model.data.times as number[];
  expect(initial).toBe(0);
  expect(first).toBeCloseTo(0.4, 12);
  expect(second).toBeCloseTo(0.6, 12);
  expect(more).toEqual([]);
});

it('Euler makes one step to each communication point, and handles events there', () => {
  const unit = touching();
  const { instance, calls } = start(unit, { solver: 'euler' });
  run(instance, 1, 0.25);
  expect(unit.model.data.times).toEqual([0, 0.5, 0.75]);
  expect(calls.callNames.filter((name) => name === 'getContinuousStateDerivatives').length).toBe(1 + 4 + 2);
});

describe('step events', () => {
  const counting = (needed: boolean): Unit => {
    class Counting extends DataModel {
      derivatives(dx: Float64Array): undefined {
        dx[0] = 1;
      }
      completed() {
        return { enterEventMode: this.n('x') >= 0.5 && this.n('done') === 0 };
      }
      update(): EventResult {
        if (this.n('x') < 0.5) return {};
        this.data.done = 1;
        this.data.x = this.n('x') - 10;
        return { valuesChanged: true };
      }
    }
    const variables: Given[] = [
      { name: 'x', valueReference: 1, causality: 'output' },
      { name: 'der(x)', valueReference: 2, derivative: 1 },
    ];
    return {
      model: new Counting({ x: 0, done: 0 }, { 1: 'x' }, ['x']),
      description: fakeDescription(3, variables, ['der(x)'], {
        modelExchange: { needsCompletedIntegratorStep: needed },
      }),
    };
  };

  it('step events follow the step that requests them, with the resulting states', () => {
    const { instance } = start(counting(true));
    run(instance, 1, 0.25);
    expect(value(instance, 'x')).toBeCloseTo(-9, 12);
  });

  it('an FMU that does not need completed steps receives no request for them', () => {
    const { instance, calls } = start(counting(false));
    run(instance, 1, 0.25);
    expect(value(instance, 'x')).toBeCloseTo(1, 12);
    expect(calls.callNames).not.toContain('completedIntegratorStep');
  });
});

describe('stiff and oscillating FMUs', () => {
  it.each(robertsonReference)("Robertson's reactions match the reference at t = %g", (end, reference) => {
    const { instance } = start(ode('Robertson'), { tolerance: 1e-8 });
    instance.step(0, end);
    reference.forEach((y, i) => {
      expect(Math.abs(value(instance, `x${i}`) / y - 1)).toBeLessThan(end < 1e10 ? 1e-6 : 1e-4);
    });
  });

  it.each(vanDerPolReference)(
    "van der Pol's oscillator with μ = %g matches the reference at t = %g",
    (mu, end, reference) => {
      const { instance } = start(ode('van der Pol', mu), { tolerance: 1e-8 });
      run(instance, end, end / 20);
      reference.forEach((y, i) => {
        expect(Math.abs(value(instance, `x${i}`) / y - 1)).toBeLessThan(1e-5);
      });
    },
  );

  const exact = (model: DataModel, i: number, j: number): number => {
    const [, y, z] = [0, 1, 2].map((k) => model.n(`x${k}`));
    return [
      [-0.04, 1e4 * z, 1e4 * y],
      [0.04, -1e4 * z - 6e7 * y, -1e4 * y],
      [0, 6e7 * y, 0],
    ][i][j];
  };
  const evaluations = (
    partial: typeof exact | undefined,
  ): { x: number; derivatives: number; directional: number } => {
    const { instance, calls } = start(ode('Robertson', 0, partial), { tolerance: 1e-6, solver: 'radau5' });
    run(instance, 100, 10);
    const count = (name: string): number => calls.callNames.filter((call) => call === name).length;
    return {
      x: value(instance, 'x0'),
      derivatives: count('getContinuousStateDerivatives'),
      directional: count('directionalDerivative'),
    };
  };

  it('directional derivatives replace difference quotients', () => {
    const [provided, differences] = [evaluations(exact), evaluations(undefined)];
    expect(provided.directional).toBeGreaterThan(3);
    expect(provided.derivatives).toBeLessThan(differences.derivatives);
    expect(provided.x).toBeCloseTo(differences.x, 5);
  });

  it.each(['auto', 'dopri5', 'radau5', 'bdf'])(
    'an intermediate state continues bit for bit (%s)',
    (solver) => {
      const { instance } = start(ode('van der Pol', 3), { solver });
      instance.step(0, 5);
      const state = instance.getState();
      const end = (): number[] => {
        instance.step(5, 5);
        return [value(instance, 'x0'), value(instance, 'x1')];
      };
      const first = end();
      instance.setState(state);
      expect(end()).toEqual(first);
    },
  );

  it('an FMU shows the states of the step after a difference quotient, not perturbed ones', () => {
    const { instance } = start(ode('Robertson'), { solver: 'radau5' });
    expect(['x0', 'x1', 'x2'].map((name) => value(instance, name))).toEqual([1, 0, 0]);
  });

  it('wrong directional derivatives are not used', () => {
    const wrong = evaluations((model, i, j) => exact(model, i, j) * (i === 1 && j === 0 ? 0.5 : 1));
    expect(wrong.directional).toBe(3);
    expect(wrong.x).toBeCloseTo(evaluations(undefined).x, 8);
  });
});

describe('the model structure', () => {
  const n = 30;
  const k = 1e4;
  const neighbours = (i: number): number[] => [i - 1, i, i + 1].filter((j) => j >= 0 && j < n);
  const counted = (unit: Unit): { error: number; derivatives: number; directional: number } => {
    const { instance, calls } = start(unit, { tolerance: 1e-7, solver: 'radau5' });
    run(instance, 0.04, 0.01);
    const exact =
      Math.sin(Math.PI / (n + 1)) * Math.exp(-4 * k * Math.sin(Math.PI / (2 * n + 2)) ** 2 * 0.04);
    const count = (name: string): number => calls.callNames.filter((call) => call === name).length;
    return {
      error: Math.abs(value(instance, 'x0') / exact - 1),
      derivatives: count('getContinuousStateDerivatives'),
      directional: count('directionalDerivative'),
    };
  };

  it('a declared structure gives a tridiagonal Jacobian with three evaluations instead of thirty', () => {
    const [dense, sparse] = [counted(rod(n, k)), counted(rod(n, k, neighbours))];
    expect(sparse.error).toBeLessThan(1e-5);
    // Two more for the verification.
    expect(dense.derivatives - sparse.derivatives).toBe(n - 3 - 2);
  });

  it('a declared structure gives a tridiagonal Jacobian with three directional derivatives', () => {
    const { error, directional } = counted(rod(n, k, neighbours, true));
    expect(error).toBeLessThan(1e-5);
    expect(directional).toBe(3);
  });

  it('a wrong model structure is not used', () => {
    const { error } = counted(rod(n, k, (i) => neighbours(i).filter((j) => j <= i)));
    expect(error).toBeLessThan(1e-5);
  });
});

describe('errors', () => {
  const failing = (update: () => EventResult): Unit => {
    const unit = stair(3);
    unit.model.update = update;
    return unit;
  };

  it('model exchange reports an event iteration that never settles', () => {
    expect(() => start(failing(() => ({ again: true })))).toThrow(
      /do not settle in 1000 passes of the event at t = 0 s/,
    );
  });

  it('model exchange reports events that never end', () => {
    const { instance } = start(failing(() => ({ nextEventTime: 0.5 })));
    expect(() => instance.step(0, 1)).toThrow(/events at t = 0.5 s do not end/);
  });

  it('model exchange ends at events whose next event stays in the past, with both times', () => {
    const unit = stair(3);
    unit.model.update = () => ({ nextEventTime: unit.model.time >= 0.5 ? 0.25 : 0.5 });
    const { instance } = start(unit);
    expect(() => instance.step(0, 1)).toThrow(
      /announces its next event at nextEventTime = 0\.25 s, but the time has reached t = 0\.5 s/,
    );
  });

  it('model exchange handles an event in the past at once, and catches up', () => {
    const unit = stair(3);
    let next = -3;
    let events = 0;
    unit.model.update = () => {
      events++;
      if (next <= unit.model.time) next += 0.1;
      return { nextEventTime: next };
    };
    const { instance } = start(unit);
    instance.step(0, 1);
    expect(next).toBeGreaterThan(1);
    expect(events).toBeGreaterThanOrEqual(40);
  });

  it('model exchange tells once that an event indicator is NaN at an accepted point', () => {
    const unit = ball(3);
    unit.model.indicators = () => [unit.model.time > 0.15 ? Number.NaN : 1];
    const notes: string[] = [];
    const { instance } = start(unit, { noted: (words) => notes.push(words) });
    run(instance, 0.4, 0.1);
    expect(notes).toEqual([
      expect.stringMatching(/^event indicator 1 is NaN at t = 0\.2 s, so events .* may be missed/),
    ]);
  });

  it('model exchange does not tell of an event indicator that is NaN only beyond an event', () => {
    const unit = ball(3);
    const update = unit.model.update!.bind(unit.model);
    let fell = false;
    unit.model.update = () => {
      const answer = update();
      fell ||= answer.valuesChanged === true;
      return answer;
    };
    unit.model.indicators = () => {
      const h = unit.model.data.h as number;
      return [h < -1e-6 && !fell ? Number.NaN : h];
    };
    const notes: string[] = [];
    const { instance } = start(unit, { noted: (words) => notes.push(words) });
    run(instance, 0.6, 0.1);
    expect(fell).toBe(true);
    expect(notes).toEqual([]);
  });

  it('model exchange rejects an unknown solver', () => {
    expect(() => start(stair(3), { solver: 'cvode' })).toThrow(
      `run unit: unknown solver "cvode". Known: ${integrators.all.map((m) => m.name).join(', ')}. Choose one of them`,
    );
  });

  it('model exchange reports a singularity', () => {
    const unit = integral(3);
    unit.model.derivatives = function (dx) {
      dx[0] = (1 + (this.data.x as number)) ** 2;
      return true;
    };
    const { instance } = start(unit);
    expect(() => instance.step(0, 2)).toThrow(/its error stays above the tolerance at t = (0\.9|1)/);
  });

  it('model exchange reports derivatives that the FMU rejects everywhere', () => {
    const unit = integral(3);
    let refuse = false;
    unit.model.derivatives = (dx) => {
      dx[0] = 1;
      return !refuse;
    };
    const { instance } = start(unit);
    refuse = true;
    expect(() => instance.step(0, 1)).toThrow(/down to steps of/);
  });

  describe.each(['auto', 'dopri5', 'radau5', 'bdf', 'euler'])('NaN and infinite values (%s)', (solver) => {
    it('an error names the invalid derivative and the time if it occurs from the start', () => {
      const unit = ball(3);
      unit.model.derivatives = (dx) => {
        dx[0] = 1;
        dx[1] = Number.NaN;
        return true;
      };
      expect(() => start(unit, { solver })).toThrow(/^der\(v\) is NaN at t = 0 s$/);
    });

    it('an error names the invalid derivative if it occurs later', () => {
      const unit = ball(3);
      unit.model.derivatives = (dx) => {
        dx[0] = unit.model.time > 0.25 ? Number.POSITIVE_INFINITY : 1;
        dx[1] = 0;
        return true;
      };
      const { instance } = start(unit, { solver });
      const message = /^der\(h\) is Infinity at t = (0\.\d+) s$/;
      expect(() => run(instance, 1, 0.1)).toThrow(message);
    });

    it('an error names the state with an invalid initial value', () => {
      const unit = ball(3);
      unit.model.data.h = Number.NaN;
      expect(() => start(unit, { solver })).toThrow(/^h is NaN at t = 0 s$/);
    });
  });

  it('invalid nominal values are reported once with their state, and replaced by their magnitude or 1', () => {
    const ends = [
      [Number.NaN, -2],
      [1, 2],
    ].map((nominals) => {
      const unit = ode('van der Pol', 3);
      unit.model.nominals = () => nominals;
      const messages: string[] = [];
      const { instance } = start(unit, { noted: (words) => messages.push(words) });
      run(instance, 2, 0.1);
      return { told: messages, x: value(instance, 'x0') };
    });
    expect(ends[0].told).toEqual([
      'nominal values of states must be above 0, but the FMU returned x0 NaN (taken: 1), x1 -2 (taken: 2). Error control uses the taken values',
    ]);
    expect(ends[1].told).toEqual([]);
    expect(ends[0].x).toBe(ends[1].x);
  });
});

it.each(['getNumberOfContinuousStates', 'getNumberOfEventIndicators'] as const)(
  'an FMU whose %s returns more than its variables permit is rejected before memory is allocated',
  (op) => {
    const unit = ball(3);
    const calls = new FakeCalls(3, 'modelExchange', unit.model);
    const honest = calls.call.bind(calls);
    calls.call = (request) => {
      const answer = honest(request);
      if (request.op === op) calls.registers[io.count] = 2 ** 26;
      return answer;
    };
    const lengths: number[] = [];
    calls.doubles = (length) => {
      lengths.push(length);
      return new Float64Array(Math.min(length, 100));
    };
    const instance = createDriver(calls, unit.description, 'unit');
    const begin = (): void => {
      instance.initialize(0);
      instance.exitInitialization();
    };
    expect(begin).toThrow(`${op} returned 67108864, but its variables have`);
    expect(Math.max(0, ...lengths)).toBeLessThan(100);
  },
);
