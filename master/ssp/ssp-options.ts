/** Options that complete or override the SSP description of a run. Times are in seconds. */
export interface SspOptions {
  startTime?: number;
  stopTime?: number;
  /** Communication step. */
  step?: number;
}
