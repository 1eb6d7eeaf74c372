import { accessSync, constants, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { foreignHands } from '../util/files/foreign-hands.ts';
import { homeFolder } from '../util/files/home-folder.ts';
import { makeFolder } from '../util/files/make-folder.ts';
import { reasonOf } from '../util/files/system-error.ts';
import { packageRequire } from '../util/package-files.ts';
import { UserError } from '../util/user-error.ts';

/**
 * Returns the cache folder and creates it if missing. Returns undefined if caching is off or no
 * folder is both trusted and writable.
 */
export function cacheFolder(): string | undefined {
  const named = process.env.FMUKIT_CACHE;
  if (named === 'off') return undefined;
  return (named ? [named] : folders()).find((folder) => reasonAgainst(folder) === undefined);
}

/**
 * Rejects an unusable cache folder that the user named, because every command would silently be
 * slower. For callers that can report it before they begin. A program started from bytecode and a
 * thread cannot.
 *
 * @throws UserError with the variable, the folder and the reason
 */
export function requireUsableCache(): void {
  const named = process.env.FMUKIT_CACHE;
  if (!named || named === 'off') return;
  const why = reasonAgainst(named);
  if (why === undefined) return;
  throw new UserError(
    `cache in FMUKIT_CACHE=${named}: ${why}. Choose a folder of your own, or "off" to disable the cache.`,
  );
}

/**
 * Lists candidates: beside the packages, as build tools do, then the user's cache folder, if its
 * owner is known.
 */
function folders(): string[] {
  const [cache, home] = [process.env.XDG_CACHE_HOME ?? '', homeFolder()];
  const userCache = isAbsolute(cache) ? cache : home && join(home, '.cache');
  return [besidePackages(), userCache].flatMap((folder) => (folder ? [join(folder, 'fmukit', 'made')] : []));
}

function besidePackages(): string | undefined {
  try {
    return join(dirname(dirname(packageRequire.resolve('node-api-headers/package.json'))), '.cache');
  } catch {
    return undefined;
  }
}

/**
 * Returns the reason why a folder cannot be used, or undefined. Only this user may write to it,
 * because the code in it is executed.
 */
function reasonAgainst(folder: string): string | undefined {
  try {
    makeFolder(dirname(folder));
    makeFolder(folder, 0o700);
    const { uid, mode } = statSync(folder);
    if (process.getuid !== undefined && uid !== process.getuid()) return 'it belongs to another user';
    if (process.getuid !== undefined && (mode & 0o022) !== 0)
      return 'other users may write to it, and its contents are run as yours (chmod go-w)';
    accessSync(folder, constants.W_OK);
    return foreignHands(folder);
  } catch (error) {
    return reasonOf(error).reason;
  }
}
