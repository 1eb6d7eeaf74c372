import type { Column, Ending, Observer, ObserverKind } from '../../observe/observer.ts';

/** Buffers rows that may be rolled back. The observer receives them when they are released. */
export class HeldRows implements Observer {
  private readonly rows: {
    readonly t: number;
    readonly event: boolean;
    readonly values: (number | bigint)[];
  }[] = [];
  private readonly read: readonly Column['read'][];
  private readonly present: (number | bigint)[];
  private readonly observer: Observer;
  private releasedCount = 0;

  constructor(kind: ObserverKind, run: Parameters<ObserverKind['observe']>[0]) {
    this.read = run.columns.map(({ read }) => read);
    this.present = run.columns.map(() => 0);
    // The memory holds another row by the time the row is released.
    const columns = run.columns.map(({ place: _, ...column }, k) => ({
      ...column,
      read: () => this.present[k],
    }));
    this.observer = kind.observe({ ...run, columns });
  }

  /** Number of rows, including released ones. */
  get count(): number {
    return this.releasedCount + this.rows.length;
  }

  row(t: number): void {
    this.hold(t, false);
  }

  event(t: number): void {
    this.hold(t, true);
  }

  /** Rolls back all rows except the first `count`. */
  rollBackTo(count: number): void {
    this.rows.length = Math.max(0, count - this.releasedCount);
  }

  /** Releases the first `count` rows. */
  release(count: number): void {
    const free = this.rows.splice(0, Math.max(0, count - this.releasedCount));
    for (const { t, event, values } of free) {
      values.forEach((value, k) => {
        this.present[k] = value;
      });
      if (event) this.observer.event?.(t);
      else this.observer.row?.(t);
    }
    this.releasedCount += free.length;
  }

  /** Rows are rolled back by `rollBackTo`. */
  visitState(): void {}

  end(ending: Ending): void {
    this.release(Number.POSITIVE_INFINITY);
    this.observer.end?.(ending);
  }

  private hold(t: number, event: boolean): void {
    this.rows.push({ t, event, values: this.read.map((read) => read()) });
  }
}
