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
  // Beyond that, steps cannot be counted, or are lost in the rounding of the time.
  if (n > Number.MAX_SAFE_INTEGER || startTime + step === startTime || stopTime - step === stopTime)
    refuse(
      ['algorithm', 'step'],
      `run: the step H = ${step} s is too small for a run from ${startTime} s to ${stopTime} s. ` +
        'Give a larger step, or times nearer to 0.',
    );
  if (Math.round(n) < 1 || Math.abs(n - Math.round(n)) > 1e-6)
    refuse(
      ['stopTime'],
      `run: from ${startTime} s to ${stopTime} s is no whole number of steps H = ${step} s. ` +
        `Stop at ${startTime + Math.ceil(n) * step} s, or change "algorithm.step".`,
    );
  return { startTime, stopTime, step };
}
