import { expect, it } from 'vitest';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import { io } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { openFixture } from '../native/open.ts';
import { fakeDescription } from './fake-description.ts';

it.skipIf(noCompiler !== undefined)(
  'an FMU receives every communication step with its exact size',
  async () => {
    const calls = await openFixture(2);
    const description = fakeDescription(2, [{ name: 'y', valueReference: 1, causality: 'output' }], []);
    const instance = createDriver(calls, { ...description, instantiationToken: '{fixture}' }, 'unit');
    instance.initialize(0);
    instance.exitInitialization();
    const sizes = new Set<number>();
    for (let n = 0; n < 1000; n++) {
      instance.step(n * 0.001, 0.001);
      sizes.add(calls.registers[io.step]);
    }
    expect([...sizes]).toEqual([0.001]);
    instance.close();
  },
);
