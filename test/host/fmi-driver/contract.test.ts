import { describe, expect, it } from 'vitest';
import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { resizeVariables } from '../../../fmu-sdk/description/variables/resize.ts';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { InterfaceKind } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { FmuGoneError, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { watchClocked } from '../../../fmu-sdk/host/instance/watch-clocked.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { FakeCalls } from './fake-calls.ts';
import { fakeDescription } from './fake-description.ts';
import type { StepResult } from './fake-model.ts';
import { DataModel } from './models.ts';

/**
 * One FMU for each interface type: ẋ = k (u − x), integrated by explicit Euler with steps of 0.1 s
 * in co-simulation and in scheduled execution. The output y = a x is an array whose length n is a structural
 * parameter.
 */
class Lag extends DataModel {
  constructor() {
    super(
      { x: 0, u: 0, k: 1, n: 2, a: [1, 2], wide: 0, option: 1, steps: 0 },
      { 1: 'x', 3: 'u', 4: 'k', 5: 'n', 6: 'a', 9: 'option' },
      ['x'],
    );
  }
  override get(reference: number): (number | bigint)[] {
    if (reference === 7) return (this.data.a as number[]).map((a) => a * this.n('x'));
    // 64 bits as text would not be exact in a number.
    if (reference === 8) return [BigInt(this.n('wide')) + 2n ** 60n];
    return reference === 9 || reference === 5
      ? [BigInt(this.n(reference === 9 ? 'option' : 'n'))]
      : super.get(reference);
  }
  override set(reference: number, value: (number | bigint)[]): void {
    if (reference === 8) this.data.wide = Number(value[0] as bigint) - 2 ** 60;
    else super.set(reference, value);
  }
  configured(): void {
    this.data.a = Array.from({ length: this.n('n') }, (_, i) => 10 * (i + 1));
  }
  derivatives(dx: Float64Array): undefined {
    dx[0] = this.n('k') * (this.n('u') - this.n('x'));
  }
  doStep(t: number, h: number): StepResult {
    for (let i = 0; i < Math.round(h / 0.1); i++) this.activate();
    this.time = t + h;
    return {};
  }
  activate(): Record<string, never> {
    this.data.x = this.n('x') + 0.1 * this.n('k') * (this.n('u') - this.n('x'));
    this.data.steps = this.n('steps') + 1;
    return {};
  }
  partial(): number {
    return this.n('k');
  }
}

const describeLag = (kind: InterfaceKind): ModelDescription =>
  fakeDescription(
    3,
    [
      { name: 'time', valueReference: 0, causality: 'independent' },
      { name: 'x', valueReference: 1, causality: 'output', initial: 'exact', start: ['0'] },
      { name: 'der(x)', valueReference: 2, derivative: 1 },
      { name: 'u', valueReference: 3, causality: 'input', start: ['0'] },
      { name: 'k', valueReference: 4, causality: 'parameter', variability: 'tunable', start: ['1'] },
      {
        name: 'n',
        valueReference: 5,
        type: 'UInt64',
        causality: 'structuralParameter',
        variability: 'fixed',
        start: ['2'],
      },
      {
        name: 'a',
        valueReference: 6,
        causality: 'parameter',
        variability: 'fixed',
        dimensions: [2],
        dimensionReferences: [5],
        start: ['1', '2'],
      },
      { name: 'y', valueReference: 7, causality: 'output', dimensions: [2], dimensionReferences: [5] },
      { name: 'wide', valueReference: 8, type: 'Int64', causality: 'output' },
      {
        name: 'option',
        valueReference: 9,
        type: 'Enumeration',
        causality: 'parameter',
        variability: 'fixed',
        start: ['1'],
      },
      {
        name: 'text',
        valueReference: 20,
        type: 'String',
        causality: 'parameter',
        variability: 'fixed',
        start: ['ä'],
      },
      { name: 'raw', valueReference: 21, type: 'Binary', causality: 'input', start: ['00ff'] },
      ...(kind === 'scheduledExecution'
        ? [
            {
              name: 'clock',
              valueReference: 30,
              type: 'Clock' as const,
              causality: 'input' as const,
              intervalVariability: 'constant' as const,
              intervalDecimal: 0.1,
            },
          ]
        : []),
    ],
    ['der(x)'],
  );

const kinds: InterfaceKind[] = ['coSimulation', 'modelExchange', 'scheduledExecution'];

describe.each(kinds)('an FMU with %s', (kind) => {
  const create = (description = describeLag(kind)): { instance: Instance; calls: FakeCalls; model: Lag } => {
    const model = new Lag();
    const calls = new FakeCalls(3, kind, model);
    calls.texts[20] = ['ä'];
    calls.binaries[21] = [Uint8Array.of(0, 255)];
    return { instance: createDriver(calls, description, 'lag', { tolerance: 1e-9 }), calls, model };
  };
  const variable = (instance: Instance, name: string) =>
    instance.description.variables.find((v) => v.name === name)!;
  const place = (instance: Instance, name: string) => {
    const { view, offset } = instance.view(variable(instance, name));
    return { view: view as Float64Array, offset };
  };
  const set = (instance: Instance, name: string, value: number): void => {
    const { view, offset } = place(instance, name);
    view[offset] = value;
  };
  const value = (instance: Instance, name: string): number => {
    const { view, offset } = place(instance, name);
    return view[offset];
  };
  const begin = (instance: Instance): void => {
    instance.initialize(0);
    instance.exitInitialization();
  };
  const run = (instance: Instance, from: number, to: number, input = Math.cos): number[] => {
    const values: number[] = [];
    for (let n = from; n < to; n++) {
      set(instance, 'u', input(n));
      instance.step(n * 0.2, 0.2);
      values.push(value(instance, 'x'));
    }
    return values;
  };

  it('an instance shows start values before it runs, and passes changed ones to the FMU', () => {
    const { instance, model } = create();
    expect(value(instance, 'k')).toBe(1);
    const setReferences: number[] = [];
    const inner = model.set.bind(model);
    model.set = (reference, to) => {
      setReferences.push(reference);
      inner(reference, to);
    };
    value(instance, 'x');
    value(instance, 'option');
    set(instance, 'k', 3);
    begin(instance);
    expect(setReferences).toEqual([4]);
    expect(model.data.k).toBe(3);
  });

  it('an instance updates outputs when initialize is repeated with changed inputs', () => {
    const { instance } = create();
    set(instance, 'x', 2);
    const y = instance.view(variable(instance, 'y'));
    instance.initialize(0);
    expect([...(y.view as Float64Array).subarray(y.offset, y.offset + 2)]).toEqual([2, 4]);
    set(instance, 'u', 5);
    instance.initialize(0);
    instance.exitInitialization();
    instance.step(0, 0.1);
    expect(value(instance, 'x')).toBeGreaterThan(2.25);
  });

  it('an instance follows its inputs and its time', () => {
    const { instance } = create();
    value(instance, 'time');
    value(instance, 'x');
    begin(instance);
    run(instance, 0, 5);
    // Outputs are the response of a lag to cos 0, … cos 4, within Euler's error.
    let exact = 0;
    for (let n = 0; n < 5; n++) exact = Math.cos(n) + (exact - Math.cos(n)) * Math.exp(-0.2);
    expect(Math.abs(value(instance, 'x') - exact)).toBeLessThan(0.05);
    expect(value(instance, 'time')).toBeCloseTo(1, 12);
  });

  it('an instance transfers 64-bit integers and enumerations exactly', () => {
    const { instance, model } = create();
    const wide = instance.view(variable(instance, 'wide'));
    const option = instance.view(variable(instance, 'option'));
    expect(option.view).toBeInstanceOf(Int32Array);
    option.view[option.offset] = 7;
    model.data.wide = 1;
    begin(instance);
    expect(wide.view[wide.offset]).toBe(2n ** 60n + 1n);
    expect(model.data.option).toBe(7);
  });

  it('an instance shows a variable that is first read during the run', () => {
    const { instance } = create();
    begin(instance);
    run(instance, 0, 2);
    const y = instance.view(variable(instance, 'y'));
    expect(y.view[y.offset]).toBe(value(instance, 'x'));
    run(instance, 2, 3);
    expect(y.view[y.offset]).toBe(value(instance, 'x'));
  });

  it('an instance accepts a tunable parameter that changes during the run, even if it was not read before', () => {
    const { instance, model } = create();
    begin(instance);
    instance.step(0, 0.2);
    set(instance, 'k', 4);
    instance.step(0.2, 0.2);
    expect(model.data.k).toBe(4);
  });

  it('an instance exchanges items of enumerations beyond 32 bits', () => {
    const wide = 2 ** 40 + 1;
    const described = describeLag(kind);
    const { instance, model } = create({
      ...described,
      types: [{ name: 'Wide', type: 'Enumeration', items: [{ name: 'wide', value: wide }] }],
      variables: described.variables.map((v) =>
        v.name === 'option' ? { ...v, declaredType: 'Wide', start: [String(wide)] } : v,
      ),
    });
    expect(value(instance, 'option')).toBe(wide);
    set(instance, 'option', -wide);
    begin(instance);
    expect(model.data.option).toBe(-wide);
    instance.step(0, 0.2);
    expect(value(instance, 'option')).toBe(-wide);
  });

  it('an instance reads and writes strings and binaries', () => {
    const { instance, calls } = create();
    const text = variable(instance, 'text');
    const raw = variable(instance, 'raw');
    expect(new TextDecoder().decode(instance.getBytes(text, 0))).toBe('ä');
    expect([...instance.getBytes(raw, 0)]).toEqual([0, 255]);
    instance.setBytes(text, 0, new TextEncoder().encode('öl'));
    begin(instance);
    expect(calls.texts[20]).toEqual(['öl']);
    expect(calls.callNames).toContain('setString in instantiated');
    instance.setBytes(raw, 0, Uint8Array.of(1, 2, 3));
    expect([...instance.getBytes(raw, 0)]).toEqual([1, 2, 3]);
    instance.step(0, 0.2);
    expect([...calls.binaries[21][0]]).toEqual([1, 2, 3]);
  });

  it.runIf(kind === 'coSimulation')('an instance sets a binary in Event Mode if the FMU has one', () => {
    const description = describeLag(kind);
    const { instance, calls } = create({
      ...description,
      coSimulation: { ...description.coSimulation!, hasEventMode: true },
    });
    begin(instance);
    instance.setBytes(variable(instance, 'raw'), 0, Uint8Array.of(7));
    instance.step(0, 0.2);
    expect(calls.options?.eventModeUsed).toBe(true);
    expect([...calls.binaries[21][0]]).toEqual([7]);
  });

  it('an instance refuses numeric views of strings and of unknown variables', () => {
    const { instance } = create();
    expect(() => instance.view(variable(instance, 'text'))).toThrow(
      'exchange lag.text: a String variable does not have a numeric view.',
    );
    expect(() => instance.view({ ...variable(instance, 'x'), name: 'z' })).toThrow(UserError);
  });

  it.each([
    ['that jump', Math.cos],
    ['that stay constant', () => 1],
  ])(
    'an instance continues from a saved state bit for bit with inputs %s, and frees every state',
    (_, input) => {
      const { instance, calls } = create();
      value(instance, 'x');
      begin(instance);
      run(instance, 0, 3, input);
      const state = instance.getState();
      const first = run(instance, 3, 8, input);
      instance.setState(state);
      expect(run(instance, 3, 8, input)).toEqual(first);
      expect(calls.heldStates).toBe(0);
      const other = create();
      value(other.instance, 'x');
      begin(other.instance);
      other.instance.setState(state);
      expect(run(other.instance, 3, 8, input)).toEqual(first);
    },
  );

  it('an instance rejects invalid states, and all states if the FMU does not support them', () => {
    const { instance } = create();
    expect(() => instance.getState()).toThrow('get state of lag: the instance is not initialized.');
    begin(instance);
    const state = instance.getState();
    expect(() => instance.setState(state.subarray(1))).toThrow(/are not a state of this FMU/);
    expect(() => instance.setState(new Uint8Array(3))).toThrow(UserError);
    const description = describeLag(kind);
    description[kind]!.canSerializeFMUState = false;
    const stateless = create(description).instance;
    begin(stateless);
    expect(() => stateless.getState()).toThrow(/cannot serialize its state \(canSerializeFMUState\)/);
  });

  it('an instance resets to its start values and repeats the run', () => {
    const { instance } = create();
    set(instance, 'k', 2);
    begin(instance);
    const first = run(instance, 0, 4);
    instance.reset();
    expect(value(instance, 'k')).toBe(1);
    set(instance, 'k', 2);
    set(instance, 'u', 0);
    begin(instance);
    expect(run(instance, 0, 4)).toEqual(first);
  });

  it('an instance sets structural parameters in configuration mode, and reads resized arrays without start values', () => {
    const description = resizeVariables(describeLag(kind), new Map([[5, 3]]));
    const { instance, calls } = create(description);
    const n = instance.view(variable(instance, 'n'));
    n.view[n.offset] = 3n;
    const a = instance.view(variable(instance, 'a'));
    set(instance, 'x', 1);
    expect(a.length).toBe(3);
    begin(instance);
    expect(calls.callNames.slice(0, 2)).toEqual(['enterConfigurationMode', 'exitConfigurationMode']);
    expect([...(a.view as Float64Array).subarray(a.offset, a.offset + 3)]).toEqual([10, 20, 30]);
    const y = instance.view(variable(instance, 'y'));
    expect(y.view[y.offset + 2]).toBe(30);
  });

  it('an instance shows the present value of a variable that is first read after a step', () => {
    const readAll = (instance: Instance): unknown[] =>
      instance.description.variables.map((v) => {
        if (v.type === 'String' || v.type === 'Binary') return instance.getBytes(v, 0);
        const { view, offset, length } = instance.view(v);
        return [v.name, ...view.slice(offset, offset + length)];
      });
    const [early, late] = [create().instance, create().instance];
    watchClocked(late);
    readAll(early);
    for (const instance of [early, late]) {
      set(instance, 'u', 1);
      begin(instance);
      run(instance, 0, 2);
    }
    const found = readAll(late);
    expect(found).toEqual(readAll(early));
    expect((found[0] as number[])[1]).toBeCloseTo(0.4, 12);
  });

  it('an instance refuses structural parameters that do not match the allocated arrays', () => {
    const { instance } = create();
    const n = instance.view(variable(instance, 'n'));
    n.view[n.offset] = 3n;
    expect(() => instance.initialize(0)).toThrow(
      'initialize lag: a has 3 elements by the structural parameters, but was allocated with 2. Give structural parameters when the FMU is instantiated.',
    );
  });

  it('an instance provides partial derivatives if the FMU supports them', () => {
    const description = describeLag(kind);
    const { instance } = create(description);
    const [x, u] = ['x', 'u'].map((name) => variable(instance, name));
    expect(() => instance.partial(x, 0, u, 0)).toThrow(/does not provide directional derivatives/);
    description[kind]!.providesDirectionalDerivatives = true;
    begin(instance);
    expect(instance.partial(x, 0, u, 0)).toBe(1);
  });

  it('an error names the failed function with the FMU’s message', () => {
    const { instance, calls, model } = create();
    value(instance, 'x');
    begin(instance);
    calls.call = () => {
      calls.logError('The moon is full.');
      return status.error;
    };
    calls.activateModelPartition = () => calls.call({ op: 'reset' });
    let thrown: unknown;
    try {
      instance.step(0, 0.2);
    } catch (error) {
      thrown = error;
    }
    expect(instance.reasonOf(thrown)).toMatch(
      /^fmi3\w+( \(\w+\))? returned error \(log: The moon is full\)$/,
    );
    expect(model.data.x).toBe(0);
  });

  it('an instance closes even after the FMU died', () => {
    const { instance, calls } = create();
    begin(instance);
    calls.call = () => {
      throw new FmuGoneError('its process was killed', []);
    };
    expect(() => instance.close()).toThrow(FmuGoneError);
    expect(calls.closed).toBe(true);
  });

  it('a fatal error prevents termination and freeing, and an error prevents termination', () => {
    for (const answer of [status.fatal, status.error]) {
      const { instance, calls } = create();
      value(instance, 'x');
      begin(instance);
      const callCount = calls.callNames.length;
      calls.call = () => answer;
      calls.activateModelPartition = () => answer;
      expect(() => instance.step(0, 0.2)).toThrow();
      instance.close();
      expect(calls.callNames.slice(callCount)).not.toContain('terminate');
      expect([calls.freed, calls.closed]).toEqual([answer === status.error, true]);
    }
  });

  it('closing an instance terminates and frees the FMU', () => {
    const { instance, calls } = create();
    begin(instance);
    instance.close();
    expect(calls.callNames.at(-1)).toBe('terminate');
    expect(calls.freed && calls.closed).toBe(true);
  });
});
