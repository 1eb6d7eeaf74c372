import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../user-error.ts';
import { standardOutput } from './output-target.ts';

/**
 * Rejects an output file that is also an input file, after links are resolved, because writing
 * would replace the input.
 *
 * @throws UserError that names both files
 */
export function requireDistinctPaths(
  operation: string,
  output: string | undefined,
  read: readonly string[],
): void {
  if (output === undefined || output === standardOutput) return;
  const path = real(output);
  const same = read.find((file) => real(file) === path);
  if (same !== undefined)
    throw new UserError(
      `${operation} ${output}: this would replace ${same}, which is an input here. Choose another output file.`,
    );
}

/** Returns the resolved path, or the path as given if it cannot be resolved. */
function real(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}
