import { type FmiApi, type FmiCall, io, type Status, type StepBatch, status } from '../instance/fmi-api.ts';
import type { Group } from './variables/variable-groups.ts';

/** Limits of steps computed in advance: number of rows, and their memory [bytes]. */
const [most, mostBytes] = [4096, 4 * 2 ** 20];
/** Number of steps the first time. It grows fourfold as long as all are used. */
const firstCount = 64;

/**
 * Steps of an FMU in a separate process that are computed in advance, in one crossing, because all
 * inputs are known. They are delivered one by one as if each had just been made, including values,
 * flags, failures, and the end of the process.
 */
export class LookAhead {
  /** Marks that the next step has been made, or has failed. */
  pending = false;
  private readonly registers: Float64Array;
  /** Registers after the last step. */
  private readonly last: Float64Array;
  private wanted = firstCount;
  private next = 0;
  private done = 0;
  /** Status of the step after the completed ones. */
  private failed: Status = status.ok;
  private thrown: unknown;

  private constructor(
    calls: FmiApi,
    private readonly batch: StepBatch,
    private readonly reads: readonly Group[],
    private readonly capacity: number,
  ) {
    this.registers = calls.registers;
    this.last = new Float64Array(calls.registers.length);
  }

  /**
   * Returns undefined if the FMU's calls cannot be made in advance, or if its rows would be too
   * large.
   */
  static of(calls: FmiApi, ops: readonly FmiCall[], reads: readonly Group[]): LookAhead | undefined {
    const row = reads.reduce(
      (bytes, { values }) => bytes + values.view.BYTES_PER_ELEMENT * values.length,
      16,
    );
    const capacity = Math.min(most, Math.floor(mostBytes / row));
    if (capacity < firstCount) return undefined;
    const values = reads.map((group) => group.values);
    const batch = calls.ahead?.(ops, values, capacity);
    return batch === undefined ? undefined : new LookAhead(calls, batch, reads, capacity);
  }

  /**
   * Makes steps from time(0) to time(1), … up to `count` of them and not beyond `end` [s]. The FMU
   * receives the size that `sizeOf` returns. Returns the number of available steps.
   */
  look(
    time: (k: number) => number,
    count: number,
    end: number,
    sizeOf: (t: number, H: number) => number,
  ): number {
    const { batch: ahead, registers } = this;
    const { times } = ahead;
    let n = 0;
    for (const enough = Math.min(count, this.wanted); n < enough && time(n + 1) < end; n++) {
      times[2 * n] = time(n);
      times[2 * n + 1] = sizeOf(time(n), time(n + 1) - time(n));
    }
    if (n === 0) return 0;
    this.next = 0;
    this.failed = status.ok;
    this.thrown = undefined;
    let answer: Status = status.ok;
    try {
      answer = ahead.march(n);
    } catch (thrown) {
      this.thrown = thrown;
    }
    this.last.set(registers);
    const over = this.thrown !== undefined || answer > status.warning;
    // Checked, because the FMU can overwrite it.
    const rowCount = registers[io.rows];
    this.done = Number.isInteger(rowCount) && rowCount > 0 ? Math.min(rowCount, over ? n - 1 : n) : 0;
    if (over) this.failed = answer;
    this.pending = over || this.done > 0;
    this.wanted =
      this.done === n ? Math.min(4 * this.wanted, this.capacity) : Math.max(firstCount, this.done);
    registers[io.eventNeeded] = registers[io.terminate] = registers[io.early] = 0;
    return over ? this.done + 1 : this.done;
  }

  /** Delivers the next step and returns the status of its call. */
  take(from: number, size: number): Status {
    const { times } = this.batch;
    const k = this.next++;
    if (times[2 * k] !== from || times[2 * k + 1] !== size)
      throw new Error(
        `step ${k} in advance goes from ${times[2 * k]} by ${times[2 * k + 1]}, not from ${from} by ${size}`,
      );
    const over = this.thrown !== undefined || this.failed !== status.ok;
    if (k < this.done) {
      const { reads } = this;
      for (let i = 0; i < reads.length; i++) reads[i].storeRow(this.batch.rows[i], k);
      if (k === this.done - 1 && !over) this.end();
      return status.ok;
    }
    this.end();
    if (this.thrown !== undefined) throw this.thrown;
    return this.failed;
  }

  /** Drops steps that were computed in advance, because the FMU has been reset. */
  drop(): void {
    this.pending = false;
  }

  private end(): void {
    this.registers.set(this.last);
    this.pending = false;
  }
}
