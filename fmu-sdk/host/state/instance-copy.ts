/**
 * What keeps a unit itself as it was at a moment; its driver keeps beside it what it holds on its own side. Call order as of a
 * `Snapshot`: (`take` | `restore`)* → `release`, `take` first.
 */
export interface UnitCopy {
  /** What is copied [bytes], where that is known. */
  readonly bytes?: number;
  take(): void;
  restore(): void;
  release(): void;
}
