import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { packageRequire } from '../package.ts';

/** Where things are kept, made where it was not; undefined where nowhere can be trusted and written, or nothing is to be kept. */
export function keptFolder(): string | undefined {
  const named = process.env.FMUKIT_CACHE;
  if (named === 'off') return undefined;
  return (named ? [named] : folders()).find(usable);
}

/** Beside the packages, as build tools do; else in the user's cache. */
function folders(): string[] {
  const packages = dirname(dirname(packageRequire.resolve('node-api-headers/package.json')));
  const cache = process.env.XDG_CACHE_HOME ?? '';
  const own = isAbsolute(cache) ? cache : join(homedir(), '.cache');
  return [join(packages, '.cache'), own].map((folder) => join(folder, 'fmukit', 'made'));
}

/** Ours alone to write: what others could put there would run as ours. */
function usable(folder: string): boolean {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}
