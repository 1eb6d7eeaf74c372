import { extname } from 'node:path';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { writeOsp } from '../../osp/write-osp.ts';
import { exportSsp } from '../../ssp/export-ssp.ts';
import { loadSystem, resolveSystem } from '../../system/load-system.ts';
import { formatBytes, print, printError, text } from '../command.ts';
import { type ReadSystem, readSystem, systemFormat } from '../input/read-system.ts';
import type { ExportArguments } from './options.ts';
import { withNumbers } from './with-numbers.ts';

/** Writes a system in a format of other tools. */
export async function exportFile({ file, output }: ExportArguments): Promise<void> {
  const read = await readSystem(file);
  try {
    await write(file, output, read);
  } finally {
    read.dispose();
  }
}

async function write(
  file: string,
  output: string | undefined,
  { system, unitFiles, notes }: ReadSystem,
): Promise<void> {
  const form = systemFormat(file);
  // Check the whole system first: export only systems that run here.
  const checked =
    form === 'json'
      ? await loadSystem(file, { unitFiles })
      : await resolveSystem(system, file, { unitFiles, ...(form === 'ssp' && { where: () => file }) });
  const target = output ?? `results/${system.name}.ssp`;
  const ending = extname(target).toLowerCase();
  if (ending !== '.ssp' && ending !== '.xml')
    throw new UserError(`export ${file}: expected an output file .ssp or .xml, got ${target}.`);
  requireDistinctPaths('export', target, checked.reads ?? [file]);
  if (ending === '.ssp')
    return done(target, await exportSsp(withNumbers(system, checked), file, unitFiles), notes);
  if (extname(file).toLowerCase() === '.ssp')
    throw new UserError(
      `export ${file}: OSP refers to FMU files, but these are inside the package. Unpack it, and export its SystemStructure.ssd.`,
    );
  const { xml, notes: ospNotes } = await writeOsp(system, checked, file, target, unitFiles);
  done(target, xml, [...notes, ...ospNotes]);
}

function done(target: string, content: string | Uint8Array, notes: readonly string[]): void {
  for (const note of notes) printError(`fmu: note: ${note}.`);
  writeAtomically(target, content);
  print(text`${target}  ${formatBytes(content.length)}`);
}
