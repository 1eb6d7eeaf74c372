import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import { StateCopy } from '../../../fmu-sdk/util/state/state-copy.ts';
import { messageOf } from '../../../fmu-sdk/util/user-error.ts';
import type { Session } from '../loop/session.ts';

/**
 * Limits of the points to which a run can be rolled back: number and total size [bytes], and a
 * smaller number for forked processes.
 */
export const mostPoints = 100;
const mostBytes = 2 ** 28;
const mostCopies = 32;

/** Point of the run to which it can be rolled back. */
interface Point {
  n: number;
  rows: number;
  readonly units: readonly Snapshot[];
  readonly rest: StateCopy;
}

/** Last points of a run, each saved before the next step. */
export class History {
  private readonly points: Point[] = [];
  private readonly spare: Point[] = [];
  private most = mostPoints;
  /** Reason why the run cannot be rolled back. */
  refused: string | undefined;

  constructor(private readonly session: Session) {
    const { instances } = session;
    try {
      const snapshots = instances.map((instance) => instance.snapshot());
      const bytes = snapshots.reduce((sum, { bytes: its = 0 }) => sum + its, 0);
      if (snapshots.some(({ by }) => by === 'fork')) this.most = mostCopies;
      this.most = Math.max(1, Math.min(this.most, Math.floor(mostBytes / Math.max(1, bytes))));
      this.spare.push({ n: 0, rows: 0, units: snapshots, rest: new StateCopy(this.session) });
    } catch (error) {
      this.refused = messageOf(error);
    }
  }

  /** Largest number of steps back. */
  get reach(): number {
    return this.refused === undefined ? this.most : 0;
  }

  get length(): number {
    return this.points.length;
  }

  /** Number of rows that cannot be rolled back any more. */
  get settled(): number {
    return this.points[0]?.rows ?? Number.POSITIVE_INFINITY;
  }

  /** Saves the present point, at which there are `rows` rows. */
  save(rows: number): void {
    if (this.refused !== undefined) return;
    const { session } = this;
    const old = this.spare.pop() ?? (this.points.length >= this.most ? this.points.shift() : undefined);
    if (old !== undefined) {
      for (const unit of old.units) unit.take();
      old.rest.take();
      this.points.push(Object.assign(old, { n: session.n, rows }));
      return;
    }
    const units = session.instances.map((instance) => instance.snapshot());
    this.points.push({ n: session.n, rows, units, rest: new StateCopy(session) });
  }

  /** Rolls the run back by `steps` steps. Returns the number of rows at that point. */
  back(steps: number): number {
    let point = this.points[this.points.length - 1];
    for (let k = 0; k < steps; k++) {
      point = this.points.pop() as Point;
      this.spare.push(point);
    }
    // Units are restored last, because what the session stores of a unit's memory belongs to the
    // unit.
    point.rest.restore();
    for (const unit of point.units) unit.restore();
    return point.rows;
  }

  release(): void {
    for (const { units } of [...this.points.splice(0), ...this.spare.splice(0)])
      for (const unit of units) unit.release();
  }
}
