/**
 * State of an instance at one moment, to which it can be returned any number of times: what it then does has the same bits.
 *
 * Call order: (`take` | `restore`)* → `release`; between steps, after the initialization. A snapshot that an instance gives is
 * taken. Neither `take` nor `restore` allocates once the first has been taken, so a scheme can do both in every step.
 */
export interface Snapshot {
  /** How the unit is rolled back. */
  readonly by: RollbackKind;
  /** Keeps the present state in place of the one that was kept. */
  take(): void;
  /** Returns to the state that is kept. */
  restore(): void;
  /** Gives back what keeps it; nothing may be called afterwards. */
  release(): void;
}

/**
 * How a unit is rolled back. `memory`: the bytes of its state are copied. `state`: it keeps its state itself (FMU state), beside the
 * values that its host holds.
 */
export type RollbackKind = 'memory' | 'state';

/** Of a unit whose state is these bytes of its memory: 1 copy each way. */
export class MemorySnapshot implements Snapshot {
  readonly by = 'memory';
  private readonly kept: Uint8Array;

  constructor(private readonly state: Uint8Array) {
    this.kept = state.slice();
  }

  take(): void {
    this.kept.set(this.state);
  }

  restore(): void {
    this.state.set(this.kept);
  }

  release(): void {}
}
