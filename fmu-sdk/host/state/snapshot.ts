/**
 * State of an instance at one moment, to which it can be returned any number of times: what it then does has the same bits.
 *
 * Call order: (`take` | `restore`)* → `release`; between steps, after the initialization. A snapshot that an instance gives is
 * taken. What is kept lies in the same memory from then on, so a scheme can do both in every step: of a sealed unit neither allocates anything.
 */
export interface Snapshot {
  /** How the unit is rolled back. */
  readonly by: RollbackKind;
  /** What is copied of the unit [bytes]; undefined where nobody but the unit or the kernel knows. */
  readonly bytes?: number;
  /** Keeps the present state in place of the one that was kept. */
  take(): void;
  /** Returns to the state that is kept. */
  restore(): void;
  /** Gives back what keeps it; nothing may be called afterwards. */
  release(): void;
}

/**
 * How a unit is rolled back. `memory`: all that it can change is copied, the bytes of its state where they are known, else memories, globals and tables.
 * `state`: it keeps its state itself (FMU state). `fork`: its process is copied (Linux). In the last two, and for any foreign unit, what
 * its host and its integrator hold is kept beside that.
 */
export type RollbackKind = 'memory' | 'state' | 'fork';

/** Of a unit whose state is these bytes of its memory: 1 copy each way. */
export class MemorySnapshot implements Snapshot {
  readonly by = 'memory';
  private readonly kept: Uint8Array;

  constructor(private readonly state: Uint8Array) {
    this.kept = state.slice();
  }

  get bytes(): number {
    return this.kept.length;
  }

  take(): void {
    this.kept.set(this.state);
  }

  restore(): void {
    this.state.set(this.kept);
  }

  release(): void {}
}

/**
 * Whether a value is a snapshot, what keeps a unit for one, or a list of nothing else. Whoever keeps or puts back what objects hold leaves these as they are: they are taken anew
 * before they are gone back to, and know places at their unit that others would get.
 */
export function areSnapshots(value: unknown): boolean {
  return isSnapshot(value) || (Array.isArray(value) && value.length > 0 && value.every(isSnapshot));
}

function isSnapshot(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { take, restore, release } = value as Partial<Record<keyof Snapshot, unknown>>;
  return [take, restore, release].every((each) => typeof each === 'function');
}
