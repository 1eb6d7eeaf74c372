import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { regionOf } from '../../fmu-sdk/host/fast-path/shared-memory.ts';
import { closeAll, openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { root } from '../setup.ts';

const system = await loadSystem(join(root, 'systems/crane-single-force.json'));
const light = system.units.findIndex(({ name }) => name === 'joystick');

beforeEach(() => {
  vi.stubEnv('FMUKIT_FAST_PATH', 'on');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Returns which units are in the shared memory, and the states of all after some steps. */
async function run(of: CheckedSystem): Promise<{ moved: boolean[]; states: Uint8Array[] }> {
  const activity = { cells: new Int32Array(3) };
  const instances = await openInstances(of, activity, hosts);
  try {
    const session = new Session(of, { activity, instances });
    session.start();
    session.advance(100);
    return {
      moved: instances.map((instance) => regionOf(instance) !== undefined),
      states: instances.map((instance) => instance.getState()),
    };
  } finally {
    closeAll(instances, activity);
  }
}

it('light units share one memory in a long run, use separate memories in a short one, and give identical bits', async () => {
  const short = await run(system);
  expect(short.moved).toEqual(system.units.map(() => false));
  const long = await run({ ...system, stopTime: 200_000 * system.step });
  expect(long.moved).toEqual(system.units.map((_, k) => k === light));
  expect(long.states).toEqual(short.states);
});

it('many units share one memory with identical bits', async () => {
  const joystick = system.units[light];
  const units = Array.from({ length: 16 }, (_, k) => ({ ...joystick, name: `joystick${k}` }));
  const alone = {
    ...system,
    ...{ units, connections: [], bonds: [], interfaceModels: [], homes: undefined, sequence: undefined },
    record: { ...system.record, columns: [] },
  };
  expect((await run(alone)).moved).toEqual(units.map(() => true));
  const fewer = { ...alone, units: units.slice(1) };
  expect((await run(fewer)).moved).toEqual(fewer.units.map(() => false));
});
