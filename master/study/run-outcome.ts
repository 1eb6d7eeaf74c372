/**
 * How a run of a study ended: `finished` at its stop time; `ended` when a unit asked for it; `diverged`: a value that is exchanged or
 * recorded was no longer finite; `failed`: a unit gave up, or anything else went wrong underway; `refused`: there is no such run, its
 * message says why; `stopped`: a unit took more than its time.
 */
export type RunEnding = 'finished' | 'ended' | 'diverged' | 'failed' | 'refused' | 'stopped';

/** A metric of a run: a whole number that no double holds exactly as decimal text; null where there is none, or it is not finite. */
export type MetricValue = number | string | null;

/** What became of one run. The same run gives the same outcome, but for its times. */
export interface Outcome {
  readonly ending: RunEnding;
  /** Why it did not finish; empty where it did. */
  readonly message: string;
  /** Simulation time reached [s], and communication steps. */
  readonly time: number | null;
  readonly steps: number | null;
  /** In the order of the study's metrics. */
  readonly metrics: readonly MetricValue[];
  /** Where a study looks for it: the largest communication step [s], which bound of the search it met, and the runs that it took. */
  readonly largest?: { step: number | null; bound: '' | 'from' | 'to'; runs: number };
}

/** Wall and CPU time of a run [s]. */
export interface Times {
  readonly wall: number;
  readonly cpu: number;
}
