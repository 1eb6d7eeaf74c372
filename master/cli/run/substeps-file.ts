import { rmSync } from 'node:fs';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { partialName } from '../../../fmu-sdk/util/files/temp-file.ts';
import type { SubstepColumns } from '../../coupling/substep-log.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import { printError, text } from '../command.ts';

/** Writes the substeps of a scheme, a row each. Prints a note for a scheme without substeps. */
export function writeSubsteps(
  file: string,
  { scheme, ownSteps, outcome }: RunResult,
  report: (text: string) => void,
): void {
  if (ownSteps === undefined)
    printError(
      text`fmu: note: the coupling scheme ${scheme} has no log of substeps, so ${file} is not written.`,
    );
  else if (outcome === 'interrupted') writePartialSubsteps(file, ownSteps, report);
  else {
    writeSteps(file, ownSteps);
    rmSync(partialName(file), { force: true });
    report(text`written ${file}`);
  }
}

/** Writes the substeps of an incomplete run to `x.partial.csv`. */
export function writePartialSubsteps(
  file: string,
  log: SubstepColumns,
  report: (text: string) => void,
): void {
  const partialFile = partialName(file);
  writeSteps(partialFile, log);
  report(text`The substeps up to this time are in ${partialFile}.`);
}

function writeSteps(file: string, { time, size, error, accepted: stood, more }: SubstepColumns): void {
  const rows = ['time,size,error,stood'];
  for (let k = 0; k < time.length; k++) rows.push(`${time[k]},${size[k]},${error[k]},${stood[k]}`);
  writeAtomically(file, `${rows.join('\n')}\n`);
  if (more > 0)
    printError(
      text`fmu: note: ${file} contains the first ${time.length} substeps. ${more} later ones are missing.`,
    );
}
