import { UserError } from '../user-error.ts';

/**
 * Default and lowest optimization level of each compiler. The lowest level exists because Binaryen
 * orders imports differently at level 0, and components are recognized by that order.
 */
const levels = {
  C: { usual: '2', least: '0' },
  AssemblyScript: { usual: '3', least: '1' },
} as const;

/**
 * Returns the optimization option: `-O2` for C and `-O3` for AssemblyScript by default.
 * `FMUKIT_OPTIMIZE` (0 … 3, s) replaces the level for both. A low level shortens the build and
 * gives bit-identical results. AssemblyScript uses 1 for 0.
 *
 * @throws UserError for an unknown level
 */
export function optimizationOption(language: keyof typeof levels): string {
  const { usual, least } = levels[language];
  const level = process.env.FMUKIT_OPTIMIZE || usual;
  if (/^[0123s]$/.test(level)) return `-O${level < least ? least : level}`;
  throw new UserError(
    `compile ${language}: expected FMUKIT_OPTIMIZE = 0, 1, 2, 3 or s, got "${level}". Set one of these, or unset the variable.`,
  );
}
