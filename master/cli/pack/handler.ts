import { packFile } from '../../pack/written/pack-file.ts';
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

/** Packs a system, and prints what was written. */
export async function pack({ file, output, fmi, includeThirdParty, ...args }: PackArguments): Promise<void> {
  const versions = fmi.map((version) => (version === 2 ? 2 : 3));
  const { files, sizes, native, notes } = await packFile(
    file,
    output,
    { ...args, fmi: versions, thirdParty: includeThirdParty === true },
    (stage, work) => withElapsedTime(text`${file}: ${stage}`, work),
  );
  for (const note of notes) printError(text`fmu: note: ${note}.`);
  for (const [k, name] of files.entries()) print(text`${name}  ${formatBytes(sizes[k])}`);
  for (const { platform, bytes } of native) print(text`  ${platform}: ${formatBytes(bytes)}`);
}
