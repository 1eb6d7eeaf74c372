import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../user-error.ts';
import { Output, syncFolder } from './output-file.ts';
import { type Target, targetOf } from './output-target.ts';
import { reasonOf } from './system-error.ts';
import { announce, newMark, passingName, withdraw } from './temp-file.ts';

/**
 * Writes a file whole or not at all: under a passing name beside it, then fsync, rename, and fsync of its folder. A link is
 * followed, permissions stay; a device or a pipe is written as it is.
 *
 * @throws UserError with what is wrong and how many bytes were written
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
    throw new UserError(`write ${file}: ${reason}${written}; nothing new has that name. ${next}.`);
  } finally {
    begun.output?.abandon();
  }
}

/**
 * Writes a folder of files whole or not at all.
 *
 * @throws UserError with what is wrong
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
    throw new UserError(`write ${folder}: ${reason}; nothing is left of it. ${next}.`);
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
