import { extname } from 'node:path';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { writeOsp } from '../../osp/write-osp.ts';
import { type ReadSystem, readSystem, systemFormat } from '../../run/open/read-system.ts';
import { exportSsp } from '../../ssp/export-ssp.ts';
import { loadSystem, resolveSystem } from '../../system/load-system.ts';
import { formatBytes, print, printError, text } from '../command.ts';
import type { ExportArguments } from './options.ts';
import { withNumbers } from './with-numbers.ts';

/** File that an export wrote, and notes on what it leaves out. */
export interface ExportResult {
  file: string;
  bytes: number;
  /** Sentences without a full stop. */
  notes: string[];
}

/** Writes a system in a format of other tools, and prints what was written. */
export async function exportFile({ file, output }: ExportArguments): Promise<void> {
  const { file: target, bytes, notes } = await exportSystem(file, output);
  for (const note of notes) printError(`fmu: note: ${note}.`);
  print(text`${target}  ${formatBytes(bytes)}`);
}

/** Writes a system in a format of other tools: `.ssp` or, for OSP, `.xml`. */
export async function exportSystem(file: string, output?: string): Promise<ExportResult> {
  const read = await readSystem(file);
  try {
    const { target, content, notes } = await exported(file, output, read);
    writeAtomically(target, content);
    return { file: target, bytes: content.length, notes };
  } finally {
    read.dispose();
  }
}

async function exported(
  file: string,
  output: string | undefined,
  { system, unitFiles, notes }: ReadSystem,
): Promise<{ target: string; content: string | Uint8Array; notes: string[] }> {
  const form = systemFormat(file);
  // Check the whole system first: export only systems that run here.
  const checked =
    form === 'json'
      ? await loadSystem(file, { unitFiles })
      : await resolveSystem(system, file, { unitFiles, ...(form === 'ssp' && { where: () => file }) });
  const target = output ?? `results/${system.name}.ssp`;
  const ending = extname(target).toLowerCase();
  if (ending !== '.ssp' && ending !== '.xml')
    throw new UserError(
      `export ${file}: expected an output file .ssp or .xml, got ${target}.${ending === '.fmu' ? ' Use fmu pack to write a system as one FMU.' : ''}`,
    );
  requireDistinctPaths('export', target, checked.reads ?? [file]);
  if (ending === '.ssp') {
    const content = await exportSsp(withNumbers(system, checked), file, unitFiles);
    return { target, content, notes: [...notes] };
  }
  if (extname(file).toLowerCase() === '.ssp')
    throw new UserError(
      `export ${file}: OSP refers to FMU files, but these are inside the package. Unpack it, and export its SystemStructure.ssd.`,
    );
  const { xml, notes: ospNotes } = await writeOsp(system, checked, file, target, unitFiles);
  return { target, content: xml, notes: [...notes, ...ospNotes] };
}
