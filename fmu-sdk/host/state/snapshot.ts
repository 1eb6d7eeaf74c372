/**
 * State of an instance at one moment. It can be restored any number of times, and the instance then
 * continues with bit-identical results.
 *
 * Call order: (`take` | `restore`)* → `release`, between steps, after the initialization. A new
 * snapshot has already been taken. It reuses its memory, so a coupling scheme can take and restore
 * in every step without allocation for a fmukit FMU.
 */
export interface Snapshot {
  /** Rollback method of the FMU. */
  readonly by: RollbackKind;
  /** Amount copied from the FMU [bytes]. Undefined if only the FMU or the kernel knows. */
  readonly bytes?: number;
  /** Replaces the saved state by the current one. */
  take(): void;
  /** Returns to the saved state. */
  restore(): void;
  /** Releases all resources. No calls may follow. */
  release(): void;
}

/**
 * Rollback methods. `memory`: copies everything the FMU can change, that is, the bytes of its state
 * if known, else memories, globals and tables. `state`: the FMU saves its state (FMU state).
 * `fork`: its process is copied (Linux). In the last two, and for any third-party FMU, the state of
 * its host and integrator is saved, too.
 */
export type RollbackKind = 'memory' | 'state' | 'fork';

/** A snapshot of an FMU whose state is a range of its memory: one copy each way. */
export class MemorySnapshot implements Snapshot {
  readonly by = 'memory';
  private readonly saved: Uint8Array;

  constructor(private readonly state: Uint8Array) {
    this.saved = state.slice();
  }

  get bytes(): number {
    return this.saved.length;
  }

  take(): void {
    this.saved.set(this.state);
  }

  restore(): void {
    this.state.set(this.saved);
  }

  release(): void {}
}
