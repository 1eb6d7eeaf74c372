import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { withNoun } from '../../../fmu-sdk/util/printable.ts';
import { print, text } from '../command.ts';
import { portsText } from '../edit/ports-table.ts';

/** Writes the variables of an FMU to a table that `fmu edit` reads. */
export async function writePorts(file: string, output: string): Promise<void> {
  requireDistinctPaths(`inspect ${file}: write`, output, [file]);
  const { description } = await readDescription(await openArchive(file));
  writeAtomically(output, portsText(output, description));
  print(text`${output}: ${withNoun(description.variables.length, 'variable')}`);
}
