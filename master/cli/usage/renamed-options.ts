import type { Options } from 'yargs';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Declares an option under its former name. It works, but help and completion hide it. */
export const formerOption = <T extends 'number' | 'string'>(
  name: string,
  type: T,
): { type: T; requiresArg: true; hidden: true; describe: string } & Options => ({
  type,
  requiresArg: true,
  hidden: true,
  describe: `former name of --${name}`,
});

/** Returns the value of an option, given by its name or its former name. */
export function resolveRenamed<T>(
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
