import type { FmuGoneError } from '../../../host/instance/fmi-api.ts';

/**
 * Returns the host's reason for the end of a process, without advice for people who run
 * simulations.
 */
export function crashReason({ reason }: FmuGoneError): string {
  return reason.replace(/^run [^:]*: /, '').replace(/ (Ask the author|Ask its author|Allow more)\b.*$/, '');
}
