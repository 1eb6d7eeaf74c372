import { UserError } from './error.ts';

/** How much each compiler optimizes, unless it is told. */
const usual = { C: '2', AssemblyScript: '3' } as const;

/**
 * What a compiler is told of optimization: `-O2` for C and `-O3` for AssemblyScript, or for both the level that `FMUKIT_OPTIMIZE` names
 * (0 … 3, s), where what is made is to be there soon rather than to be fast. It gives the same bits. Throws a UserError for
 * what is no level.
 */
export function optimization(language: keyof typeof usual): string {
  const level = process.env.FMUKIT_OPTIMIZE || usual[language];
  if (/^[0123s]$/.test(level)) return `-O${level}`;
  throw new UserError(
    `compile ${language}: FMUKIT_OPTIMIZE is "${level}", which is no level of optimization. Give 0, 1, 2, 3 or s, or leave it out.`,
  );
}
