import { UserError } from '../../util/user-error.ts';
import type { Calls } from '../fmi-api.ts';
import type { CallRecording, Driving, Opening } from '../host.ts';
import type { Instance } from '../instance.ts';
import { integrationWords } from '../integration-text.ts';
import { tracedCalls } from '../traced-calls.ts';
import { drive, reasonOf } from './create-driver.ts';

/**
 * Creates an instance from an FMU's calls, recorded and traced on request. Closes the calls if
 * creation fails.
 */
export function driven(
  calls: Calls,
  { kind, solver, tolerance, asSealed, events }: Driving,
  opening: Opening,
): Instance {
  const { name, description, stopTime, called, integrators, trace, record } = opening;
  try {
    const words = kind === 'modelExchange' ? integrationWords(description, solver, integrators) : undefined;
    if (words !== undefined) opening.integrated?.(words);
    called();
    const noted = (words: string): void => opening.integrated?.(words);
    const kept = (record as CallRecording | undefined)?.recorded(calls, name) ?? calls;
    const made = trace === undefined ? kept : tracedCalls(kept, description, name, trace);
    const options = { stopTime, solver, tolerance, integrators, noted, asSealed, events };
    return drive(made, description, name, options);
  } catch (error) {
    calls.close();
    throw error instanceof UserError ? error : new UserError(`instantiate ${name}: ${reasonOf(error)}.`);
  }
}
