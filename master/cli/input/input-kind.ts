import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { isFile, isFolder } from '../../../fmu-sdk/util/files/path-kind.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

const isLooseSystem = (file: string): boolean =>
  /^\.(json|ssd)$/i.test(extname(file)) || /^OspSystemStructure.*\.xml$/i.test(basename(file));
const isSystem = (file: string): boolean => isLooseSystem(file) || /^\.ssp$/i.test(extname(file));

/**
 * Rejects a system file where an FMU is expected. Otherwise it would be reported as a damaged
 * archive.
 */
export function requireFmuFile(command: string, file: string): void {
  if (!isSystem(file)) return;
  throw new UserError(
    `${command} ${file}: expected an FMU, got a system (by its file name). Name the .fmu of one of its units, or run the system: fmu run ${file}`,
  );
}

/** Rejects a system without an archive where a signature is needed, since it cannot carry one. */
export function requireSignable(command: string, file: string): void {
  if (!isLooseSystem(file)) return;
  throw new UserError(
    `${command} ${file}: expected an .fmu or .ssp, got a system without an archive, which cannot carry a signature. Name its FMUs. To run only signed FMUs: fmu run ${file} --require-signature`,
  );
}

/** Rejects a folder where a system or an FMU is expected, and names what to do with it. */
export function requireRunnable(command: string, path: string): void {
  if (!isFolder(path)) return;
  const files = readdirSync(path);
  const has = (name: string): boolean => files.includes(name);
  const [runnable] = files.filter((name) => isSystem(name) || /\.fmu$/i.test(name)).sort();
  const hint = has('unit.json')
    ? `It is a unit folder: fmu build ${path}, then fmu ${command} dist/${basename(resolve(path))}.fmu`
    : has('modelDescription.xml')
      ? `It is an unpacked FMU. Pack its content as a .fmu: (cd ${path} && zip -r ../${basename(resolve(path))}.fmu .)`
      : has('SystemStructure.ssd')
        ? `Name its system: fmu ${command} ${join(path, 'SystemStructure.ssd')}`
        : runnable === undefined
          ? 'Name a system or an .fmu.'
          : `Name one file in it: fmu ${command} ${join(path, runnable)}`;
  throw new UserError(`${command} ${path}: expected a system or an FMU, got a folder. ${hint}`);
}

/** Rejects a file where a unit folder is expected, and names the command that accepts it. */
export function requireUnitFolder(command: string, path: string): void {
  if (!isFile(path)) return;
  const wanted = `fmu ${command} takes a unit folder (with unit.json)`;
  if (basename(path) === 'unit.json')
    throw new UserError(
      `${command} ${path}: this is a file, but ${wanted}. Name its folder: ${dirname(path)}`,
    );
  if (extname(path).toLowerCase() === '.fmu')
    throw new UserError(
      `${command} ${path}: this is a built FMU, but ${wanted}. Name the folder, or check the FMU: fmu check ${path}`,
    );
  const next = isSystem(path) ? `Name one, or run the system: fmu run ${path}` : 'Name one.';
  throw new UserError(
    `${command} ${path}: this is ${isSystem(path) ? 'a system' : 'a file'}, but ${wanted}. ${next}`,
  );
}
