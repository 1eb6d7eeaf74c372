/**
 * Saves the FMU itself. Its driver saves the host's side. Call order as of a `Snapshot`: (`take` |
 * `restore`)* → `release`, `take` first.
 */
export interface InstanceCopy {
  /** Copied amount [bytes], if known. */
  readonly bytes?: number;
  take(): void;
  restore(): void;
  release(): void;
}
