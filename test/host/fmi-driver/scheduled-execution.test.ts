import { describe, expect, it } from 'vitest';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { FakeCalls } from './fake-calls.ts';
import { fakeDescription, type Given } from './fake-description.ts';
import { DataModel } from './models.ts';

/** Partitions that record their runs. `on` defines additional actions. */
class Partitions extends DataModel {
  readonly ran: string[] = [];
  intervals: Record<number, { interval: number; qualifier: number }> = {};
  out = false;
  constructor(private readonly on: (model: Partitions, clock: number, t: number) => boolean = () => false) {
    super({ u: 0, seen: 0, period: 0.5 }, { 1: 'u', 2: 'seen', 3: 'period' });
  }
  activate(clock: number, t: number): { update: boolean } {
    this.ran.push(`${clock}@${Number(t.toFixed(9))}`);
    this.data.seen = this.n('u');
    return { update: this.on(this, clock, t) };
  }
  getInterval(clock: number): { interval: number; qualifier: number } {
    const { [clock]: answer = { interval: 0, qualifier: 0 } } = this.intervals;
    // A change is reported once.
    this.intervals[clock] = { ...answer, qualifier: 1 };
    return answer;
  }
  getClock(): boolean {
    const { out } = this;
    this.out = false;
    return out;
  }
}

const clock = (valueReference: number, more: Partial<Given>): Given => ({
  name: `clock${valueReference}`,
  valueReference,
  type: 'Clock',
  causality: 'input',
  ...more,
});

const others: Given[] = [
  { name: 'u', valueReference: 1, causality: 'input', start: ['0'] },
  { name: 'seen', valueReference: 2, causality: 'output', variability: 'discrete' },
  { name: 'period', valueReference: 3, causality: 'parameter', variability: 'tunable', start: ['0.5'] },
  { name: 'out', valueReference: 30, type: 'Clock', causality: 'output' },
];

function start(model: Partitions, clocks: Given[]): Instance {
  const calls = new FakeCalls(3, 'scheduledExecution', model);
  const instance = createDriver(calls, fakeDescription(3, [...others, ...clocks]), 'unit');
  for (const v of instance.description.variables) instance.view(v);
  instance.initialize(0);
  instance.exitInitialization();
  return instance;
}

const place = (instance: Instance, name: string): { view: Float64Array; offset: number } =>
  instance.view(instance.description.variables.find((v) => v.name === name)!) as never;

const constant = (interval: number): Partial<Given> => ({
  intervalVariability: 'constant',
  intervalDecimal: interval,
});

describe('the scheduler', () => {
  it('the scheduler runs periodic partitions by time, then by priority with the smaller number first', () => {
    const model = new Partitions();
    const instance = start(model, [
      clock(11, { ...constant(0.3), priority: 2 }),
      clock(12, { ...constant(0.2), priority: 1, shiftDecimal: 0.1 }),
      clock(13, { ...constant(0.6), priority: 0 }),
    ]);
    for (let n = 0; n < 7; n++) instance.step(n * 0.1, 0.1);
    expect(model.ran).toEqual(['13@0', '11@0', '12@0.1', '12@0.3', '11@0.3', '12@0.5', '13@0.6', '11@0.6']);
  });

  it('the scheduler avoids drift: tick 100 000 of a clock of 0.1 s is at 10 000 s, to the last digit', () => {
    const model = new Partitions();
    const instance = start(model, [clock(11, constant(0.1))]);
    let last = 0;
    model.activate = (_, t) => {
      last = t;
      return { update: false };
    };
    instance.step(0, 10_000.05);
    expect(last).toBe(10_000);
  });

  it('the scheduler runs each tick of [t, t + H) once for any communication step', () => {
    for (const H of [0.1, 0.25, 1]) {
      const model = new Partitions();
      const instance = start(model, [clock(11, constant(0.1))]);
      for (let n = 0; n < Math.round(1 / H); n++) instance.step(n * H, H);
      expect(model.ran).toEqual(Array.from({ length: 10 }, (_, k) => `11@${Number((0.1 * k).toFixed(9))}`));
    }
  });

  it.each([1e-9, 1e9])('the scheduler counts ticks correctly with a time unit of %g s', (unit) => {
    const model = new Partitions();
    const instance = start(model, [clock(11, constant(0.1 * unit))]);
    for (let n = 0; n < 30; n++) instance.step(n * 0.05 * unit, 0.05 * unit);
    expect(model.ran.length).toBe(15);
  });

  it('the scheduler starts a countdown clock on the FMU’s request, after more urgent clocks', () => {
    const model = new Partitions((m, which, t) => {
      if (which !== 11 || t !== 1) return false;
      m.intervals[12] = { interval: 0.5, qualifier: 2 };
      m.intervals[13] = { interval: 0, qualifier: 2 };
      return true;
    });
    const instance = start(model, [
      clock(11, { ...constant(0.5), priority: 0 }),
      clock(12, { intervalVariability: 'countdown', priority: 1 }),
      clock(13, { intervalVariability: 'countdown', priority: 2 }),
    ]);
    instance.step(0, 2);
    expect(model.ran).toEqual(['11@0', '11@0.5', '11@1', '13@1', '11@1.5', '12@1.5']);
  });

  it('the scheduler reads the next interval of a changing clock after each tick', () => {
    const model = new Partitions((m) => {
      m.intervals[11] = { interval: 2 * m.intervals[11].interval, qualifier: 2 };
      return false;
    });
    model.intervals[11] = { interval: 0.1, qualifier: 2 };
    const instance = start(model, [clock(11, { intervalVariability: 'changing' })]);
    instance.step(0, 2);
    expect(model.ran).toEqual(['11@0.1', '11@0.3', '11@0.7', '11@1.5']);
  });

  it('a tunable clock counts its new interval from the last tick, or ticks at once if that is past', () => {
    const model = new Partitions();
    model.getInterval = () => ({ interval: model.n('period'), qualifier: 2 });
    const instance = start(model, [clock(11, { intervalVariability: 'tunable' })]);
    instance.step(0, 1.25);
    const { view, offset } = place(instance, 'period');
    view[offset] = 0.1;
    instance.step(1.25, 0.25);
    expect(model.ran).toEqual(['11@0', '11@0.5', '11@1', '11@1.25', '11@1.35', '11@1.45']);
    view[offset] = 0.2;
    instance.step(1.5, 0.5);
    expect(model.ran.slice(6)).toEqual(['11@1.65', '11@1.85']);
  });

  it('the scheduler ticks a triggered clock once when its variable is set, by priority', () => {
    const model = new Partitions();
    const instance = start(model, [
      clock(11, { ...constant(1), priority: 1 }),
      clock(12, { intervalVariability: 'triggered', priority: 0 }),
    ]);
    const { view, offset } = place(instance, 'clock12');
    instance.step(0, 1);
    view[offset] = 1;
    instance.step(1, 1);
    instance.step(2, 1);
    expect(model.ran).toEqual(['11@0', '12@1', '11@1', '11@2']);
  });

  it('the scheduler shows an output clock in the step in which it ticked', () => {
    const model = new Partitions((m, _, t) => (m.out = t === 1));
    const instance = start(model, [clock(11, constant(0.5))]);
    const { view, offset } = place(instance, 'out');
    const outputs: number[] = [];
    for (let t = 0; t < 3; t++) {
      instance.step(t, 1);
      outputs.push(view[offset]);
    }
    expect(outputs).toEqual([0, 1, 0]);
  });

  it('the scheduler passes each partition the inputs of its time, and shows its outputs', () => {
    const model = new Partitions();
    const instance = start(model, [clock(11, { ...constant(1), shiftDecimal: 0.25 })]);
    const u = instance.description.variables[0];
    const { view, offset } = instance.polynomial(u);
    const input = place(instance, 'u');
    input.view[input.offset] = 1;
    view[offset + 1] = 4;
    instance.step(0, 1);
    const slot = place(instance, 'seen');
    expect(slot.view[slot.offset]).toBe(2);
    expect(input.view[input.offset]).toBe(5);
  });

  it('the scheduler reports ticks that never end', () => {
    const model = new Partitions((m) => {
      m.intervals[12] = { interval: 0, qualifier: 2 };
      return true;
    });
    const instance = start(model, [clock(11, constant(1)), clock(12, { intervalVariability: 'countdown' })]);
    expect(() => instance.step(0, 1)).toThrow(/clocks at t = 0 s do not end/);
  });
});

describe('partitions as events of a system', () => {
  const clocks = [
    clock(11, { ...constant(0.25), priority: 1 }),
    clock(12, { intervalVariability: 'triggered', priority: 0 }),
    clock(13, { intervalVariability: 'countdown', priority: 2 }),
  ];
  const set = (instance: Instance, name: string, value: number): void => {
    const { view, offset } = place(instance, name);
    view[offset] = value;
  };

  it('a step ends at the first tick, which waits to be handled with the inputs of that time', () => {
    const model = new Partitions();
    const instance = start(model, clocks);
    const events = instance.eventful!;
    expect(events.waits(0)).toBe(true);
    events.handle(0);
    expect(events.waits(0)).toBe(false);
    expect(events.step(0, 1)).toBe(0.25);
    expect(model.ran).toEqual(['11@0']);
    expect(events.waits(0.25)).toBe(true);
    set(instance, 'u', 7);
    events.handle(0.25);
    expect(model.ran).toEqual(['11@0', '11@0.25']);
    expect(place(instance, 'seen').view[place(instance, 'seen').offset]).toBe(7);
    expect(events.step(0.25, 0.1)).toBe(0.35);
    expect(events.waits(0.35)).toBe(false);
    // A tick at the very end waits there.
    expect(events.step(0.35, 0.15)).toBe(0.5);
    expect(events.waits(0.5)).toBe(true);
  });

  it('simultaneous partitions run together by urgency, including triggered clocks and countdowns', () => {
    const model = new Partitions((it, reference) => {
      if (reference === 12) it.intervals[13] = { interval: 0, qualifier: 2 };
      return reference === 12;
    });
    const instance = start(model, clocks);
    const events = instance.eventful!;
    events.handle(0);
    expect(events.step(0, 0.25)).toBe(0.25);
    set(instance, 'clock12', 1);
    events.handle(0.25);
    expect(model.ran).toEqual(['11@0', '12@0.25', '11@0.25', '13@0.25']);
    expect(events.waits(0.25)).toBe(false);
    set(instance, 'clock12', 1);
    expect(events.waits(0.25)).toBe(true);
  });

  it('output clocks are active only in the event in which they tick', () => {
    const model = new Partitions((it, reference, t) => {
      it.out = reference === 11 && t === 0.25;
      return it.out;
    });
    const instance = start(model, clocks);
    const out = place(instance, 'out');
    const events = instance.eventful!;
    events.handle(0);
    expect(out.view[out.offset]).toBe(0);
    events.step(0, 0.25);
    events.handle(0.25);
    expect(out.view[out.offset]).toBe(1);
    events.step(0.25, 0.25);
    events.handle(0.5);
    expect(out.view[out.offset]).toBe(0);
  });
});
