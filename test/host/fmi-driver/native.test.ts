import { describe, expect, it } from 'vitest';
import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { InterfaceKind } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { fault, noCompiler } from '../../fixtures/c/make.ts';
import { openFixture } from '../native/open.ts';
import { fakeDescription, type Given } from './fake-description.ts';

const variables: Given[] = [
  { name: 'u', valueReference: 0, causality: 'input', start: ['0'], intermediateUpdate: true },
  { name: 'y', valueReference: 1, causality: 'output' },
  { name: 'x', valueReference: 5 },
  { name: 'der(x)', valueReference: 6, derivative: 5 },
  { name: 'x2', valueReference: 7 },
  { name: 'der(x2)', valueReference: 8, derivative: 7 },
  {
    name: 'fault',
    valueReference: 9,
    type: 'Int32',
    causality: 'parameter',
    variability: 'tunable',
    start: ['0'],
  },
];
const updates: Given = {
  name: 'updates',
  valueReference: 9,
  type: 'Boolean',
  causality: 'parameter',
  variability: 'fixed',
  start: ['false'],
};
const clock: Given = {
  name: 'clock',
  valueReference: 4,
  type: 'Clock',
  causality: 'input',
  intervalVariability: 'constant',
  intervalDecimal: 0.5,
};

const variable = (instance: Instance, name: string): Variable =>
  instance.description.variables.find((v) => v.name === name)!;

const place = (instance: Instance, name: string) => {
  const { view, offset } = instance.view(variable(instance, name));
  return { view: view as Float64Array, offset };
};

const value = (instance: Instance, name: string): number => {
  const { view, offset } = place(instance, name);
  return view[offset];
};

const set = (instance: Instance, name: string, to: number): void => {
  const { view, offset } = place(instance, name);
  view[offset] = to;
};

describe.skipIf(noCompiler !== undefined).each([
  ['in this process', false],
  ['in a separate process', true],
])('native FMUs %s', (_, isolated) => {
  async function start(
    fmi: 2 | 3,
    kind: InterfaceKind,
    declarations: Given[],
    capabilities: Partial<ModelDescription['coSimulation']> = {},
  ): Promise<Instance> {
    const calls = await openFixture(fmi, { kind, isolated });
    const description = fakeDescription(fmi, declarations, ['der(x)', 'der(x2)'], {
      coSimulation: capabilities,
    });
    const instance = createDriver(calls, { ...description, instantiationToken: '{fixture}' }, 'unit', {
      tolerance: 1e-9,
    });
    value(instance, 'u');
    value(instance, 'y');
    return instance;
  }

  it.each([2, 3] as const)('co-simulation in FMI %i.0 gives y = 2 u + t', async (fmi) => {
    const instance = await start(fmi, 'coSimulation', variables);
    instance.initialize(0);
    instance.exitInitialization();
    set(instance, 'u', 4);
    instance.step(0, 0.5);
    expect(value(instance, 'y')).toBe(8.5);
    instance.step(0.5, 0.5);
    expect(value(instance, 'y')).toBe(9);
    instance.close();
  });

  it('an FMI 3.0 FMU integrates its moving input at intermediate updates', async () => {
    const instance = await start(3, 'coSimulation', [...variables, updates], {
      providesIntermediateUpdate: true,
    });
    set(instance, 'updates', 1);
    instance.initialize(0);
    instance.exitInitialization();
    set(instance, 'u', 1);
    const { view, offset } = instance.polynomial(variable(instance, 'u'));
    view[offset + 1] = 2;
    instance.step(0, 1);
    // Rectangles at 1 + 2 τ, τ = 0, ¼, ½, ¾.
    expect(value(instance, 'y')).toBe(1.75);
    instance.close();
  });

  it('a restored state of a native FMU continues the run', async () => {
    const instance = await start(3, 'coSimulation', variables);
    instance.initialize(0);
    instance.exitInitialization();
    set(instance, 'u', 4);
    instance.step(0, 0.5);
    const state = instance.getState();
    set(instance, 'u', 5);
    instance.step(0.5, 0.5);
    instance.setState(state);
    expect(value(instance, 'u')).toBe(4);
    instance.step(0.5, 0.5);
    expect(value(instance, 'y')).toBe(9);
    instance.close();
  });

  it('a decay in model exchange triggers its step events', async () => {
    const calls = await openFixture(3, { kind: 'modelExchange', isolated });
    const description = fakeDescription(3, variables, ['der(x)', 'der(x2)']);
    const instance = createDriver(calls, { ...description, instantiationToken: '{fixture}' }, 'unit', {
      tolerance: 1e-9,
    });
    instance.initialize(0);
    instance.exitInitialization();
    for (let n = 0; n < 20; n++) instance.step(n * 0.1, 0.1);
    const states = calls.doubles(2);
    calls.call({ op: 'getContinuousStates', doubles: states });
    expect(Math.abs(states[0] - Math.exp(-2))).toBeLessThan(1e-9);
    expect(states[1]).toBe(0);
    instance.close();
  });

  it('each tick in scheduled execution computes its model partition', async () => {
    const instance = await start(3, 'scheduledExecution', [...variables, clock]);
    instance.initialize(0);
    instance.exitInitialization();
    instance.step(0, 0.5);
    expect(value(instance, 'y')).toBe(4);
    instance.step(0.5, 1);
    expect(value(instance, 'y')).toBe(5);
    instance.close();
  });

  it('a library that expects mathematical functions from its host is loaded', async () => {
    const calls = await openFixture(3, { isolated, defines: ['LEAVES_MATH_TO_HOST'] });
    expect(calls.getVersion()).toBe('3.0');
    calls.close();
  });

  it('a rejected step is an error that names the function', async () => {
    const instance = await start(3, 'coSimulation', variables, {
      canHandleVariableCommunicationStepSize: false,
    });
    set(instance, 'fault', fault.refuses);
    instance.initialize(0);
    instance.exitInitialization();
    expect(() => instance.step(0, 0.5)).toThrow(/^fmi3DoStep returned discard/);
    instance.close();
  });
});
