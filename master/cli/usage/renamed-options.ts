import type { Options } from 'yargs';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** An option by the name that it had before: it is understood, and neither help nor completion shows it. */
export const formerName = <T extends 'number' | 'string'>(
  name: string,
  type: T,
): { type: T; requiresArg: true; hidden: true; describe: string } & Options => ({
  type,
  requiresArg: true,
  hidden: true,
  describe: `the former name of --${name}`,
});

/** What an option was given, by its name or by the former one. */
export function renamed<T>(
  command: string,
  name: string,
  value: T | undefined,
  formerly: string,
  before: T | undefined,
): T | undefined {
  if (value !== undefined && before !== undefined)
    throw new UserError(
      `${command}: --${formerly} is the former name of --${name}, and both were given. Leave --${formerly} out.`,
    );
  return value ?? before;
}
