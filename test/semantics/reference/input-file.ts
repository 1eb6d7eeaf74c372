import type { InputRow } from '../program.ts';
import { seconds } from '../time.ts';

/** The columns of an input file, as functions of exact time. */
export class InputFile {
  constructor(private readonly rows: readonly InputRow[]) {}

  get empty(): boolean {
    return this.rows.length === 0;
  }

  /** Returns the last row at or before a time, or −1. */
  private last(at: number): number {
    return this.rows.filter((row) => row.at <= at).length - 1;
  }

  /** Returns the last row before a time, or −1. */
  private lastBefore(at: number): number {
    return this.rows.filter((row) => row.at < at).length - 1;
  }

  /** Returns a continuous input at a time, after a jump there. */
  continuous(column: number, at: number): number {
    return this.between(column, this.last(at), at);
  }

  /** Returns the left limit of a continuous input. */
  continuousBefore(column: number, at: number): number {
    return this.between(column, this.lastBefore(at), at);
  }

  private between(column: number, row: number, at: number): number {
    const { rows } = this;
    if (row < 0) return rows[0].values[column];
    const [from, to] = [rows[row], rows[row + 1]];
    if (to === undefined || to.at === from.at) return from.values[column];
    const share = (at - from.at) / (to.at - from.at);
    return from.values[column] + share * (to.values[column] - from.values[column]);
  }

  /** Returns the slope of a continuous input just after a time [1/s]. */
  slope(column: number, at: number): number {
    const row = this.last(at);
    const [from, to] = [this.rows[row], this.rows[row + 1]];
    if (row < 0 || to === undefined) return 0;
    return (to.values[column] - from.values[column]) / seconds(to.at - from.at);
  }

  /** Returns the value of a column that is held between rows. */
  held(column: number, at: number): number {
    return this.rows[Math.max(0, this.last(at))].values[column];
  }

  /** Reports whether a row after a time and up to another has a tick. */
  ticks(column: number, after: number, at: number): boolean {
    return this.rows.some((row) => row.at > after && row.at <= at && row.values[column] === 1);
  }

  /** Reports whether a continuous input jumps after a time and up to another. */
  jumps(column: number, after: number, at: number): boolean {
    return this.rows.some(
      (row) =>
        row.at > after &&
        row.at <= at &&
        this.continuous(column, row.at) !== this.continuousBefore(column, row.at),
    );
  }

  /** Reports whether a value jumps at a time, or a Clock ticks. Clocks have the last columns. */
  stops(at: number, continuous: number, clocks: number): boolean {
    if (!this.rows.some((row) => row.at === at)) return false;
    const before = this.rows[Math.max(0, this.lastBefore(at))].values;
    return before.some((value, column) => {
      if (column < continuous) return this.continuous(column, at) !== this.continuousBefore(column, at);
      if (column < clocks) return this.held(column, at) !== value;
      return this.ticks(column, at - 0.5, at);
    });
  }

  /** Returns the time of the first row after a time, or ∞. */
  next(at: number): number {
    return this.rows.find((row) => row.at > at)?.at ?? Number.POSITIVE_INFINITY;
  }
}
