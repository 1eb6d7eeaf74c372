import type { ValidateFunction } from 'ajv';

/**
 * Returns a precompiled validator of a schema, given its `$id` and a definition in it. It stops at
 * the first error or reports all errors. The package contains such validators (`bin/build/compiled-schemas.mjs`),
 * because compiling one takes longer than the rest of a command's start.
 */
export const compiledValidator = (
  _id: string,
  _at: string,
  _allErrors: boolean,
): ValidateFunction | undefined => undefined;
