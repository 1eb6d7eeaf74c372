import { basename, dirname, join } from 'node:path';
import { type Platform, platformsNamed } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { checkPack } from '../../pack/check-pack.ts';
import { packSystem } from '../../pack/pack-system.ts';
import { sourceHost } from '../../pack/source-host.ts';
import { openSystem } from '../../run/open/read-system.ts';
import { formatBytes, print, printError, text, withElapsedTime } from '../command.ts';

/** Arguments of `fmu pack`. */
export interface PackArguments {
  file: string;
  output: string;
  fmi: number[];
  native?: string[];
  includeThirdParty?: boolean;
  check: boolean;
}

/** Packs a system and writes its FMUs. Nothing is written unless all of them are complete. */
export async function pack({
  file,
  output,
  fmi,
  native,
  includeThirdParty,
  check,
}: PackArguments): Promise<void> {
  const name = nameOf(file, output);
  // FMUs of FMI 2.0 need native binaries.
  const needsAll = native === undefined ? fmi.includes(2) : native.length === 0;
  const platforms = needsAll ? 'all' : platformsNamedOrNone(native ?? []);
  const versions = [...new Set(fmi)].map((version) => (version === 2 ? 2 : 3));
  const hosts = includeThirdParty === true ? [sourceHost] : [];
  const { system, notes, dispose } = await openSystem(file, {}, { hosts });
  try {
    for (const note of notes) printError(`fmu: note: ${note}.`);
    const targetOf = (archive: string): string => join(dirname(output), archive);
    const inputs = [file, ...(system.reads ?? [])];
    for (const archive of [`${name}.fmu`, `${name}-fmi2.fmu`])
      requireDistinctPaths(`pack ${file}: write`, targetOf(archive), inputs);
    const {
      archives,
      native: built,
      carried,
    } = await withElapsedTime(text`${file}: linking and testing`, () =>
      packSystem(system, name, { fmi: versions, native: platforms, thirdParty: includeThirdParty === true }),
    );
    if (carried !== undefined)
      printError(
        text`fmu: note: ${name} carries the binaries of ${carried.join(', ')} in resources/, where everyone can see them.`,
      );
    if (check) await withElapsedTime(text`${file}: checking`, () => checkPack(archives));
    for (const { name: archive, content } of archives) {
      writeAtomically(targetOf(archive), content);
      print(text`${targetOf(archive)}  ${formatBytes(content.length)}`);
    }
    for (const { platform, library } of built) print(text`  ${platform}: ${formatBytes(library.length)}`);
  } finally {
    dispose();
  }
}

function platformsNamedOrNone(names: readonly string[]): Platform[] {
  return names.length === 0 ? [] : platformsNamed(names);
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
