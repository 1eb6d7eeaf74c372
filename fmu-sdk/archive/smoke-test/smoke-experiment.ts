/** An experiment that a unit carries, by which its user sees that it computes here what its maker says. Times in seconds. */
export interface Experiment {
  readonly name: string;
  readonly startTime?: number;
  readonly stopTime?: number;
  readonly stepSize?: number;
  /** By how much results may differ, as a share of the largest magnitude of their reference, or of the nominal value. */
  readonly tolerance?: number;
  /** Paths in the unit's archive: values (SSV), inputs (CSV) and results (CSV). */
  readonly parameters?: string;
  readonly stimuli?: string;
  readonly references?: string;
}
