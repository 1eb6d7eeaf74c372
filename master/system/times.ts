import type { Context } from './context.ts';
import type { CheckedSystem } from './system.ts';

/** Start, stop and communication step H [s]: the run is a whole number of steps, to a millionth of one. */
export function checkTimes({
  system,
  refuse,
}: Context): Pick<CheckedSystem, 'startTime' | 'stopTime' | 'step'> {
  const { startTime = 0, stopTime } = system;
  const { step } = system.algorithm;
  if (stopTime <= startTime)
    refuse(['stopTime'], `stop time ${stopTime} s is not after the start time ${startTime} s.`);
  const n = (stopTime - startTime) / step;
  if (Math.round(n) < 1 || Math.abs(n - Math.round(n)) > 1e-6)
    refuse(
      ['stopTime'],
      `run: from ${startTime} s to ${stopTime} s is no whole number of steps H = ${step} s. ` +
        `Stop at ${startTime + Math.ceil(n) * step} s, or change "algorithm.step".`,
    );
  return { startTime, stopTime, step };
}
