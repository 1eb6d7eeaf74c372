import type { CheckedSystem } from '../system/system.ts';

/**
 * Times that all trials of a system share, and the possible divisions of the interval between two.
 */
export interface Grid {
  /** Interval between two points [s], the largest step. */
  readonly interval: number;
  /** Number of intervals from start to stop. */
  readonly count: number;
  /** Values are compared at every `stride`-th point, and at the last. */
  readonly stride: number;
  /**
   * Returns the smallest number of parts from `least` on that the internal steps of the FMUs allow,
   * or undefined.
   */
  parts(least: number): number | undefined;
  /** Returns the grid of the same run with divided intervals. */
  divide(parts: number): Grid;
  /** Returns the grid of the first `count` intervals. */
  shorten(count: number): Grid;
}

/** Largest number of compared points. */
const mostPoints = 2000;

/**
 * Returns a grid on the communication points of a system. An interval is a multiple of the system
 * step and of each internal step of an FMU. Times after `until` [s] are left out.
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

/**
 * Creates a grid. The number of parts of an interval must divide `quanta`, or is free if it is 0.
 */
function grid(interval: number, count: number, quanta: number): Grid {
  return {
    interval,
    count,
    stride: Math.ceil(count / mostPoints),
    parts: (least) => partsFrom(least, quanta),
    divide: (parts) => grid(interval / parts, count * parts, quanta / parts),
    shorten: (shorter) => grid(interval, shorter, quanta),
  };
}

/**
 * Returns the largest number of communication steps in an interval. Intervals must divide the run,
 * and at least `least` of them must lie before `until` [s]. Returns 1 if this is impossible.
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

/**
 * Returns the smallest divisor of `quanta` from `least` on. For 0, which every number divides,
 * returns `least`.
 */
function partsFrom(least: number, quanta: number): number | undefined {
  const first = Math.max(1, Math.ceil(least - 1e-9));
  if (quanta === 0) return first;
  for (let j = first; j <= quanta; j++) if (quanta % j === 0) return j;
  return undefined;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
