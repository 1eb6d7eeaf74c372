/** Median of the numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Returns the slope of the line of least squares. */
export function slopeOf(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const over = mean(x.map((v, i) => (v - mx) * (y[i] - my)));
  return over / mean(x.map((v) => (v - mx) ** 2));
}
