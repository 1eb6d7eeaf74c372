import { explainMissing } from '../../../fmu-sdk/util/optional-package.ts';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { exitCode } from './exit-codes.ts';

/** Message and exit code for a thrown error. */
export interface ExplainedError {
  text: string;
  code: number;
}

/**
 * Turns a thrown error into a message and an exit code. Exit code 1 is for errors that the user can
 * fix, and errors of the operating system, such as a full disk. Exit code 70 is for a defect of
 * fmukit. Its message is one line that explains how to report it. `FMUKIT_STACK` adds the stack.
 *
 * @param additionalCommand name of the running command if it is an additional one. Its errors are not defects of
 * fmukit.
 */
export function explainError(operation: string, thrown: unknown, additionalCommand?: string): ExplainedError {
  const error = explainMissing(operation, thrown);
  const stack = process.env.FMUKIT_STACK && error instanceof Error ? `\n${error.stack ?? ''}` : '';
  if (error instanceof UserError) return { text: `${error.message}${stack}`, code: exitCode.failed };
  if (isOfRedisParser(error))
    return {
      text: `${operation}, queue: the server does not speak the protocol of Redis (${messageOf(error)}). Give the address of a Redis.${stack}`,
      code: exitCode.failed,
    };
  const system = systemError(operation, error);
  if (system !== undefined)
    return { text: `${new UserError(system).message}${stack}`, code: exitCode.failed };
  const kind = error instanceof Error ? `${error.name}: ` : '';
  if (additionalCommand !== undefined) {
    const next = stack === '' ? ', with FMUKIT_STACK=1 to see the stack' : '';
    const words = `${additionalCommand}: ${kind}${messageOf(error)}. The command "${additionalCommand}" is not part of fmukit. Fix it${next}, or ask its author.`;
    return { text: `${new UserError(words).message}${stack}`, code: exitCode.failed };
  }
  const hint = stack === '' ? ' with FMUKIT_STACK=1 to see the stack' : '';
  const defect = new UserError(
    `${operation}: ${kind}${messageOf(error)}. This is a defect of fmukit ${packageVersion()} (Node ${process.version}), ` +
      `not an error in your input. Run it again${hint}, and report the output together with your files.`,
  );
  return { text: `${defect.message}${stack}`, code: exitCode.defect };
}

/** Reports whether an answer of a server broke the parser of ioredis, which throws raw errors. */
const isOfRedisParser = (error: unknown): boolean =>
  error instanceof Error && /[\\/]redis-parser[\\/]/.test(error.stack ?? '');

/** Returns a sentence for an error of the operating system, or undefined for any other error. */
function systemError(operation: string, error: unknown): string | undefined {
  const { code, syscall, path, dest } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string };
  if (!(error instanceof Error) || typeof code !== 'string' || typeof syscall !== 'string') return undefined;
  const [what, next] = Object.hasOwn(systemErrorTexts, code)
    ? systemErrorTexts[code]
    : [code, 'Inspect it, and try again'];
  const where = [path, dest].filter((candidate) => typeof candidate === 'string').join(' → ');
  return `${operation}${where === '' ? '' : ` ${where}`}: ${what} (${code} at ${syscall}). ${next}.`;
}

const systemErrorTexts: Record<string, readonly [what: string, next: string]> = {
  ENOSPC: ['the disk is full', 'Free some space, or choose a path on another disk'],
  EDQUOT: ['the quota of the disk is used up', 'Free some space, or choose a path on another disk'],
  EFBIG: ['the file exceeds the size limit', 'Raise the limit, or write less'],
  EROFS: ['the disk is read-only', 'Choose a writable path'],
  EACCES: ['permission denied', 'Choose a path that you may access'],
  EPERM: ['permission denied', 'Choose a path that you may access'],
  EISDIR: ['it is a folder, not a file', 'Name a file'],
  ENOTDIR: ['part of the path is not a folder', 'Choose another path'],
  ENOENT: ['file or folder not found', 'Correct the path'],
  EEXIST: ['the path already exists', 'Remove it, or choose another path'],
  ENOTEMPTY: ['the folder is not empty', 'Remove it, or choose another path'],
  ELOOP: ['its symbolic links form a loop', 'Remove one of the links'],
  ENAMETOOLONG: ['the name is too long', 'Give a shorter one'],
  EMFILE: ['too many files are open', 'Raise the limit of open files (ulimit -n)'],
  ENFILE: ['too many files are open', 'Raise the limit of open files (ulimit -n)'],
  ENOMEM: ['memory is exhausted', 'Free some, and try again'],
  EAGAIN: ['the limit of processes or threads is reached', 'End some of them, and try again'],
  EIO: ['the disk fails', 'Use another disk'],
};
