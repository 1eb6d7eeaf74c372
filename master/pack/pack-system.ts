import { artifactsOf, type BuildArtifacts, containerOf } from '../../fmu-sdk/build/make-unit.ts';
import type { CarriedFmu } from '../../fmu-sdk/build/pack/carried/carried-fmu.ts';
import { placeUnits } from '../../fmu-sdk/build/pack/inner-units.ts';
import { packModule } from '../../fmu-sdk/build/pack/pack-module.ts';
import { SharedMemory } from '../../fmu-sdk/host/fast-path/shared-memory.ts';
import { type Platform, platformsNamed } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { cell, nobody } from '../coupling/activity.ts';
import { writeGivenValues } from '../run/instances/apply-start-values.ts';
import { watchedHere } from '../run/worker/first-thread-watch.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type CarriedUnit, carriedFmus, containerPlatforms } from './carried-units.ts';
import { type PackedBinary, withReplacedUnits } from './compiled-units.ts';
import { packVariables } from './pack-interface.ts';
import { packManifest } from './pack-manifest.ts';
import { placePack } from './place-pack.ts';
import { refuseRollback, refuseUnpackable } from './refuse-unpackable.ts';
import { verifyContainer } from './verify-container.ts';
import { verifyPack } from './verify-pack.ts';

/** Archives and native libraries to write beside the FMU of FMI 3.0. */
export interface PackOptions {
  fmi?: readonly (2 | 3)[];
  /** Default: none, or for a pack that carries binaries all that it can have. */
  native?: readonly Platform[] | 'all';
  /**
   * Compiles third-party FMUs from their C sources, and carries those without sources as binaries.
   * Default: they are refused.
   */
  thirdParty?: boolean;
}

/** Archives of a pack, and the units whose FMUs it carries as binaries. */
export interface PackArtifacts extends BuildArtifacts {
  carried?: readonly string[];
}

/**
 * Packs a checked system into one FMU, which is sealed unless it carries binaries. The outputs have
 * the bits of a run of the system.
 *
 * @param name of the FMU, in the form of a unit's name
 */
export async function packSystem(
  original: CheckedSystem,
  name: string,
  { fmi = [3], native = [], thirdParty = false }: PackOptions = {},
): Promise<PackArtifacts> {
  refuseUnpackable(original, thirdParty);
  const others = original.units.filter(({ binary }) => binary.form !== 'core');
  const { system, carried } =
    others.length > 0 ? await withReplacedUnits(original) : { system: original, carried: [] };
  const platforms = platformsOf(name, carried, native);
  refuseRollback(system, carried);
  const memory = new SharedMemory();
  const placed = system.units.map((unit) => ({ ...unit, code: codeOf(unit.binary as PackedBinary) }));
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
  const releases = [...fmi].sort((a, b) => b - a);
  if (carried.length > 0) {
    const files = await carriedFmus(units, carried, platforms);
    const built = await containerOf(manifest, core, files, { fmi: releases, native: platforms });
    await verifyContainer(original, built.archives);
    return { ...built, carried: carried.map(({ fmu }) => fmu.unit) };
  }
  const both = { ...system, units: [...system.units, { name }] };
  await watchedHere(both, (activity) => verifyPack(system, core, manifest, variables, activity));
  return artifactsOf(manifest, core, {
    ...{ fmi: releases, native: platforms, interfaces: ['cs'], stepSeconds: 10, smokeTest: true },
  });
}

/** Returns the platforms of the native libraries. */
function platformsOf(
  name: string,
  carried: readonly CarriedUnit[],
  native: readonly Platform[] | 'all',
): readonly Platform[] {
  if (carried.length > 0) return containerPlatforms(name, carried, native === 'all' ? [] : native);
  return native === 'all' ? platformsNamed([]) : native;
}

function codeOf(binary: PackedBinary): Uint8Array | CarriedFmu {
  return binary.form === 'core' ? binary.core : binary.fmu;
}
