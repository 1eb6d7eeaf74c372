import { CommunicationPoints } from '../../fmu-sdk/util/time/communication-points.ts';
import type { CheckedSystem } from './system.ts';

/**
 * Returns the communication points of a system. They are decimals, so that an FMU and the results
 * have one number for an instant. Systems whose units were all made by fmukit keep sums, which their
 * recorded results contain to the last bit.
 */
export function communicationPoints({
  units,
  startTime,
  step,
}: Pick<CheckedSystem, 'units' | 'startTime' | 'step'>): CommunicationPoints {
  const areOurs = units.every(
    ({ description }) => description.generationTool?.startsWith('fmukit ') === true,
  );
  return areOurs ? CommunicationPoints.sums(startTime, step) : CommunicationPoints.decimals(startTime, step);
}
