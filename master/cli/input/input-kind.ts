import { statSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

const isLooseSystem = (file: string): boolean =>
  /^\.(json|ssd)$/i.test(extname(file)) || /^OspSystemStructure.*\.xml$/i.test(basename(file));
const isSystem = (file: string): boolean => isLooseSystem(file) || /^\.ssp$/i.test(extname(file));

/** Refuses a file of a system, by its ending, where a unit's is wanted: to what reads units it is an archive that is damaged. */
export function refuseSystem(command: string, file: string): void {
  if (!isSystem(file)) return;
  throw new UserError(
    `${command} ${file}: by its ending it is a system, and fmu ${command} takes a unit. Name the .fmu of one of its units, or run the system: fmu run ${file}`,
  );
}

/** Refuses a system that is no archive, where signatures are asked for: it carries none. */
export function refuseUnsignable(command: string, file: string): void {
  if (!isLooseSystem(file)) return;
  throw new UserError(
    `${command} ${file}: by its ending it is a system that is no archive and carries no signature, and fmu ${command} takes an .fmu or .ssp. Name those of its units; what may run of a system says fmu run ${file} --require-signature`,
  );
}

/** Refuses a file where the folder of a unit's sources is wanted, and says which command takes it. */
export function refuseFile(command: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
  const wanted = `fmu ${command} takes the folder of a unit's sources (with unit.json)`;
  if (basename(path) === 'unit.json')
    throw new UserError(`${command} ${path}: it is a file, and ${wanted}. Name its folder: ${dirname(path)}`);
  if (extname(path).toLowerCase() === '.fmu')
    throw new UserError(
      `${command} ${path}: it is a unit that is sealed, and ${wanted}. Name that, or judge this one: fmu check ${path}`,
    );
  const next = isSystem(path) ? `Name one, or run the system: fmu run ${path}` : 'Name one.';
  throw new UserError(
    `${command} ${path}: it is ${isSystem(path) ? 'a system by its ending' : 'a file'}, and ${wanted}. ${next}`,
  );
}
