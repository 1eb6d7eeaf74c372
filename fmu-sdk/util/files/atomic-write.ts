import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../user-error.ts';
import { Output, syncFolder } from './output-file.ts';
import { type Target, targetOf } from './output-target.ts';
import { reasonOf } from './system-error.ts';
import { announce, newMark, passingName, withdraw } from './temp-file.ts';

/**
 * Writes a file atomically: to a temporary file beside it, then fsync, rename, and fsync of the
 * folder. Follows links and preserves permissions. Writes directly to a device or pipe.
 *
 * @throws UserError with the reason and the number of bytes that were written
 */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const begun: { output?: Output } = {};
  try {
    const target = targetOf(file);
    if (target.direct) writeTo(begun, target.path, bytes, target);
    else replace(begun, bytes, target);
  } catch (error) {
    const { reason, next } = reasonOf(error);
    const written = begun.output === undefined ? '' : ` after ${begun.output.bytes} of ${bytes.length} bytes`;
    throw new UserError(`write ${file}: ${reason}${written}. The file was not changed. ${next}.`);
  } finally {
    begun.output?.abandon();
  }
}

/**
 * Writes a folder of files atomically.
 *
 * @throws UserError with the reason
 */
export function writeFolder(folder: string, files: Readonly<Record<string, string>>): void {
  const target = resolve(folder);
  const passing = passingName(target, newMark());
  try {
    announce(passing);
    mkdirSync(passing);
    for (const [name, text] of Object.entries(files)) {
      const output = new Output(join(passing, name), false);
      try {
        output.write(new TextEncoder().encode(text));
        output.finish();
      } finally {
        output.abandon();
      }
    }
    renameSync(passing, target);
    syncFolder(dirname(target));
  } catch (error) {
    const { reason, next } = reasonOf(error);
    throw new UserError(`write ${folder}: ${reason}. All partial output was removed. ${next}.`);
  } finally {
    withdraw(passing);
  }
}

function replace(begun: { output?: Output }, bytes: Uint8Array, target: Target): void {
  const passing = passingName(target.path, newMark());
  try {
    announce(passing);
    writeTo(begun, passing, bytes, target);
    renameSync(passing, target.path);
    syncFolder(dirname(target.path));
  } finally {
    withdraw(passing);
  }
}

function writeTo(begun: { output?: Output }, path: string, bytes: Uint8Array, target: Target): void {
  begun.output = new Output(path, target.direct, target.direct ? undefined : target.mode);
  begun.output.write(bytes);
  begun.output.finish();
}
