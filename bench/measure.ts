/** Median of the numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Runs `action` `repeats` times after one run to warm up; the median of what it returns. */
export function medianOf(repeats: number, action: () => number): number {
  action();
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
}
