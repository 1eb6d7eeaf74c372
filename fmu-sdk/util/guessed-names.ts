import { UserError } from './user-error.ts';

/**
 * Makes reading a name that people guess throw a UserError with the right one. An own property of
 * this name stays. The guesses are not enumerable, so that copies and JSON leave them out.
 */
export function withGuesses<T extends object>(
  what: string,
  object: T,
  guesses: Readonly<Record<string, string>>,
): T {
  for (const [guess, right] of Object.entries(guesses))
    if (!Object.hasOwn(object, guess))
      Object.defineProperty(object, guess, {
        configurable: true,
        get: () => {
          throw new UserError(`${what}: unknown property "${guess}". Use ${right}.`);
        },
      });
  return object;
}
