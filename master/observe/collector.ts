import type { StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { Column, Observer, RunView } from './observer.ts';
import { rowsInMemory } from './rows-in-memory.ts';

/** Most rows that a saved state may have, to protect the memory. */
const mostRows = 2 ** 24;

/** Recorded column in memory, with 64-bit integers as the nearest double. */
export interface ResultColumn {
  name: string;
  unit: string;
  data: Float64Array;
}

/**
 * Collects `time` and every column of a run in memory. Rows before and after events
 * count if the run notifies of events.
 */
export class Collector implements Observer {
  private readonly names: readonly Column[];
  private data: Float64Array[];
  private n = 0;

  constructor({ columns, system, time }: RunView) {
    this.names = [{ name: 'time', unit: 's', read: time }, ...columns];
    const rows = rowsInMemory(system, this.names.length);
    this.data = this.names.map(() => new Float64Array(rows));
  }

  row(): void {
    this.collect();
  }

  event(t: number): void {
    this.collect();
    // The run's time is still that of the communication point before the event.
    this.data[0][this.n - 1] = t;
  }

  private collect(): void {
    if (this.n === this.data[0].length) this.reserve(2 * this.n);
    const { names, data, n } = this;
    for (let k = 0; k < names.length; k++) data[k][n] = Number(names[k].read());
    this.n = n + 1;
  }

  /** Makes room for rows. Only runs with many events need more than the communication points. */
  private reserve(rows: number): void {
    if (rows <= this.data[0].length) return;
    this.data = this.data.map((column) => {
      const larger = new Float64Array(rows);
      larger.set(column);
      return larger;
    });
  }

  result(): ResultColumn[] {
    return this.names.map(({ name, unit }, k) => ({
      name,
      unit,
      data: this.data[k].slice(0, this.n),
    }));
  }

  visitState(state: StateVisitor): void {
    this.n = state.count('n', this.n, mostRows);
    this.reserve(this.n);
    for (const column of this.data) state.array('column', column.subarray(0, this.n));
  }
}
