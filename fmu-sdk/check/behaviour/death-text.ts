import type { UnitGone } from '../../host/fmi-api.ts';

/**
 * Returns the host's reason for the end of a process, without advice for people who run
 * simulations.
 */
export function endOf({ reason }: UnitGone): string {
  return reason.replace(/^run [^:]*: /, '').replace(/ (Ask its maker|Allow more)\b.*$/, '');
}
