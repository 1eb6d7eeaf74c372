import type { Archive } from '../../fmu-sdk/archive/archive.ts';
import type { CarriedFmu, CarriedFmus } from '../../fmu-sdk/build/pack/carried/carried-fmu.ts';
import type { InnerUnit } from '../../fmu-sdk/build/pack/inner-units.ts';
import {
  type CoSimulation,
  type ModelDescription,
  majorVersion,
  type Variable,
} from '../../fmu-sdk/description/description.ts';
import { platformName } from '../../fmu-sdk/host/choice/platform-name.ts';
import {
  binaryPath,
  compilerFor,
  type Platform,
  platforms,
} from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** FMU of another tool that a pack carries, with its archive. */
export interface CarriedUnit {
  fmu: CarriedFmu;
  archive: Archive;
  capabilities: CoSimulation;
}

/** Facts on a unit before its FMU is carried. */
interface Carrying {
  unit: string;
  archive: Archive;
  description: ModelDescription;
  variables: readonly Variable[];
  interpolates: boolean;
  step: number;
  tolerance: number;
}

/**
 * Returns the FMU of a unit for a container. Units of one FMU share its files, unless a process may
 * instantiate it only once.
 *
 * @param before FMUs that the container has already
 */
export function carryUnit(carrying: Carrying, before: readonly CarriedUnit[]): CarriedUnit {
  const { unit, archive, description, variables, interpolates, step, tolerance } = carrying;
  const capabilities = description.coSimulation as CoSimulation;
  const { modelIdentifier, canBeInstantiatedOnlyOncePerProcess, canNotUseMemoryManagementFunctions } =
    capabilities;
  const fmi = majorVersion(description) as 2 | 3;
  const shared = before.find((other) => other.archive.file === archive.file);
  const folders = new Set(before.map(({ fmu }) => fmu.folder));
  const isShared = shared !== undefined && !canBeInstantiatedOnlyOncePerProcess;
  const libraries = new Map(
    platforms.flatMap((platform): [Platform, string][] => {
      const path = binaryPath(platform, fmi, modelIdentifier);
      return archive.has(path) ? [[platform, `/${path}`]] : [];
    }),
  );
  const fmu: CarriedFmu = {
    ...{ fmi, unit, model: description.modelName, token: description.instantiationToken, libraries },
    ...{ variables, interpolates, step, tolerance },
    folder: isShared ? shared.fmu.folder : `/fmu${folders.size + 1}`,
    hasResources: archive.paths.some((path) => path.startsWith('resources/')),
    needsMemory: canNotUseMemoryManagementFunctions !== true,
    hasEvents: fmi === 3 && capabilities.hasEventMode,
    returnsEarly:
      capabilities.mightReturnEarlyFromDoStep && capabilities.canHandleVariableCommunicationStepSize,
    takesAnyStep: capabilities.canHandleVariableCommunicationStepSize,
  };
  return { fmu, archive, capabilities };
}

/**
 * Returns the platforms of a container: those that all of its FMUs have, and that have a compiler here.
 *
 * @param wanted platforms of the user, or none for all
 */
export function containerPlatforms(
  name: string,
  carried: readonly CarriedUnit[],
  wanted: readonly Platform[],
): Platform[] {
  const here = platformName() as Platform;
  const common = platforms.filter((platform) => carried.every(({ fmu }) => fmu.libraries.has(platform)));
  const owned = carried.map(
    ({ fmu }) => `${fmu.unit} has ${[...fmu.libraries.keys()].join(', ') || 'no platform'}`,
  );
  if (common.length === 0)
    throw new UserError(
      `pack ${name}: expected a platform that all third-party FMUs have, but ${owned.join('; ')}. Ask their authors for a binary of one platform.`,
    );
  const missing = wanted.filter((platform) => !common.includes(platform));
  if (missing.length > 0)
    throw new UserError(
      `pack ${name}: expected ${missing.join(', ')} in all third-party FMUs, but ${owned.join('; ')}. Choose from ${common.join(', ')} with --native.`,
    );
  const chosen =
    wanted.length > 0 ? wanted : common.filter((platform) => compilerFor(platform) !== undefined);
  if (chosen.includes(here)) return [...chosen];
  throw new UserError(
    `pack ${name}: expected ${here} among the platforms, because the pack is compared with its system on this machine, got ${chosen.join(', ') || 'no platform with a compiler'}. Pack it on such a machine, or install a C compiler.`,
  );
}

/** Returns the carried FMUs at their places in the memory of a pack, with their files for platforms. */
export async function carriedFmus(
  units: readonly InnerUnit[],
  carried: readonly CarriedUnit[],
  chosen: readonly Platform[],
): Promise<CarriedFmus> {
  const files = new Map<string, Uint8Array>();
  for (const { fmu, archive } of carried) {
    const folders = chosen.map((platform) => folderOf(fmu.libraries.get(platform) as string));
    const isNeeded = (path: string): boolean =>
      path === 'modelDescription.xml' ||
      [...folders, 'resources/', 'documentation/licenses/'].some((folder) => path.startsWith(folder));
    for (const path of archive.paths) {
      const own = `resources${fmu.folder}/${path}`;
      if (isNeeded(path) && !path.endsWith('/') && !files.has(own)) files.set(own, await archive.bytes(path));
    }
  }
  const some = (has: (capabilities: CoSimulation) => boolean | undefined): boolean =>
    carried.some(({ capabilities }) => has(capabilities) === true);
  return {
    files,
    fmus: units.flatMap(({ carried: fmu, state }) => (fmu === undefined ? [] : [{ fmu, at: state.at }])),
    canBeInstantiatedOnlyOncePerProcess: some((c) => c.canBeInstantiatedOnlyOncePerProcess),
    needsExecutionTool: some((c) => c.needsExecutionTool),
    hasStates: !some((c) => !(c.canGetAndSetFMUState && c.canSerializeFMUState)),
  };
}

/** Returns the folder of a library without the slash before it, and with one after it. */
function folderOf(library: string): string {
  return library.slice(1, library.lastIndexOf('/') + 1);
}
