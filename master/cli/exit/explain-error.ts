import { explainMissing } from '../../../fmu-sdk/util/optional-package.ts';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';

/** What is said of what was thrown, and the exit code. */
export interface Explained {
  text: string;
  code: number;
}

/**
 * What a command that was ended by something thrown says. 1: an error that the user can mend, which says so itself, or
 * the operating system's (a full disk, a folder in the place of a file); 70: a defect of fmukit, in one line that says how to
 * report it. The stack is said only where `FMUKIT_STACK` asks for it.
 *
 * @param own the command that ran, where it is not of this package: what it has thrown is no defect of fmukit
 */
export function explained(operation: string, thrown: unknown, own?: string): Explained {
  const error = explainMissing(operation, thrown);
  const stack = process.env.FMUKIT_STACK && error instanceof Error ? `\n${error.stack ?? ''}` : '';
  if (error instanceof UserError) return { text: `${error.message}${stack}`, code: 1 };
  const system = systemError(operation, error);
  if (system !== undefined) return { text: `${new UserError(system).message}${stack}`, code: 1 };
  const kind = error instanceof Error ? `${error.name}: ` : '';
  if (own !== undefined) {
    const next = stack === '' ? ', with FMUKIT_STACK=1 for the place' : '';
    const words = `${own}: ${kind}${messageOf(error)}. The command "${own}" is not of fmukit: mend it${next}, or ask who made it.`;
    return { text: `${new UserError(words).message}${stack}`, code: 1 };
  }
  const hint = stack === '' ? ' with FMUKIT_STACK=1 for the place' : '';
  const defect = new UserError(
    `${operation}: ${kind}${messageOf(error)}. This is a defect of fmukit ${packageVersion()} (Node ${process.version}), ` +
      `not of your input. Run it again${hint}, and report what it says together with your files.`,
  );
  return { text: `${defect.message}${stack}`, code: 70 };
}

/** What the operating system has refused, in a sentence; undefined for any other error. */
function systemError(operation: string, error: unknown): string | undefined {
  const { code, syscall, path, dest } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string };
  if (!(error instanceof Error) || typeof code !== 'string' || typeof syscall !== 'string') return undefined;
  const [what, next] = Object.hasOwn(reasons, code) ? reasons[code] : [code, 'Look at it, and try again'];
  const where = [path, dest].filter((each) => typeof each === 'string').join(' → ');
  return `${operation}${where === '' ? '' : ` ${where}`}: ${what} (${code} at ${syscall}). ${next}.`;
}

const reasons: Record<string, readonly [what: string, next: string]> = {
  ENOSPC: ['the disk is full', 'Make room, or name a place on another disk'],
  EDQUOT: ['the quota of the disk is used up', 'Make room, or name a place on another disk'],
  EFBIG: ['the file would be larger than files may be here', 'Raise the limit, or write less'],
  EROFS: ['the disk is read-only', 'Name a place that can be written'],
  EACCES: ['permission denied', 'Name a place that you may use'],
  EPERM: ['permission denied', 'Name a place that you may use'],
  EISDIR: ['it is a folder, not a file', 'Name a file'],
  ENOTDIR: ['a part of its path is no folder', 'Name another place'],
  ENOENT: ['there is no such file or folder', 'Correct the path'],
  EEXIST: ['there is something already', 'Remove it, or name another place'],
  ENOTEMPTY: ['there is a folder that is not empty', 'Remove it, or name another place'],
  ENAMETOOLONG: ['the name is too long', 'Give a shorter one'],
  EMFILE: ['too many files are open', 'Raise the limit of open files (ulimit -n)'],
  ENFILE: ['too many files are open', 'Raise the limit of open files (ulimit -n)'],
  ENOMEM: ['there is no memory left', 'Free some, and try again'],
  EAGAIN: ['there are no processes or threads left', 'End some, and try again'],
  EIO: ['the disk fails', 'Use another one'],
};
