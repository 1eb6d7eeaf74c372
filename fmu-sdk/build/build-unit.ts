import { join, resolve } from 'node:path';
import { rememberSources } from '../cache/source-hashes.ts';
import type { ModelDescription } from '../description/description.ts';
import type { NativeBinary } from '../export/native-library.ts';
import { platforms as allPlatforms } from '../util/c-compiler/compilers.ts';
import { writeAtomically } from '../util/files/atomic-write.ts';
import { isFile, isFolder } from '../util/files/path-kind.ts';
import { UserError } from '../util/user-error.ts';
import type { BuildOptions } from './build-options.ts';
import { generateFields } from './generate/field-names.ts';
import { generationTool } from './generation-tool.ts';
import { describe } from './manifest/describe-unit.ts';
import { type BuiltInterface, interfacesOf } from './manifest/model-exchange-states.ts';
import { cachedArtifacts } from './unit-cache.ts';
import { unitFiles } from './unit-files.ts';

/** Result of a build. */
export interface BuildResult {
  /** The first archive: the one for FMI 3.0 when requested. */
  file: string;
  /** Size of the archive [bytes]. */
  bytes: number;
  archives: { file: string; bytes: number }[];
  /** Size of the component [bytes]. */
  component: number;
  native: NativeBinary[];
  description: ModelDescription;
  /** True when everything came from the cache: sources, tools and options have not changed. */
  fromCache: boolean;
}

/**
 * Builds a unit folder into `<out>/<name>.fmu`. Takes the artifacts from the cache where sources,
 * tools and options are unchanged. Equal folders give equal bytes.
 */
export async function buildUnit(
  folder: string,
  out: string,
  options: BuildOptions = {},
): Promise<BuildResult> {
  requireFolders(folder, out);
  const manifest = generateFields(folder);
  const declaredInterfaces = interfacesOf(manifest);
  const { interfaces = declaredInterfaces } = options;
  rejectUnsupportedInterfaces(folder, interfaces, declaredInterfaces);
  const { fmi = [3], native: platforms = [], stepSeconds = 10, smokeTest = true } = options;
  rejectUnknown(folder, 'version of FMI', fmi, [2, 3]);
  rejectUnknown(folder, 'platform', platforms, allPlatforms);
  if (fmi.length === 0)
    throw new UserError(`build ${folder}: expected a version of FMI, got an empty list. Name 2, 3 or both.`);
  if (!(stepSeconds > 0))
    throw new UserError(
      `build ${folder}: expected stepSeconds above 0 s, got ${stepSeconds} s. Give a number of seconds.`,
    );
  const whole = {
    fmi: [...fmi].sort((a, b) => b - a),
    native: platforms,
    stepSeconds,
    smokeTest,
    interfaces: declaredInterfaces.filter((candidate) => interfaces.includes(candidate)),
  };
  const { artifacts, before } = await cachedArtifacts(folder, manifest, whole);
  const sources = unitFiles(folder);
  const archives = artifacts.archives.map(({ name, content }) => {
    const file = join(out, name);
    writeAtomically(file, content);
    rememberSources(content, resolve(folder), sources);
    return { file, bytes: content.length };
  });
  const { token, internalStep, component, native } = artifacts;
  const description = describe(manifest, token, generationTool(), internalStep, whole.interfaces);
  return { ...archives[0], archives, component, native, description, fromCache: before };
}

function rejectUnknown<T>(folder: string, what: string, wanted: readonly T[], known: readonly T[]): void {
  const other = wanted.find((candidate) => !known.includes(candidate));
  if (other !== undefined)
    throw new UserError(`build ${folder}: unknown ${what} ${other}. Choose one of ${known.join(', ')}.`);
}

function rejectUnsupportedInterfaces(
  folder: string,
  wanted: readonly BuiltInterface[],
  declaredInterfaces: readonly BuiltInterface[],
): void {
  if (wanted.some((candidate) => !declaredInterfaces.includes(candidate)))
    throw new UserError(
      `build ${folder} for model exchange: expected the derivative of a state in unit.json, but it is missing. Add "derivative" to its variable and derivatives() to the unit, or build for co-simulation (cs).`,
    );
  if (wanted.length === 0)
    throw new UserError(`build ${folder}: expected an interface, got an empty list. Name cs, me or both.`);
}

/** Rejects a file in place of the unit's folder, and the name of an FMU in place of its folder. */
function requireFolders(folder: string, out: string): void {
  if (isFile(folder))
    throw new UserError(
      `build ${folder}: expected the folder of a unit, with unit.json in it, got a file. Give the folder.`,
    );
  if (/\.fmu$/i.test(out) && !isFolder(out))
    throw new UserError(
      `build ${folder}: expected a folder for the FMU, got ${out}. Give the folder: unit.json names the FMU.`,
    );
}
