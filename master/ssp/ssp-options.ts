/** What SSP does not say of a run, or says and may be said otherwise. Times in seconds. */
export interface SspOptions {
  startTime?: number;
  stopTime?: number;
  /** Communication step. */
  step?: number;
}
