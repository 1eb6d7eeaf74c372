import { basename, extname } from 'node:path';
import { UserError } from '../../fmu-sdk/error.ts';

/** Refuses a file of a system, by its ending, where a unit's is wanted: to what reads units it is an archive that is damaged. */
export function refuseSystem(command: string, file: string): void {
  if (!/^\.(json|ssp|ssd)$/i.test(extname(file)) && !/^OspSystemStructure.*\.xml$/i.test(basename(file)))
    return;
  throw new UserError(
    `${command} ${file}: by its ending it is a system, and fmu ${command} takes a unit. Name the .fmu of one of its units, or run the system: fmu run ${file}`,
  );
}
