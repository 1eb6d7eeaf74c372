import { UserError } from '../user-error.ts';

/** Default optimization level of each compiler. */
const levels = { C: '2', AssemblyScript: '3' } as const;

/**
 * Returns the optimization option: `-O2` for C and `-O3` for AssemblyScript by default.
 * `FMUKIT_OPTIMIZE` (0 … 3, s) replaces the level for both. A low level shortens the build and
 * gives bit-identical results.
 *
 * @throws UserError for an unknown level
 */
export function optimizationOption(language: keyof typeof levels): string {
  const level = process.env.FMUKIT_OPTIMIZE || levels[language];
  if (/^[0123s]$/.test(level)) return `-O${level}`;
  throw new UserError(
    `compile ${language}: expected FMUKIT_OPTIMIZE = 0, 1, 2, 3 or s, got "${level}". Set one of these, or unset the variable.`,
  );
}
