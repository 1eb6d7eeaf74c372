import { describe, expect, it } from 'vitest';
import { Finished } from '../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { DriverOptions } from '../../../fmu-sdk/host/fmi-driver/fmi-driver.ts';
import { status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { FmuInstance } from '../../../fmu-sdk/host/instance/fmu-instance.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { FakeCalls } from './fake-calls.ts';
import { fakeDescription, type Given } from './fake-description.ts';
import type { EventResult, StepResult } from './fake-model.ts';
import { DataModel } from './models.ts';

type Capabilities = NonNullable<Parameters<typeof fakeDescription>[3]>['coSimulation'];

/** Integrates its input by holding it during each doStep call, as a co-simulation FMU does. */
class Held extends DataModel {
  readonly steps: [number, number][] = [];
  constructor() {
    super({ x: 0, u: 0, k: 1, gate: 0, slope: 0, bend: 0, tuned: 0 }, { 1: 'x', 2: 'u', 3: 'k', 4: 'gate' });
  }
  doStep(t: number, h: number): StepResult {
    this.steps.push([t, h]);
    this.time = t + h;
    const { u, slope, bend } = this.data as Record<string, number>;
    this.data.x = this.n('x') + this.n('k') * (u * h + (slope * h * h) / 2 + (bend * h ** 3) / 6);
    return {};
  }
}

const variables: Given[] = [
  { name: 'x', valueReference: 1, causality: 'output' },
  { name: 'u', valueReference: 2, causality: 'input', start: ['0'], intermediateUpdate: true },
  { name: 'k', valueReference: 3, causality: 'parameter', variability: 'tunable', start: ['1'] },
  { name: 'gate', valueReference: 4, type: 'Boolean', causality: 'input', start: ['false'] },
];

function start<M extends DataModel>(
  model: M,
  capabilities: Capabilities,
  fmi: 2 | 3 = 3,
  options: DriverOptions = {},
  declarations: Given[] = variables,
): { instance: Instance; calls: FakeCalls; model: M } {
  const calls = new FakeCalls(fmi, 'coSimulation', model);
  const instance = createDriver(
    calls,
    fakeDescription(fmi, declarations, [], { coSimulation: capabilities }),
    'unit',
    options,
  );
  for (const v of declarations) instance.view(variable(instance, v.name));
  instance.initialize(0);
  instance.exitInitialization();
  return { instance, calls, model };
}

const variable = (instance: Instance, name: string) =>
  instance.description.variables.find((v) => v.name === name)!;

const value = (instance: Instance, name: string): number => {
  const { view, offset } = instance.view(variable(instance, name));
  return Number(view[offset]);
};

const set = (instance: Instance, name: string, to: number): void => {
  const { view, offset } = instance.view(variable(instance, name));
  view[offset] = to;
};

describe('inputs', () => {
  it('inputs stay constant over a step if the FMU cannot interpolate', () => {
    const { instance } = start(new Held(), {});
    expect(instance.polynomial(variable(instance, 'u')).offset).toBe(-1);
    set(instance, 'u', 3);
    instance.step(0, 0.5);
    expect(value(instance, 'x')).toBe(1.5);
  });

  it('inputs come with derivatives in FMI 2.0 if the FMU interpolates', () => {
    class Interpolating extends Held {
      setInputDerivative(_: number, order: number, derivative: number): void {
        this.data[order === 1 ? 'slope' : 'bend'] = derivative;
      }
    }
    const { instance, calls } = start(new Interpolating(), { canInterpolateInputs: true }, 2);
    const { view, offset } = instance.polynomial(variable(instance, 'u'));
    instance.step(0, 1);
    expect(calls.callNames).not.toContain('setInputDerivatives');
    set(instance, 'u', 1);
    view.set([0, 2, 6], offset);
    instance.step(1, 1);
    // ∫ 1 + 2 τ + 3 τ²
    expect(value(instance, 'x')).toBeCloseTo(3, 14);
    expect(value(instance, 'u')).toBe(6);
    view.set([0, 0, 0], offset);
    set(instance, 'u', 1);
    instance.step(2, 1);
    expect(value(instance, 'x')).toBeCloseTo(4, 14);
  });

  it('inputs follow polynomials at intermediate updates in FMI 3.0 if the FMU offers them', () => {
    const { instance, calls } = start(new Held(), { providesIntermediateUpdate: true });
    expect([...calls.options!.requiredIntermediateVariables!]).toEqual([2]);
    const { view, offset } = instance.polynomial(variable(instance, 'u'));
    set(instance, 'u', 1);
    view.set([0, 2, 6], offset);
    instance.step(0, 1);
    // u₀ + u₁ τ + u₂ τ²
    expect([...calls.polynomials!.coefficients]).toEqual([1, 2, 3]);
    expect(value(instance, 'u')).toBe(6);
  });

  it('discrete inputs and tunable parameters are set only when they change', () => {
    const { instance, model } = start(new Held(), {});
    let sets = 0;
    const set4 = model.set.bind(model);
    model.set = (reference, to) => {
      if (reference === 4 || reference === 3) sets++;
      set4(reference, to);
    };
    instance.step(0, 1);
    instance.step(1, 1);
    expect(sets).toBe(0);
    set(instance, 'gate', 1);
    instance.step(2, 1);
    expect(model.data.gate).toBe(1);
    set(instance, 'k', 5);
    instance.step(3, 1);
    expect(model.data.k).toBe(5);
    const after = sets;
    instance.step(4, 1);
    expect(sets).toBe(after);
  });
});

describe('steps', () => {
  it('a step continues from an early return after its event', () => {
    class Early extends Held {
      override doStep(t: number, h: number): StepResult {
        if (t < 0.3 && t + h > 0.3) {
          super.doStep(t, 0.3 - t);
          return { early: true, eventNeeded: true, lastTime: 0.3 };
        }
        return super.doStep(t, h);
      }
      update(): EventResult {
        this.data.k = this.time === 0.3 ? 10 : this.n('k');
        return {};
      }
    }
    const { instance, calls, model } = start(new Early(), {
      hasEventMode: true,
      mightReturnEarlyFromDoStep: true,
    });
    expect(calls.options).toMatchObject({ eventModeUsed: true, earlyReturnAllowed: true });
    set(instance, 'u', 1);
    instance.step(0, 1);
    expect(model.steps).toEqual([
      [0, 0.3],
      [0.3, 0.7],
    ]);
    expect(value(instance, 'x')).toBeCloseTo(0.3 + 10 * 0.7, 14);
  });

  it('pieces of a step use the inputs at their start', () => {
    class Cut extends Held {
      override doStep(t: number, h: number): StepResult {
        (this.data.seen as number[]).push(this.n('u'));
        return t === 0 ? { early: true, lastTime: 0.5 } : super.doStep(t, h);
      }
    }
    const capabilities = {
      hasEventMode: true,
      mightReturnEarlyFromDoStep: true,
      providesIntermediateUpdate: true,
    };
    const { instance, calls, model } = start(new Cut(), capabilities);
    model.data.seen = [];
    const { view, offset } = instance.polynomial(variable(instance, 'u'));
    set(instance, 'u', 1);
    view.set([0, 2, 8], offset);
    instance.step(0, 1);
    expect(model.data.seen).toEqual([1, 3]);
    // 1 + 2 τ + 4 τ², about τ = ½.
    expect([...calls.polynomials!.coefficients]).toEqual([3, 6, 4]);
    expect(value(instance, 'u')).toBe(7);
  });

  it('a step ends at the next event that the FMU has announced', () => {
    class Announcing extends Held {
      update(): EventResult {
        return { nextEventTime: this.time < 0.25 ? 0.25 : undefined };
      }
    }
    const { instance, model } = start(new Announcing(), { hasEventMode: true });
    instance.step(0, 1);
    expect(model.steps).toEqual([
      [0, 0.25],
      [0.25, 0.75],
    ]);
  });

  it('a step ends if the FMU announces an event at NaN', () => {
    class Lost extends Held {
      update(): EventResult {
        return { nextEventTime: NaN };
      }
    }
    expect(() => start(new Lost(), { hasEventMode: true })).toThrow(
      'the next event after t = 0 s is at NaN s, which is not a valid time',
    );
  });

  it('an event at the end of a step waits until it is handled', () => {
    class Counting extends Held {
      override doStep(t: number, h: number): StepResult {
        super.doStep(t, h);
        return { eventNeeded: true };
      }
      update(): EventResult {
        this.data.x = this.n('x') + 100;
        return { again: this.n('x') < 300 };
      }
    }
    const { instance } = start(new Counting(), { hasEventMode: true });
    expect(value(instance, 'x')).toBe(300);
    instance.step(0, 1);
    expect(value(instance, 'x')).toBe(300);
    expect(instance.eventful!.waits(1)).toBe(true);
    instance.eventful!.handle(1);
    expect(value(instance, 'x')).toBe(400);
    expect(instance.eventful!.waits(1)).toBe(false);
  });

  it('a step discarded in FMI 2.0 continues from the reached time, or in halves', () => {
    class Discarding extends Held {
      override doStep(t: number, h: number): StepResult {
        if (t === 0) {
          super.doStep(0, 0.25);
          return { status: status.discard, lastTime: 0.25 };
        }
        if (h > 0.4) return { status: status.discard, lastTime: t };
        return super.doStep(t, h);
      }
    }
    const { instance, model } = start(new Discarding(), {}, 2);
    instance.step(0, 1);
    expect(model.steps).toEqual([
      [0, 0.25],
      [0.25, 0.375],
      [0.625, 0.375],
    ]);
  });

  it('a discard in FMI 2.0 ends the simulation on the FMU’s request', () => {
    class Ending extends Held {
      override doStep(): StepResult {
        return { status: status.discard, lastTime: 0.25, terminate: true };
      }
    }
    const { instance } = start(new Ending(), {}, 2);
    expect(() => instance.step(0, 1)).toThrow(new Finished(0.25));
  });

  it('steps keep one size if the FMU requires it', () => {
    const { instance } = start(new Held(), { canHandleVariableCommunicationStepSize: false });
    instance.step(0, 0.1);
    instance.step(0.1, 0.30000000000000004 - 0.2);
    expect(() => instance.step(0.2, 0.05)).toThrow(
      'step unit: a step of 0.05 s at t = 0.2 s follows steps of 0.1 s, but the FMU requires steps of constant size (canHandleVariableCommunicationStepSize). Keep the communication step constant.',
    );
  });

  it('the fixed internal step divides steps in pieces, and steps of another size are made whole', () => {
    const { instance } = start(new Held(), { fixedInternalStepSize: 0.1 });
    expect(instance.internalStep()).toBe(0.1);
    expect(instance.begin(0, 0.3)).toBe(3);
    set(instance, 'u', 1);
    for (let i = 0; i < 3; i++) instance.micro(i);
    expect(value(instance, 'x')).toBeCloseTo(0.3, 14);
    expect(instance.step(0.3, 0.25)).toBe(0);
    expect(value(instance, 'x')).toBeCloseTo(0.55, 14);
    expect(instance.step(0.55, 0.04)).toBe(0);
  });

  it.each([0, -1, Infinity, Number.NaN])('a fixed internal step of %s s counts as missing', (told) => {
    const { instance } = start(new Held(), { fixedInternalStepSize: told });
    expect(instance.internalStep()).toBe(0);
    expect(instance.step(0, 0.25)).toBe(0);
  });

  it('returns without progress end in an error', () => {
    class Stuck extends Held {
      override doStep(t: number): StepResult {
        return { early: true, lastTime: t };
      }
    }
    const { instance } = start(new Stuck(), { hasEventMode: true, mightReturnEarlyFromDoStep: true });
    expect(() => instance.step(0, 1)).toThrow('it returns from every step at t = 0 s without progress');
  });
});

describe('event mode', () => {
  it('a driver does not use an event mode that the FMU announces and rejects', () => {
    const calls = new FakeCalls(3, 'coSimulation', new Held());
    calls.refusesEvents = true;
    const description = fakeDescription(3, variables, [], { coSimulation: { hasEventMode: true } });
    const instance = createDriver(calls, description, 'unit');
    instance.initialize(0);
    instance.exitInitialization();
    instance.step(0, 1);
    expect(calls.callNames).not.toContain('enterEventMode');
  });

  it('changed discrete inputs are accepted once', () => {
    const { instance, calls } = start(new Held(), { hasEventMode: true });
    instance.step(0, 1);
    expect(calls.callNames).not.toContain('enterEventMode');
    set(instance, 'gate', 1);
    instance.step(1, 1);
    instance.step(2, 1);
    expect(calls.callNames.filter((name) => name === 'enterEventMode').length).toBe(1);
  });
});

/**
 * Samples its input at the ticks of clock 10 and reports it with clock 11. Variables 5 and 6 are
 * clocked.
 */
class Sampler extends Held {
  readonly samples: [number, number][] = [];
  private active = false;
  private out = false;
  override get(reference: number): (number | bigint)[] {
    if (reference === 5) return [this.n('sampled')];
    if (reference === 6) return [this.n('input')];
    return super.get(reference);
  }
  override set(reference: number, to: (number | bigint)[]): void {
    if (reference === 6) this.data.input = Number(to[0]);
    else super.set(reference, to);
  }
  setClock(): void {
    this.active = true;
  }
  getClock(): boolean {
    this.out = this.active;
    if (this.active) this.data.sampled = this.n('input');
    return this.out;
  }
  update(): EventResult {
    if (this.active) this.samples.push([this.time, this.n('input')]);
    this.active = false;
    return {};
  }
}

const sampler = (clock: Partial<Given>): { variables: Given[]; model: Sampler } => {
  const model = new Sampler();
  Object.assign(model.data, { sampled: 0, input: 0 });
  return {
    model,
    variables: [
      ...variables,
      { name: 'clock', valueReference: 10, type: 'Clock', causality: 'input', ...clock },
      { name: 'ticked', valueReference: 11, type: 'Clock', causality: 'output', clocks: [10] },
      {
        name: 'input',
        valueReference: 6,
        causality: 'input',
        variability: 'discrete',
        clocks: [10],
        start: ['0'],
      },
      { name: 'sampled', valueReference: 5, causality: 'output', variability: 'discrete', clocks: [10] },
    ],
  };
};

describe('clocks', () => {
  it('periodic clocks tick inside steps at their times, and at a communication point with its inputs', () => {
    const { model, variables: declarations } = sampler({
      intervalVariability: 'constant',
      intervalDecimal: 0.25,
      shiftDecimal: 0.1,
    });
    const { instance } = start(model, { hasEventMode: true }, 3, {}, declarations);
    const ticked: number[] = [];
    for (let n = 0; n < 6; n++) {
      set(instance, 'input', n + 1);
      instance.step(n * 0.2, 0.2);
      ticked.push(value(instance, 'ticked'));
    }
    expect(model.samples.map(([t, u]) => [Number(t.toFixed(9)), u])).toEqual([
      [0.1, 1],
      [0.35, 2],
      [0.6, 4],
      [0.85, 5],
      [1.1, 6],
    ]);
    expect(ticked).toEqual([1, 1, 0, 1, 1, 1]);
    expect(value(instance, 'sampled')).toBe(6);
  });

  it('clocked variables that are first read after a step have their last values', () => {
    const { model, variables: declarations } = sampler({
      intervalVariability: 'constant',
      intervalDecimal: 0.25,
    });
    const description = fakeDescription(3, declarations, [], { coSimulation: { hasEventMode: true } });
    const unit = new FmuInstance(createDriver(new FakeCalls(3, 'coSimulation', model), description, 'unit'));
    unit.set('input', 7).initialize(0);
    unit.step(0, 0.3);
    expect(unit.get('sampled')).toBe(7);
    expect(unit.get('ticked')).toBe(true);
    unit.step(0.3, 0.1);
    expect([unit.get('sampled'), unit.get('ticked')]).toEqual([7, false]);
  });

  it('triggered clocks tick once when the importer sets them', () => {
    const { model, variables: declarations } = sampler({ intervalVariability: 'triggered' });
    const { instance } = start(model, { hasEventMode: true }, 3, {}, declarations);
    for (let n = 0; n < 4; n++) {
      set(instance, 'clock', n % 2);
      set(instance, 'input', n + 1);
      instance.step(n, 1);
      expect(value(instance, 'clock')).toBe(0);
    }
    expect(model.samples).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('ticks inside a step of an FMU with constant step size are rejected', () => {
    const { model, variables: declarations } = sampler({
      intervalVariability: 'constant',
      intervalDecimal: 0.25,
    });
    const capabilities = { hasEventMode: true, canHandleVariableCommunicationStepSize: false };
    const { instance } = start(model, capabilities, 3, {}, declarations);
    expect(() => instance.step(0, 1)).toThrow(/a clock ticks at t = 0.25 s, inside the step to t = 1 s/);
  });
});
