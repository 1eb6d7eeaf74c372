import type { RunResult } from '../master/run/worker/run-protocol.ts';

/** Outcome of a run: a result, or the reason why it ended early. */
export type Outcome = { result: RunResult; failure?: undefined } | { result?: undefined; failure: string };

/** The result of a run that must have come to its end. */
export function finished(outcome: Outcome): RunResult {
  if (outcome.result === undefined) throw new Error(`the run ended early: ${outcome.failure}`);
  return outcome.result;
}

/** A recorded column by its name in the CSV. */
export function column(outcome: Outcome, name: string): Float64Array {
  const match = finished(outcome).columns.find((c) => c.name === name);
  if (match === undefined) throw new Error(`${finished(outcome).name} has recorded no ${name}`);
  return match.data;
}

export function last(values: ArrayLike<number>): number {
  return values[values.length - 1];
}

export function largest(values: Float64Array): number {
  return values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

export function maximum(values: Float64Array): number {
  return values.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY);
}

export function minimum(values: Float64Array): number {
  return values.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY);
}

export function mean(values: Float64Array): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}

/** Largest difference of two recordings at the times that both have. */
export function largestDifference(
  a: Outcome,
  b: Outcome,
  names: readonly (string | readonly [string, string])[],
): number {
  const times = new Map(Array.from(column(b, 'time'), (t, i) => [t.toFixed(9), i]));
  let most = 0;
  for (const name of names) {
    const [first, second] = typeof name === 'string' ? [name, name] : name;
    const [x, y] = [column(a, first), column(b, second)];
    column(a, 'time').forEach((t, i) => {
      const j = times.get(t.toFixed(9));
      if (j !== undefined) most = Math.max(most, Math.abs(x[i] - y[j]));
    });
  }
  return most;
}
