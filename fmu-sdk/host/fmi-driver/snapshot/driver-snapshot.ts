import { StateCopy } from '../../../util/state/state-copy.ts';
import type { Stateful } from '../../../util/state/stateful.ts';
import type { FmiApi } from '../../instance/fmi-api.ts';
import type { InstanceCopy } from '../../state/instance-copy.ts';
import type { RollbackKind, Snapshot } from '../../state/snapshot.ts';
import type { Expect } from '../call-failure.ts';
import type { VariableAccess } from '../variables/variable-access.ts';

/** FMU state that the FMU stores itself. The previous handle is freed after a new one is taken. */
export class FmuStateCopy implements InstanceCopy {
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

/** A snapshot of the FMU and its driver. */
export class DrivenSnapshot implements Snapshot {
  private readonly driverCopy: StateCopy;
  private looked: number;

  constructor(
    readonly by: RollbackKind,
    private readonly copy: InstanceCopy,
    driver: Stateful,
    private readonly keeper: SnapshotCallbacks,
  ) {
    keeper.beforeTake();
    copy.take();
    this.driverCopy = new StateCopy(driver);
    this.looked = keeper.exchange.watchedSlots.size;
  }

  get bytes(): number | undefined {
    return this.copy.bytes;
  }

  take(): void {
    this.keeper.beforeTake();
    this.copy.take();
    this.driverCopy.take();
    this.looked = this.keeper.exchange.watchedSlots.size;
  }

  restore(): void {
    this.copy.restore();
    this.driverCopy.restore();
    this.keeper.afterRestore(this.looked);
  }

  release(): void {
    this.keeper.released(this);
    this.copy.release();
  }
}
