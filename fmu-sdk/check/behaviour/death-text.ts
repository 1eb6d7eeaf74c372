import type { UnitGone } from '../../host/fmi-api.ts';

/** What the host says of a death, without what it advises to who runs a simulation. */
export function endOf({ reason }: UnitGone): string {
  return reason.replace(/^run [^:]*: /, '').replace(/ (Ask its maker|Allow more)\b.*$/, '');
}
