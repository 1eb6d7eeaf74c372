import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Option of the commands that run a unit while they build or test it. */
export const stepSeconds = {
  type: 'number',
  default: 10,
  describe: 'limit of CPU time for one call of the unit under test [s]',
} as const;

export function requireStepSeconds(command: string, seconds: number): void {
  if (!(seconds > 0) || seconds === Number.POSITIVE_INFINITY)
    throw new UserError(`${command}: --step-seconds must be above 0 s and finite, got ${seconds}.`);
}
