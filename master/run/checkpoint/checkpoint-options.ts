/** Options of checkpoints of a run. */
export interface CheckpointOptions {
  readonly file: string;
  /** Wall time between two checkpoints [s]. 0 writes one after each row. */
  readonly seconds: number;
  /** JSON data that is stored for resuming the run. */
  readonly said?: unknown;
}
