import { describe, expect, it } from 'vitest';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { DriverOptions } from '../../../fmu-sdk/host/fmi-driver/fmi-driver.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { FakeCalls } from './fake-calls.ts';
import { fakeDescription } from './fake-description.ts';
import { ball, contacts, DataModel, integral, rod, stair } from './models.ts';

type Unit = ReturnType<typeof ball>;

function start(unit: Unit, options: DriverOptions): { instance: Instance; calls: FakeCalls } {
  const calls = new FakeCalls(3, 'modelExchange', unit.model);
  const instance = createDriver(calls, unit.description, 'unit', { solver: 'bdf', ...options });
  for (const v of unit.description.variables) instance.view(v);
  instance.initialize(0);
  instance.exitInitialization();
  return { instance, calls };
}

const value = (instance: Instance, name: string): number => {
  const { view, offset } = instance.view(instance.description.variables.find((v) => v.name === name)!);
  return Number(view[offset]);
};

/** A rod that does not need completed steps, which would move it to their ends. */
function quiet(...of: Parameters<typeof rod>): Unit {
  const unit = rod(...of);
  unit.description.modelExchange!.needsCompletedIntegratorStep = false;
  return unit;
}

const n = 40;
const k = 1e4;
const neighbours = (i: number): number[] => [i - 1, i, i + 1].filter((j) => j >= 0 && j < n);
const mode = (t: number): number =>
  Math.sin(Math.PI / (n + 1)) * Math.exp(-4 * k * Math.sin(Math.PI / (2 * n + 2)) ** 2 * t);

describe('steps beyond communication points', () => {
  const run = (pieces: number): { instance: Instance; calls: FakeCalls; error: number } => {
    const { instance, calls } = start(quiet(n, k, neighbours), { tolerance: 1e-6, stopTime: 0.04 });
    let error = 0;
    for (let i = 0; i < pieces; i++) {
      instance.step((i * 0.04) / pieces, 0.04 / pieces);
      error = Math.max(error, Math.abs(value(instance, 'x0') / mode(((i + 1) * 0.04) / pieces) - 1));
    }
    return { instance, calls, error };
  };
  const derivatives = ({ callNames }: FakeCalls): number =>
    callNames.filter((name) => name === 'getContinuousStateDerivatives').length;

  it('steps beyond communication points need equal evaluations and give equal bits for any number of points', () => {
    const [few, many] = [run(1), run(400)];
    expect(many.error).toBeLessThan(1e-5);
    expect(derivatives(many.calls)).toBe(derivatives(few.calls));
    for (let i = 0; i < n; i++) expect(value(many.instance, `x${i}`)).toBe(value(few.instance, `x${i}`));
  });

  it('steps beyond communication points stop at the end of the experiment', () => {
    const unit = rod(n, k, neighbours);
    const set = Object.getOwnPropertyDescriptor(unit.model, 'time');
    let latest = 0;
    let time = set?.value as number;
    Object.defineProperty(unit.model, 'time', {
      get: () => time,
      set: (t: number) => {
        time = t;
        latest = Math.max(latest, t);
      },
    });
    const { instance } = start(unit, { stopTime: 0.04 });
    for (let i = 0; i < 4; i++) instance.step(i * 0.01, 0.01);
    expect(latest).toBe(0.04);
  });

  it('steps beyond communication points leave the FMU at the communication point', () => {
    const unit = quiet(n, k, neighbours);
    const { instance } = start(unit, { stopTime: 0.04 });
    for (let i = 0; i < 10; i++) {
      instance.step(i * 0.004, 0.004);
      expect(unit.model.time).toBe(i * 0.004 + 0.004);
    }
  });

  it('a state saved inside a step continues bit for bit', () => {
    const { instance } = start(rod(n, k, neighbours), { stopTime: 0.04 });
    for (let i = 0; i < 7; i++) instance.step(i * 0.001, 0.001);
    const state = instance.getState();
    const end = (): number[] => {
      for (let i = 7; i < 20; i++) instance.step(i * 0.001, 0.001);
      return Array.from({ length: n }, (_, i) => value(instance, `x${i}`));
    };
    const first = end();
    instance.setState(state);
    expect(end()).toEqual(first);
    expect(Math.abs(first[0] / mode(0.02) - 1)).toBeLessThan(1e-4);
  });
});

describe('events at communication points inside a step', () => {
  it('a jump of an input is an event: the integral of a staircase is exact', () => {
    const unit = integral(3);
    const { instance } = start(unit, { stopTime: 10, tolerance: 1e-8 });
    const input = instance.view(unit.description.variables[2]);
    let exact = 0;
    for (let i = 0; i < 10; i++) {
      const u = i % 3 === 0 ? i : -1;
      input.view[input.offset] = u;
      instance.step(i, 1);
      exact += u;
      expect(value(instance, 'x')).toBeCloseTo(exact, 7);
    }
  });

  it('an input that begins to vary is followed', () => {
    const unit = integral(3);
    const { instance } = start(unit, { stopTime: 10, tolerance: 1e-8 });
    const input = instance.view(unit.description.variables[2]);
    const { view, offset } = instance.polynomial(unit.description.variables[2]);
    input.view[input.offset] = 2;
    instance.step(0, 1);
    view[offset + 1] = 3;
    instance.step(1, 1);
    expect(value(instance, 'x')).toBeCloseTo(2 + 2 + 1.5, 7);
    view[offset + 1] = 0;
    instance.step(2, 1);
    expect(value(instance, 'x')).toBeCloseTo(5.5 + 5, 7);
  });

  it('state events are located correctly for any number of points', () => {
    const times = [9, 900].map((pieces) => {
      const unit = ball(3);
      const { instance } = start(unit, { tolerance: 1e-9, stopTime: 2.25 });
      for (let i = 0; i < pieces; i++) instance.step((i * 2.25) / pieces, 2.25 / pieces);
      return unit.model.data.times as number[];
    });
    const exact = contacts(20).filter((t) => t < 2.25);
    for (const contactTimes of times) {
      expect(contactTimes.length).toBe(exact.length);
      contactTimes.forEach((t, i) => {
        expect(Math.abs(t - exact[i])).toBeLessThan(1e-7);
      });
    }
  });

  it('time events are exact, and an FMU without states continues', () => {
    const { instance } = start(stair(3), { stopTime: 3 });
    for (let i = 0; i < 30; i++) instance.step(i * 0.1, 0.1);
    instance.eventful!.handle(3);
    expect(value(instance, 'counter')).toBe(4);
  });

  it('completed steps are announced at the FMU’s position', () => {
    const deviations: number[] = [];
    class Falling extends DataModel {
      derivatives(dx: Float64Array): undefined {
        dx[0] = -this.n('x');
      }
      completed() {
        deviations.push(Math.abs(this.n('x') / Math.exp(-this.time) - 1));
        return {};
      }
    }
    const unit = {
      model: new Falling({ x: 1 }, { 1: 'x' }, ['x']),
      description: fakeDescription(
        3,
        [
          { name: 'x', valueReference: 1, causality: 'output' },
          { name: 'der(x)', valueReference: 2, derivative: 1 },
        ],
        ['der(x)'],
        { modelExchange: { needsCompletedIntegratorStep: true } },
      ),
    } as Unit;
    const { instance } = start(unit, { stopTime: 2, tolerance: 1e-8 });
    for (let i = 0; i < 40; i++) instance.step(i * 0.05, 0.05);
    expect(deviations.length).toBeGreaterThan(40);
    expect(Math.max(...deviations)).toBeLessThan(1e-6);
  });
});

describe('a model structure that is not declared', () => {
  it('detecting an undeclared model structure by columns gives equal steps', () => {
    const count = (unit: Unit): { evaluations: number; x: number } => {
      const { instance, calls } = start(unit, { tolerance: 1e-6, stopTime: 0.04 });
      instance.step(0, 0.04);
      const evaluations = calls.callNames.filter((name) => name === 'getContinuousStateDerivatives').length;
      return { evaluations, x: value(instance, 'x0') };
    };
    const [withNeighbours, untold] = [count(rod(n, k, neighbours)), count(rod(n, k))];
    expect(untold.x).toBeCloseTo(withNeighbours.x, 12);
    expect((untold.evaluations - withNeighbours.evaluations + 2) % (n - 3)).toBe(0);
  });
});
