import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { communicationPoints } from '../communication-points.ts';
import type { CheckedSystem } from '../system.ts';
import type { Context } from './check-context.ts';

/**
 * Checks start time, stop time and communication step H [s]. The run must be a whole number of
 * steps, to a millionth of a step.
 */
export function checkTimes({
  system,
  refuse,
}: Context): Pick<CheckedSystem, 'startTime' | 'stopTime' | 'step'> {
  const { startTime = 0, stopTime } = system;
  const times = { startTime, stopTime, step: system.algorithm.step };
  requireTimes(times, refuse);
  return times;
}

/** Requires a whole number of steps H between the start and stop time [s], at most 2⁵³ − 1. */
export function requireTimes(
  { startTime, stopTime, step }: Pick<CheckedSystem, 'startTime' | 'stopTime' | 'step'>,
  refuse: (path: JsonPath, what: string) => never,
): void {
  if (stopTime <= startTime)
    refuse(
      ['stopTime'],
      `stop time: expected a time after the start time ${startTime} s, got ${stopTime} s.`,
    );
  const n = (stopTime - startTime) / step;
  // Beyond this limit, steps cannot be counted or vanish in the rounding of the time.
  if (n > Number.MAX_SAFE_INTEGER || startTime + step === startTime || stopTime - step === stopTime)
    refuse(
      ['algorithm', 'step'],
      `run: the step H = ${step} s is too small for a run from ${startTime} s to ${stopTime} s. ` +
        'Use a larger step, or times closer to 0.',
    );
  if (Math.round(n) < 1 || Math.abs(n - Math.round(n)) > 1e-6)
    refuse(
      ['stopTime'],
      `run: from ${startTime} s to ${stopTime} s is not a whole number of steps H = ${step} s. ` +
        `Stop at ${rounded(startTime + Math.ceil(n) * step)} s, or choose another step.`,
    );
}

/** Returns a time without the rounding of its computation. */
const rounded = (t: number): number => Number(t.toPrecision(12));

/**
 * Returns the computed end of the last step [s]. The rounded sum t_n + H may exceed the stop time
 * (0.2 s + 0.1 s > 0.3 s). An FMU that received an earlier `stopTime` must refuse such a step with
 * an error (FMI 2.0.4, 2.1.6).
 */
export function lastTime(system: Pick<CheckedSystem, 'units' | 'startTime' | 'stopTime' | 'step'>): number {
  const { startTime, stopTime, step } = system;
  const n = Math.round((stopTime - startTime) / step);
  const points = communicationPoints(system);
  const [from, to] = [points.at(n - 1), points.at(n)];
  return Math.max(stopTime, to, from + (to - from), from + step);
}
