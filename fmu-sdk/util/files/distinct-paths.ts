import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../user-error.ts';
import { standardOutput } from './output-target.ts';

/**
 * Refuses a file to be written that is one of those that are read, by whatever links: it would be replaced.
 *
 * @throws UserError that names both
 */
export function keepApart(operation: string, output: string | undefined, read: readonly string[]): void {
  if (output === undefined || output === standardOutput) return;
  const path = real(output);
  const same = read.find((file) => real(file) === path);
  if (same !== undefined)
    throw new UserError(
      `${operation} ${output}: it would replace ${same === output ? 'a file' : same}, which is used here too. Name another file.`,
    );
}

/** Where a file is; what cannot be found is where it is said to be. */
function real(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}
