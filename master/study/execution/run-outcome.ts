import type { VerdictWord } from '../../verdict/verdict.ts';

/**
 * Ending of a run of a study:
 * - `finished`: reached its stop time
 * - `ended`: an FMU ended the run
 * - `diverged`: an exchanged or recorded value became infinite or NaN
 * - `failed`: an FMU gave up, or another error occurred during the run
 * - `refused`: the run is invalid, as its message explains
 * - `stopped`: an FMU exceeded its time
 */
export type RunEnding = 'finished' | 'ended' | 'diverged' | 'failed' | 'refused' | 'stopped';

/**
 * Metric of a run. An integer that a double cannot hold exactly is decimal text. A missing or
 * non-finite value is null.
 */
export type MetricValue = number | string | null;

/** Outcome of one run. Equal runs give equal outcomes. */
export interface Outcome {
  readonly ending: RunEnding;
  /**
   * Word of the verdict, as in `Verdict`. A diverged run is not to be trusted. Empty for a run that
   * has no results.
   */
  readonly verdict: VerdictWord | '';
  /** Reason why it did not finish, or how an FMU failed while it was closed, otherwise empty. */
  readonly message: string;
  /** Simulation time reached [s], and communication steps. */
  readonly time: number | null;
  readonly steps: number | null;
  /** Metrics in the order of the study. */
  readonly metrics: readonly MetricValue[];
  /**
   * Half width of the error band of each metric, if the study has bands. Null if the further runs do
   * not give one.
   */
  readonly errors?: readonly (number | null)[];
  /**
   * Result of a search: largest communication step [s], search bound that it reached, and number of
   * runs.
   */
  readonly largest?: { step: number | null; bound: '' | 'from' | 'to'; runs: number };
}

/** Wall and CPU time of a run [s]. */
export interface Times {
  readonly wall: number;
  readonly cpu: number;
}
