import { errorOf, type Measurement, measures } from './measured-value.ts';
import type { Metric } from './study-metric.ts';
import type { Series } from './time-series.ts';

/** Quantity at the communication points of a run [s], with the half width of its error band. */
export interface Deviated {
  readonly times: Float64Array;
  readonly x: Float64Array;
  readonly band: Float64Array;
}

/**
 * Returns the smallest and the largest value of a metric over all curves within the band of its
 * quantity. Each measure is monotone in x, or in the distance of x to zero or to the reference.
 */
export function metricRange(
  { measure, norm, relative }: Metric,
  reference: Series | undefined,
  { times, x, band }: Deviated,
): { low: number; high: number } {
  const isError = measure === 'error' && reference !== undefined;
  const ofMagnitude = isError || measures.named(measure, 'study').ofMagnitude;
  const at = isError ? reference.reader().at : () => 0;
  const over = (curve: (k: number) => number): number => {
    const measurement = isError
      ? errorOf(reference, times[0], norm, relative)
      : measures.named(measure, 'study').create();
    return valueOver(measurement, times, curve);
  };
  if (!ofMagnitude) return { low: over((k) => x[k] - band[k]), high: over((k) => x[k] + band[k]) };
  const centre = times.map(at);
  const nearer = (k: number): number => {
    const away = x[k] - centre[k];
    return x[k] - Math.sign(away) * Math.min(band[k], Math.abs(away));
  };
  const further = (k: number): number => x[k] + (x[k] < centre[k] ? -band[k] : band[k]);
  return { low: over(nearer), high: over(further) };
}

/** Returns a measurement of a curve at given times. */
function valueOver(measurement: Measurement, times: Float64Array, curve: (k: number) => number): number {
  measurement.start(curve(0));
  for (let k = 1; k < times.length; k++) measurement.step(curve(k), times[k] - times[k - 1]);
  return Number(measurement.value());
}
