import type { ModelDescription } from '../../description/description.ts';
import type { FmiApi } from '../fmi-api.ts';
import type { InstanceCopy } from '../state/instance-copy.ts';
import type { RollbackKind, Snapshot } from '../state/snapshot.ts';
import type { Expect } from './call-failure.ts';
import { ObjectSnapshot } from './object-snapshot.ts';
import type { VariableAccess } from './variable-access.ts';
import type { Memory } from './variable-memory.ts';

/**
 * Lists fields of a driver that are never rolled back: calls to the FMU, notes, and the set of
 * watched variables.
 */
export function fieldsOutsideState(
  calls: FmiApi,
  description: ModelDescription,
  memory: Memory,
  exchange: VariableAccess,
): Set<unknown> {
  return new Set<unknown>([
    calls,
    calls.loops,
    description,
    ...description.variables,
    memory,
    exchange.watched,
    exchange.watchedSlots,
  ]);
}

/** FMU state that the FMU stores itself. The previous handle is freed after a new one is taken. */
export class StateCopy implements InstanceCopy {
  private handle = -1;

  constructor(
    private readonly calls: FmiApi,
    private readonly expect: Expect,
  ) {}

  take(): void {
    const { status, handle } = this.calls.getState();
    this.expect(status, 'getFMUState');
    this.release();
    this.handle = handle;
  }

  restore(): void {
    this.expect(this.calls.setState(this.handle), 'setFMUState');
  }

  release(): void {
    if (this.handle < 0) return;
    const { handle } = this;
    this.handle = -1;
    this.expect(this.calls.freeState(handle), 'freeFMUState');
  }
}

/** Callbacks of a driver for its snapshots. */
export interface SnapshotCallbacks {
  readonly exchange: VariableAccess;
  /**
   * Runs before a state is saved, and after it is restored, with the number of variables watched at
   * the time of saving.
   */
  beforeTake(): void;
  afterRestore(looked: number): void;
  released(snapshot: DrivenSnapshot): void;
}

/** A snapshot of the FMU and all fields of its driver. */
export class DrivenSnapshot implements Snapshot {
  private readonly memento: ObjectSnapshot;
  private looked: number;

  constructor(
    readonly by: RollbackKind,
    private readonly copy: InstanceCopy,
    roots: readonly object[],
    except: ReadonlySet<unknown>,
    private readonly keeper: SnapshotCallbacks,
  ) {
    keeper.beforeTake();
    copy.take();
    this.memento = new ObjectSnapshot(roots, except);
    this.looked = keeper.exchange.watchedSlots.size;
  }

  get bytes(): number | undefined {
    return this.copy.bytes;
  }

  take(): void {
    this.keeper.beforeTake();
    this.copy.take();
    this.memento.take();
    this.looked = this.keeper.exchange.watchedSlots.size;
  }

  restore(): void {
    this.copy.restore();
    this.memento.restore();
    this.keeper.afterRestore(this.looked);
  }

  release(): void {
    this.keeper.released(this);
    this.copy.release();
  }
}
