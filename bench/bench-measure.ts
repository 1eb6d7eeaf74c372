import { options } from './bench-options.ts';
import { median } from './median.ts';

/**
 * Set by `--once`: everything runs once, and no time is judged. A single run on a busy machine
 * cannot be judged.
 */
export const once: boolean = options.once;

/** Number of measurements. */
export const repeats: number = once ? 1 : 7;

/** The median of what `action` returns, of `repeats` runs after one to warm up. */
export function medianOf(action: () => number): number {
  if (!once) action();
  return median(Array.from({ length: repeats }, action));
}

/**
 * Set by `--cpu`: CPU time of this process is measured. Other programs affect it less than wall
 * time.
 */
export const byCpu: boolean = options.cpu;

/** Time of an action [s]: wall time, or with `--cpu` CPU time. */
export function seconds(action: () => void): number {
  return byCpu ? cpuSeconds(action) : wallSeconds(action);
}

function wallSeconds(action: () => void): number {
  const begin = performance.now();
  action();
  return (performance.now() - begin) / 1000;
}

/** CPU time of an action, this process' threads together [s]. */
export function cpuSeconds(action: () => void): number {
  const begin = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
}

/**
 * Measures a value and its floor in turns, after one run of each, and returns the repetition with
 * the median ratio. Processors change their speed more slowly than one repetition takes.
 */
export function medianPair(ours: () => number, floor: () => number): [ours: number, floor: number] {
  if (!once) [ours(), floor()];
  const pairs = Array.from({ length: repeats }, (): [number, number] => [ours(), floor()]);
  return pairs.sort(([a, b], [c, d]) => a / b - c / d)[pairs.length >> 1];
}

/** Returns a line with the time relative to its floor. */
export function ratioLine(
  what: string,
  [ours, floor]: readonly [number, number],
  most: number,
  show: (value: number) => string,
): Line {
  const ratio = ours / floor;
  return {
    what,
    measured: `${ratio.toFixed(2)}× (${show(ours)} against ${show(floor)} of CPU)`,
    target: `≤ ${most.toFixed(Number.isInteger(10 * most) ? 1 : 2)}×`,
    reached: ratio <= most,
  };
}

export interface Line {
  what: string;
  measured: string;
  target: string;
  /** Undefined where it could not be measured. */
  reached: boolean | undefined;
  /** Marks a target that is not a time. It is judged in a single run too. */
  untimed?: true;
}

/** Returns the text of a verdict on a line. */
export function verdict({ reached, untimed }: Line): string {
  if (reached === undefined || (once && !untimed)) return '';
  return reached ? 'reached' : 'NOT REACHED';
}
