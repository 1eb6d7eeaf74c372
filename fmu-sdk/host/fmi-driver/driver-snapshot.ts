import type { ModelDescription } from '../../description/description.ts';
import type { Calls } from '../fmi-api.ts';
import type { UnitCopy } from '../state/instance-copy.ts';
import type { RollbackKind, Snapshot } from '../state/snapshot.ts';
import type { Expect } from './call-failure.ts';
import { Memento } from './object-snapshot.ts';
import type { Exchange } from './variable-access.ts';
import type { Memory } from './variable-memory.ts';

/** What of a driver's fields is never rolled back: the way to the unit, what is said of it, and which variables are looked at. */
export function lasting(
  calls: Calls,
  description: ModelDescription,
  memory: Memory,
  exchange: Exchange,
): Set<unknown> {
  return new Set<unknown>([
    calls,
    calls.loops,
    description,
    ...description.variables,
    memory,
    exchange.watched,
    exchange.seen,
  ]);
}

/** FMU state that the unit keeps itself. What it gave before is given back once it has given another. */
export class StateCopy implements UnitCopy {
  private handle = -1;

  constructor(
    private readonly calls: Calls,
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

/** What a driver does about a snapshot of it. */
export interface Keeper {
  readonly exchange: Exchange;
  /** Before a state is kept; after one was restored, with the number of variables that were looked at when it was kept. */
  beforeTake(): void;
  afterRestore(looked: number): void;
  released(snapshot: DrivenSnapshot): void;
}

/** The unit itself, and beside it all that its driver holds. */
export class DrivenSnapshot implements Snapshot {
  private readonly memento: Memento;
  private looked: number;

  constructor(
    readonly by: RollbackKind,
    private readonly copy: UnitCopy,
    roots: readonly object[],
    except: ReadonlySet<unknown>,
    private readonly keeper: Keeper,
  ) {
    keeper.beforeTake();
    copy.take();
    this.memento = new Memento(roots, except);
    this.looked = keeper.exchange.seen.size;
  }

  get bytes(): number | undefined {
    return this.copy.bytes;
  }

  take(): void {
    this.keeper.beforeTake();
    this.copy.take();
    this.memento.take();
    this.looked = this.keeper.exchange.seen.size;
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
