import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../user-error.ts';
import { OutputFile, syncFolder } from './output-file.ts';
import { type OutputTarget, resolveOutputTarget } from './output-target.ts';
import { reasonOf } from './system-error.ts';
import { newMark, prepareTemporaryFile, removeTemporaryFile, temporaryFileName } from './temp-file.ts';

/**
 * Writes a file atomically: to a temporary file beside it, then fsync, rename, and fsync of the
 * folder. Follows links and preserves permissions. Writes directly to a device or pipe.
 *
 * @throws UserError with the reason and the number of bytes that were written
 */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const begun: { output?: OutputFile } = {};
  try {
    const target = resolveOutputTarget(file);
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
export function writeFolderAtomically(folder: string, files: Readonly<Record<string, string>>): void {
  const target = resolve(folder);
  const temporaryPath = temporaryFileName(target, newMark());
  try {
    prepareTemporaryFile(temporaryPath);
    mkdirSync(temporaryPath);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(temporaryPath, name)), { recursive: true });
      const output = new OutputFile(join(temporaryPath, name), false);
      try {
        output.write(new TextEncoder().encode(text));
        output.finish();
      } finally {
        output.abandon();
      }
    }
    renameSync(temporaryPath, target);
    syncFolder(dirname(target));
  } catch (error) {
    const { reason, next } = reasonOf(error);
    throw new UserError(`write ${folder}: ${reason}. All partial output was removed. ${next}.`);
  } finally {
    removeTemporaryFile(temporaryPath);
  }
}

function replace(begun: { output?: OutputFile }, bytes: Uint8Array, target: OutputTarget): void {
  const temporaryPath = temporaryFileName(target.path, newMark());
  try {
    prepareTemporaryFile(temporaryPath);
    writeTo(begun, temporaryPath, bytes, target);
    renameSync(temporaryPath, target.path);
    syncFolder(dirname(target.path));
  } finally {
    removeTemporaryFile(temporaryPath);
  }
}

function writeTo(
  begun: { output?: OutputFile },
  path: string,
  bytes: Uint8Array,
  target: OutputTarget,
): void {
  begun.output = new OutputFile(path, target.direct, target.direct ? undefined : target.mode);
  begun.output.write(bytes);
  begun.output.finish();
}
