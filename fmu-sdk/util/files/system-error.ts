import { messageOf } from '../user-error.ts';

/** Explanation and next step for each error code of the operating system. */
const known: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ['the disk is full', 'Free space there, or choose a path on another disk'],
  EDQUOT: ['your disk quota is used up', 'Free space there, or choose a path on another disk'],
  EFBIG: ['the file size limit is reached', 'Raise the limit (ulimit -f), or write less'],
  EIO: ['the disk reports an error', 'Choose a path on another disk'],
  EACCES: ['this user may not write there', 'Choose a path that you can write to'],
  EPERM: ['this user may not write there', 'Choose a path that you can write to'],
  EROFS: ['the file system is read-only', 'Choose a path that you can write to'],
  EISDIR: ['it is a folder', 'Name a file'],
  ENOTDIR: ['a part of its path is a file', 'Choose another path'],
  ENOENT: ['its folder does not exist', 'Choose an existing folder'],
  ENAMETOOLONG: ['its name is too long', 'Choose a shorter one'],
  ELOOP: ['its symbolic links form a loop', 'Name a file'],
  EPIPE: ['the reader of the pipe has closed it', 'Let the reader read to the end'],
  ENXIO: ['the pipe lacks a reader', 'Start the reader first'],
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n)'],
  ETXTBSY: ['the file is being executed', 'Name another file'],
};

/**
 * Returns the reason (`the disk is full (ENOSPC)`) and the next step for an error of a file
 * operation.
 */
export function reasonOf(thrown: unknown): { reason: string; next: string } {
  const code = (thrown as NodeJS.ErrnoException | undefined)?.code ?? '';
  const explanation = known[code];
  if (explanation === undefined)
    return { reason: messageOf(thrown), next: 'Name a file that can be written' };
  return { reason: `${explanation[0]} (${code})`, next: explanation[1] };
}
