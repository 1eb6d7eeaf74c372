import { UserError } from '../../util/user-error.ts';
import type { CallRecording, HostOptions, RunMode } from '../choice/host.ts';
import type { FmiApi } from '../instance/fmi-api.ts';
import type { Instance } from '../instance/instance.ts';
import { tracedCalls } from '../instance/traced-calls.ts';
import { integrationText } from '../integration-text.ts';
import { createDriver, reasonOf } from './create-driver.ts';

/**
 * Creates an instance from an FMU's calls, recorded and traced on request. Closes the calls if
 * creation fails.
 */
export function createDrivenInstance(
  calls: FmiApi,
  { kind, solver, tolerance, asSealed, events }: RunMode,
  opening: HostOptions,
): Instance {
  const { name, description, stopTime, called, integrators, trace, record, given } = opening;
  try {
    const words = kind === 'modelExchange' ? integrationText(description, solver, integrators) : undefined;
    if (words !== undefined) opening.integrated?.(words);
    called();
    const noted = (words: string): void => opening.integrated?.(words);
    const recordedCalls = (record as CallRecording | undefined)?.recorded(calls, name) ?? calls;
    const instanceCalls =
      trace === undefined ? recordedCalls : tracedCalls(recordedCalls, description, name, trace);
    const options = { stopTime, solver, tolerance, integrators, noted, asSealed, events, given };
    return createDriver(instanceCalls, description, name, options);
  } catch (error) {
    calls.close();
    throw error instanceof UserError ? error : new UserError(`instantiate ${name}: ${reasonOf(error)}.`);
  }
}
