import { wallPerCpu } from '../../../fmu-sdk/host/watchdog/time-limits.ts';
import type { SystemFile } from '../system.ts';

/** CPU time, and wall time, that a unit may take for one communication step [s]. */
export function limitsOf({ limits = {} }: SystemFile): { stepSeconds: number; wallSeconds: number } {
  const { stepSeconds = 10, wallSeconds = wallPerCpu * stepSeconds } = limits;
  return { stepSeconds, wallSeconds };
}
