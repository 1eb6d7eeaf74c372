import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** The option of commands that run a unit while it is made. */
export const stepSeconds = {
  type: 'number',
  default: 10,
  describe: 'CPU time for one call of the unit while it is tried [s]; then it is stopped',
} as const;

export function refuseSeconds(command: string, seconds: number): void {
  if (!(seconds > 0) || seconds === Number.POSITIVE_INFINITY)
    throw new UserError(
      `${command}: --step-seconds ${seconds} is no time. Give a number of seconds above 0.`,
    );
}
