import { messageOf } from '../user-error.ts';

/** What a refusal of the operating system means, and the next move. */
const known: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ['the disk is full', 'Free space there, or name a place on another disk'],
  EDQUOT: ['your share of the disk is used up', 'Free space there, or name a place on another disk'],
  EFBIG: ['a file may not become larger here', 'Raise the limit (ulimit -f), or write less'],
  EIO: ['the disk reports an error', 'Name a place on another disk'],
  EACCES: ['this user may not write there', 'Name a place that you can write to'],
  EPERM: ['this user may not write there', 'Name a place that you can write to'],
  EROFS: ['it can only be read from', 'Name a place that you can write to'],
  EISDIR: ['it is a folder', 'Name a file'],
  ENOTDIR: ['a part of its path is a file', 'Name another place'],
  ENOENT: ['its folder is gone', 'Name a place that stays'],
  ENAMETOOLONG: ['its name is too long', 'Name a shorter one'],
  ELOOP: ['its links lead in a circle', 'Name a file'],
  EPIPE: ['who reads it has gone', 'Let its reader read to the end'],
  ENXIO: ['nobody reads it', 'Begin with its reader'],
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n)'],
  ETXTBSY: ['it is being run', 'Name another file'],
};

/** `the disk is full (ENOSPC)`, and the next move, of what a call on files has thrown. */
export function reasonOf(thrown: unknown): { reason: string; next: string } {
  const code = (thrown as NodeJS.ErrnoException | undefined)?.code ?? '';
  const found = known[code];
  if (found === undefined) return { reason: messageOf(thrown), next: 'Name a file that can be written' };
  return { reason: `${found[0]} (${code})`, next: found[1] };
}
