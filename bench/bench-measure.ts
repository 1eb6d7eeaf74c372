import { options } from './bench-options.ts';
import { median } from './median.ts';

/** With `--once`: everything runs, once, and no time is judged, since one run on a busy machine cannot. */
export const once: boolean = options.once;

/** How often everything is measured. */
export const repeats: number = once ? 1 : 7;

/** The median of what `action` returns, of `repeats` runs after one to warm up. */
export function medianOf(action: () => number): number {
  if (!once) action();
  return median(Array.from({ length: repeats }, action));
}

/** With `--cpu`: this process' CPU time is measured, which other programs lengthen less than they do wall time. */
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
 * What is measured and its floor, one after the other in each repetition, each once before: the repetition whose ratio is the median,
 * since processors change their pace for longer than one of them takes.
 */
export function medianPair(ours: () => number, floor: () => number): [ours: number, floor: number] {
  if (!once) [ours(), floor()];
  const pairs = Array.from({ length: repeats }, (): [number, number] => [ours(), floor()]);
  return pairs.sort(([a, b], [c, d]) => a / b - c / d)[pairs.length >> 1];
}

/** A line that says how many times as long as its floor something takes. */
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
  /** Where the target is none of time: it is judged in a single run too. */
  untimed?: true;
}

/** What is said of a line. */
export function verdict({ reached, untimed }: Line): string {
  if (reached === undefined || (once && !untimed)) return '';
  return reached ? 'reached' : 'NOT REACHED';
}
