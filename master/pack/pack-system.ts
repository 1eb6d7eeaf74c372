import { artifactsOf, type BuildArtifacts } from '../../fmu-sdk/build/make-unit.ts';
import { placeUnits } from '../../fmu-sdk/build/pack/inner-units.ts';
import { packModule } from '../../fmu-sdk/build/pack/pack-module.ts';
import { SharedMemory } from '../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { CoreBinary } from '../../fmu-sdk/host/wasm/core-host.ts';
import type { Platform } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { cell, nobody } from '../coupling/activity.ts';
import { writeGivenValues } from '../run/instances/apply-start-values.ts';
import { watchedHere } from '../run/worker/first-thread-watch.ts';
import type { CheckedSystem } from '../system/system.ts';
import { withCompiledUnits } from './compiled-units.ts';
import { packVariables } from './pack-interface.ts';
import { packManifest } from './pack-manifest.ts';
import { placePack } from './place-pack.ts';
import { refuseUnpackable } from './refuse-unpackable.ts';
import { verifyPack } from './verify-pack.ts';

/** Archives and native libraries to write beside the FMU of FMI 3.0. */
export interface PackOptions {
  fmi?: readonly (2 | 3)[];
  native?: readonly Platform[];
  /** Compiles third-party FMUs from their C sources. Default: they are refused. */
  thirdParty?: boolean;
}

/**
 * Packs a checked system of sealed FMUs into one sealed FMU. The outputs have the bits of a run of
 * the system.
 *
 * @param name of the FMU, in the form of a unit's name
 */
export async function packSystem(
  original: CheckedSystem,
  name: string,
  { fmi = [3], native = [], thirdParty = false }: PackOptions = {},
): Promise<BuildArtifacts> {
  refuseUnpackable(original, thirdParty);
  const others = original.units.filter(({ binary }) => binary.form !== 'core');
  const system = others.length > 0 ? await withCompiledUnits(original) : original;
  const memory = new SharedMemory();
  const placed = system.units.map((unit) => ({ ...unit, core: (unit.binary as CoreBinary).core }));
  const units = await watchedHere(system, ({ cells }) =>
    placeUnits(placed, memory, (k = nobody) => {
      cells[cell.unit] = k;
    }),
  );
  const instances = units.map(({ instance }) => instance);
  // Parameters that the pack hides keep these values.
  writeGivenValues(system, instances);
  const variables = packVariables(system);
  const manifest = packManifest(
    name,
    system,
    variables,
    instances,
    others.map(({ description }) => description),
  );
  const core = await packModule(placePack(system, manifest, variables, units, memory));
  const both = { ...system, units: [...system.units, { name }] };
  await watchedHere(both, (activity) => verifyPack(system, core, manifest, variables, activity));
  return artifactsOf(manifest, core, {
    fmi: [...fmi].sort((a, b) => b - a),
    native,
    interfaces: ['cs'],
    stepSeconds: 10,
    smokeTest: true,
  });
}
