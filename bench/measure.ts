/** Median of the numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** With `--once`: everything runs, once, and no time is judged, since one run on a busy machine cannot. */
export const once: boolean = process.argv.includes('--once');

/** How often everything is measured. */
export const repeats: number = once ? 1 : 7;

/** The median of what `action` returns, of `repeats` runs after one to warm up. */
export function medianOf(action: () => number): number {
  if (!once) action();
  return median(Array.from({ length: repeats }, action));
}

/** Wall time of an action [s]. */
export function seconds(action: () => void): number {
  const begin = performance.now();
  action();
  return (performance.now() - begin) / 1000;
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
