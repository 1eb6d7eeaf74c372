import type { CheckedSystem } from '../system/system.ts';

/** Points of time that all trials of a system meet, and into how many equal steps the interval between two may be cut. */
export interface Grid {
  /** Time between two points [s]: the coarsest step. */
  readonly interval: number;
  /** Intervals from start to stop. */
  readonly count: number;
  /** Values are compared at every so many points, and at the last. */
  readonly stride: number;
  /** The least number of parts, at least so many, that the units' internal steps allow; undefined where there is none. */
  parts(least: number): number | undefined;
  /** The grid of the same run whose intervals are such parts of these. */
  within(parts: number): Grid;
}

/** Values are compared at no more points than that. */
const mostPoints = 2000;

/**
 * A grid on a system's communication points: an interval is so many of its steps, and a whole number of each unit's internal step.
 * `until` [s] leaves out what comes later.
 */
export function gridOf(
  system: CheckedSystem,
  internal: readonly number[],
  steps: number,
  until: number = system.stopTime,
): Grid {
  const interval = Number((steps * system.step).toPrecision(15));
  const whole = Math.round((system.stopTime - system.startTime) / interval);
  const count = Math.max(1, Math.min(whole, Math.ceil((until - system.startTime) / interval - 1e-9)));
  const quanta = internal.filter((h) => h > 0).map((h) => Math.round(interval / h));
  return grid(interval, count, quanta.reduce(divisor, 0));
}

/** `quanta`: number of which parts of an interval are a divisor; of 0 any number is. */
function grid(interval: number, count: number, quanta: number): Grid {
  return {
    interval,
    count,
    stride: Math.ceil(count / mostPoints),
    parts: (least) => partsFrom(least, quanta),
    within: (parts) => grid(interval / parts, count * parts, quanta / parts),
  };
}

/**
 * The most communication steps that make an interval, such that the run is a whole number of them, and what is tried of it, up to `until` [s], is
 * of at least `least`; 1 where there is no such number.
 */
export function stepsTogether(
  { startTime, stopTime, step }: CheckedSystem,
  least: number,
  until: number = stopTime,
): number {
  const n = Math.round((stopTime - startTime) / step);
  const tried = Math.min(n, Math.round((until - startTime) / step));
  for (let m = Math.floor(tried / least); m > 1; m--) if (n % m === 0) return m;
  return 1;
}

/** The least divisor of a number that is not less; of 0, which any number divides, that itself. */
function partsFrom(least: number, quanta: number): number | undefined {
  const first = Math.max(1, Math.ceil(least - 1e-9));
  if (quanta === 0) return first;
  for (let j = first; j <= quanta; j++) if (quanta % j === 0) return j;
  return undefined;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
