import { basename, dirname, join } from 'node:path';
import { type Platform, platformsNamed } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { openSystem } from '../../run/open/read-system.ts';
import { packSystem } from '../pack-system.ts';
import { sourceHost } from '../source-host.ts';
import { checkPack } from './check-pack.ts';

/** Settings of a pack that is written to files. */
export interface PackFileOptions {
  fmi: readonly (2 | 3)[];
  /** Platforms of native libraries. Default: all for FMI 2.0, else none. */
  native?: readonly string[] | 'all' | undefined;
  thirdParty: boolean;
  /** Checks the FMUs by all rules before they are written. */
  check: boolean;
}

/** Shows a stage of the work while it is done. */
type ShowStage = <T>(stage: string, work: () => Promise<T>) => Promise<T>;

/** Files that a pack wrote. */
export interface PackResult {
  /** FMUs, the newest version of FMI first. */
  files: string[];
  /** Size of each file [bytes]. */
  sizes: number[];
  /** Native libraries in the FMUs, and their sizes [bytes]. */
  native: { platform: Platform; bytes: number }[];
  /** Sentences without a full stop. */
  notes: string[];
}

/** Packs a system and writes its FMUs. Nothing is written unless all of them are complete. */
export async function packFile(
  file: string,
  output: string,
  { fmi, native, thirdParty, check }: PackFileOptions,
  show: ShowStage = (_, work) => work(),
): Promise<PackResult> {
  const name = nameOf(file, output);
  const platforms = platformsOf(fmi, native);
  const opened = await openSystem(file, {}, { hosts: thirdParty ? [sourceHost] : [] });
  const { system, notes, dispose } = opened;
  try {
    const targetOf = (archive: string): string => join(dirname(output), archive);
    const inputs = [file, ...(system.reads ?? [])];
    for (const archive of [`${name}.fmu`, `${name}-fmi2.fmu`])
      requireDistinctPaths(`pack ${file}: write`, targetOf(archive), inputs);
    const packed = await show('linking and testing', () =>
      packSystem(system, name, { fmi: [...new Set(fmi)], native: platforms, thirdParty }),
    );
    const { archives, native: built, carried } = packed;
    if (check) await show('checking', () => checkPack(archives));
    for (const { name: archive, content } of archives) writeAtomically(targetOf(archive), content);
    const carries = `${name} carries the binaries of ${carried?.join(', ')} in resources/, where everyone can see them`;
    return {
      files: archives.map((archive) => targetOf(archive.name)),
      sizes: archives.map(({ content }) => content.length),
      native: built.map(({ platform, library }) => ({ platform, bytes: library.length })),
      notes: [...notes, ...(carried === undefined ? [] : [carries])],
    };
  } finally {
    dispose();
  }
}

/** Returns the platforms to build for. FMUs of FMI 2.0 need native binaries. */
function platformsOf(
  fmi: PackFileOptions['fmi'],
  native: PackFileOptions['native'],
): readonly Platform[] | 'all' {
  if (native === undefined) return fmi.includes(2) ? 'all' : [];
  return native === 'all' || native.length === 0 ? 'all' : platformsNamed(native);
}

/** Returns the name of the FMU: that of its file. */
function nameOf(file: string, output: string): string {
  const [, name] = /^(.*)\.fmu$/.exec(basename(output)) ?? [];
  if (name !== undefined && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= longestName)
    return name;
  throw new UserError(
    `pack ${file}: expected -o <name>.fmu with a name of small letters, digits and hyphens, got ${output}. Name it pump-unit.fmu, for example.`,
  );
}

/** Longest name of a unit [characters]. */
const longestName = 64;
