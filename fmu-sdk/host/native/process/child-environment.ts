import { dirname, join } from 'node:path';
import type { Unpacked } from '../unpack-library.ts';

/**
 * Names of variables that an isolated FMU receives: search paths of programs and libraries,
 * language, licences, settings of OpenMP.
 */
const isInherited = (name: string): boolean =>
  /^(PATH|LANG|LANGUAGE|LC_\w+|TZ|PYTHON\w*|(OMP|GOMP|KMP)_\w+)$/.test(name) ||
  (name.includes('LICENSE') && /^\w+$/.test(name));

/**
 * Returns the environment of an isolated FMU, or of a process with other libraries too. They find
 * the libraries beside them, and their home is their working folder.
 */
export function environmentOf(
  { folder, library }: Pick<Unpacked, 'folder' | 'library'>,
  others: readonly string[] = [],
): string[] {
  const work = join(folder, 'work');
  const folders = new Set([library, ...others].map((file) => dirname(file)));
  const libraries = [...folders, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const ownVariables = { HOME: work, TMPDIR: work, LD_LIBRARY_PATH: libraries };
  // Threads of OpenMP would otherwise compute between calls while they wait for work.
  const passive = process.env.OMP_WAIT_POLICY === undefined ? { OMP_WAIT_POLICY: 'passive' } : {};
  const inherited = Object.entries(process.env).filter(([name]) => isInherited(name));
  return [...inherited, ...Object.entries({ ...passive, ...ownVariables })].map(
    ([name, value]) => `${name}=${value}`,
  );
}
