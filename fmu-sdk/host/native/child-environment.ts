import { dirname, join } from 'node:path';
import type { Unpacked } from './unpack-library.ts';

/** What an isolated unit may know of its surroundings: how to find programs and libraries, language, licences. */
const kept = (name: string): boolean =>
  /^(PATH|LANG|LANGUAGE|LC_\w+|TZ|PYTHON\w*)$/.test(name) || (name.includes('LICENSE') && /^\w+$/.test(name));

/** Environment of an isolated unit: libraries beside its own are found, its home is its own working folder. */
export function environmentOf({ folder, library }: Pick<Unpacked, 'folder' | 'library'>): string[] {
  const work = join(folder, 'work');
  const libraries = [dirname(library), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const own = { HOME: work, TMPDIR: work, LD_LIBRARY_PATH: libraries };
  const inherited = Object.entries(process.env).filter(([name]) => kept(name));
  return [...inherited, ...Object.entries(own)].map(([name, value]) => `${name}=${value}`);
}
