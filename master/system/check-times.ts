import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import type { Context } from './check-context.ts';
import type { CheckedSystem } from './system.ts';

/** Start, stop and communication step H [s]: the run is a whole number of steps, to a millionth of one. */
export function checkTimes({
  system,
  refuse,
}: Context): Pick<CheckedSystem, 'startTime' | 'stopTime' | 'step'> {
  const { startTime = 0, stopTime } = system;
  const times = { startTime, stopTime, step: system.algorithm.step };
  requireTimes(times, refuse);
  return times;
}

/** Refuses times [s] between which there is no whole number of steps H, or more than can be counted. */
export function requireTimes(
  { startTime, stopTime, step }: Pick<CheckedSystem, 'startTime' | 'stopTime' | 'step'>,
  refuse: (path: JsonPath, what: string) => never,
): void {
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
}

/**
 * Where the last step ends as it is computed [s]: t_n = start + n H is rounded, and may be behind the stop time (3 · 0.1 s > 0.3 s). A unit that
 * was told an earlier end has to refuse that step (FMI 2.0.4, 2.1.6: past `stopTime` it answers an error).
 */
export function lastTime({
  startTime,
  stopTime,
  step,
}: Pick<CheckedSystem, 'startTime' | 'stopTime' | 'step'>): number {
  const n = Math.round((stopTime - startTime) / step);
  const [from, to] = [startTime + (n - 1) * step, startTime + n * step];
  return Math.max(stopTime, to, from + (to - from));
}
