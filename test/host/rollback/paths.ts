import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import type { Binary, FmuArchive, RunMode } from '../../../fmu-sdk/host/choice/host.ts';
import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { platformName } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { completeInstance } from '../../../fmu-sdk/host/instance/complete-instance.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import { integrators } from '../../../fmu-sdk/solver/solver-registry.ts';
import type { Platform } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { makeHeat } from '../../fixtures/c/heat.ts';
import { makeRestless } from '../../fixtures/c/restless.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';
import { heun } from './heun.ts';
import type { Path } from './sequences.ts';

/** Opens any number of instances of an FMU found in an archive by the hosts. */
export async function opener(
  unit: FmuArchive,
  host: string,
  driving: Partial<RunMode> = {},
  change: (description: ModelDescription) => ModelDescription = (description) => description,
): Promise<() => Promise<Instance>> {
  const runner = hosts.named(host, 'test');
  const description = change(unit.description);
  const all = { kind: 'coSimulation', trusted: false, ...driving } as RunMode;
  const binary = (await runner.find({ ...unit, description }, all)) as Binary;
  const shared = new Map();
  return async () =>
    completeInstance(
      await runner.open(binary, {
        name: 'one',
        description,
        callSeconds: 20,
        wallSeconds: 60,
        rollback: true,
        integrators: [heun],
        called: () => {},
        shared,
      }),
      runner.name,
    );
}

/** Removes FMU state support from a description. */
export function stateless(description: ModelDescription): ModelDescription {
  const without = { canGetAndSetFMUState: false, canSerializeFMUState: false };
  return { ...description, coSimulation: { ...description.coSimulation, ...without } } as ModelDescription;
}

/**
 * Returns all kinds of rollback by name. `native` reports whether libraries can be compiled and run
 * here.
 */
export async function everyPath(native: boolean): Promise<Record<string, Path>> {
  const folder = temporaryFolder('rollback');
  await buildUnit(join(root, 'test/fixtures/eventful'), folder, {
    native: native ? [platformName() as Platform] : [],
  });
  const eventful = await readFmuFile(join(folder, 'eventful.fmu'));
  const restless = async (macros: string[]): Promise<FmuArchive> => {
    const file = join(folder, `restless${macros.join('-')}.fmu`);
    writeFileSync(file, await makeRestless(macros));
    return readFmuFile(file);
  };
  const step = 1 / 16;
  const paths: Record<string, Path> = {
    'a sealed unit': { open: await opener(eventful, 'core'), step, by: 'memory' },
    'a component with FMU state': { open: await opener(eventful, 'component'), step, by: 'state' },
    'a component without': { open: await opener(eventful, 'component', {}, stateless), step, by: 'memory' },
  };
  if (!native) return paths;
  const [with_, without] = [await restless(['STATE']), await restless([])];
  const reads = await restless(['READS']);
  Object.assign(paths, {
    'a library with FMU state, in this process': {
      open: await opener(eventful, 'native', { trusted: true }),
      step,
      by: 'state',
    },
    'a library with FMU state, isolated': { open: await opener(eventful, 'native'), step, by: 'state' },
    'a library without': { open: await opener(eventful, 'native', {}, stateless), step, by: 'fork' },
    'a library that reads a file': { open: await opener(reads, 'native'), step, by: 'fork' },
  });
  for (const { name } of integrators.all) {
    const driving: Partial<RunMode> = { kind: 'modelExchange', solver: name };
    paths[`model exchange by ${name} with FMU state`] = {
      open: await opener(with_, 'native', { ...driving, trusted: true }),
      step,
      by: 'state',
    };
    paths[`model exchange by ${name} without`] = {
      open: await opener(without, 'native', driving),
      step,
      by: 'fork',
    };
  }
  paths['model exchange by an integrator with state in its closures'] = {
    open: await opener(without, 'native', { kind: 'modelExchange', solver: heun.name }),
    step,
    by: 'fork',
  };
  // Uses matrices of unknown structure, their factors, and their age.
  const file = join(folder, 'heat.fmu');
  writeFileSync(file, await makeHeat(30, false));
  const heat = await readFmuFile(file);
  for (const solver of ['radau5', 'bdf'])
    paths[`model exchange by ${solver} with a sparse matrix`] = {
      open: await opener(heat, 'native', { kind: 'modelExchange', solver }),
      step: 0.005,
      by: 'fork',
    };
  return paths;
}
