import { UserError } from '../user-error.ts';

/** How much each compiler optimizes, unless it is told; and at least, since at 0 Binaryen leaves imports in another order than that in which components are known. */
const levels = {
  C: { usual: '2', least: '0' },
  AssemblyScript: { usual: '3', least: '1' },
} as const;

/**
 * What a compiler is told of optimization: `-O2` for C and `-O3` for AssemblyScript, or for both the level that `FMUKIT_OPTIMIZE` names
 * (0 … 3, s; AssemblyScript takes 1 for 0), where what is made is to be there soon rather than to be fast. It gives the same bits.
 * Throws a UserError for what is no level.
 */
export function optimization(language: keyof typeof levels): string {
  const { usual, least } = levels[language];
  const level = process.env.FMUKIT_OPTIMIZE || usual;
  if (/^[0123s]$/.test(level)) return `-O${level < least ? least : level}`;
  throw new UserError(
    `compile ${language}: FMUKIT_OPTIMIZE is "${level}", which is no level of optimization. Give 0, 1, 2, 3 or s, or leave it out.`,
  );
}
