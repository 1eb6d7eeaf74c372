/**
 * Experiment in an FMU that lets its user verify the results of its author. Times are in seconds.
 */
export interface Experiment {
  readonly name: string;
  readonly startTime?: number;
  readonly stopTime?: number;
  readonly stepSize?: number;
  /**
   * Allowed difference of results, as a share of the largest magnitude of their reference, or of
   * the nominal value.
   */
  readonly tolerance?: number;
  /** Paths in the FMU's archive: values (SSV), inputs (CSV) and results (CSV). */
  readonly parameters?: string;
  readonly stimuli?: string;
  readonly references?: string;
}
