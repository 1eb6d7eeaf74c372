import { accessSync, constants, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { homeFolder } from '../util/files/home-folder.ts';
import { makeFolder } from '../util/files/make-folder.ts';
import { reasonOf } from '../util/files/system-error.ts';
import { packageRequire } from '../util/package-files.ts';
import { UserError } from '../util/user-error.ts';

/** Where things are kept, made where it was not; undefined where nowhere can be trusted and written, or nothing is to be kept. */
export function keptFolder(): string | undefined {
  const named = process.env.FMUKIT_CACHE;
  if (named === 'off') return undefined;
  return (named ? [named] : folders()).find((folder) => hindrance(folder) === undefined);
}

/**
 * Refuses a folder that the user has named and that cannot be used: all would be as ever, only slower each time. For those who can say
 * so, before they begin: what starts a program by its bytecode cannot, nor can a thread.
 *
 * @throws UserError with the variable, the folder and what is wrong with it
 */
export function refuseCache(): void {
  const named = process.env.FMUKIT_CACHE;
  if (!named || named === 'off') return;
  const why = hindrance(named);
  if (why === undefined) return;
  throw new UserError(
    `keep in FMUKIT_CACHE=${named}: ${why}. Name a folder of your own, or "off" to keep nothing.`,
  );
}

/** Beside the packages, as build tools do; else in the user's cache, where it is known whose that is. */
function folders(): string[] {
  const [cache, home] = [process.env.XDG_CACHE_HOME ?? '', homeFolder()];
  const own = isAbsolute(cache) ? cache : home && join(home, '.cache');
  return [besidePackages(), own].flatMap((folder) => (folder ? [join(folder, 'fmukit', 'made')] : []));
}

function besidePackages(): string | undefined {
  try {
    return join(dirname(dirname(packageRequire.resolve('node-api-headers/package.json'))), '.cache');
  } catch {
    return undefined;
  }
}

/** Why nothing is kept there; undefined where it is. The folder is ours alone to write: what others could put there would run as ours. */
function hindrance(folder: string): string | undefined {
  try {
    makeFolder(dirname(folder));
    makeFolder(folder, 0o700);
    const { uid, mode } = statSync(folder);
    if (process.getuid !== undefined && uid !== process.getuid()) return "it is another user's";
    if (process.getuid !== undefined && (mode & 0o022) !== 0)
      return 'others may write there, and what they put there would run as yours (chmod go-w)';
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return reasonOf(error).reason;
  }
}
