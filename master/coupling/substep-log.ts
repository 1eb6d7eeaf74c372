import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';

/** Substeps of a scheme, as columns, including rejected ones. */
export interface SubstepColumns {
  /** Start and size of each substep [s]. */
  readonly time: Float64Array;
  readonly size: Float64Array;
  /** Error relative to the tolerance. NaN if a unit refused the step. */
  readonly error: Float64Array;
  /** 1 for an accepted step, 0 for a rejected one. */
  readonly accepted: Uint8Array;
  /** Number of further substeps beyond the memory limit. */
  readonly more: number;
}

const first = 1024;
/** Limit of stored substeps: 25 MB. */
const most = 1 << 20;

/** Log of substeps in memory that grows by doubling. */
export class SubstepLog implements Stateful {
  private time: Float64Array = new Float64Array(first);
  private size: Float64Array = new Float64Array(first);
  private error: Float64Array = new Float64Array(first);
  private accepted: Uint8Array = new Uint8Array(first);
  private count = 0;
  private more = 0;

  /**
   * Adds a substep at `time[0]` of the size `size[0]` with the error `error[0]`. V8 may allocate
   * memory for numbers that it passes to a function.
   */
  add(time: Float64Array, size: Float64Array, error: Float64Array, accepted: boolean): void {
    const k = this.count;
    if (k === most) {
      this.more++;
      return;
    }
    if (k === this.time.length) this.grow();
    this.time[k] = time[0];
    this.size[k] = size[0];
    this.error[k] = error[0];
    this.accepted[k] = accepted ? 1 : 0;
    this.count = k + 1;
  }

  get columns(): SubstepColumns {
    const { count, more } = this;
    return {
      time: this.time.slice(0, count),
      size: this.size.slice(0, count),
      error: this.error.slice(0, count),
      accepted: this.accepted.slice(0, count),
      more,
    };
  }

  private grow(): void {
    const larger = (old: Float64Array): Float64Array => {
      const next = new Float64Array(2 * old.length);
      next.set(old);
      return next;
    };
    [this.time, this.size, this.error] = [larger(this.time), larger(this.size), larger(this.error)];
    const accepted = new Uint8Array(2 * this.accepted.length);
    accepted.set(this.accepted);
    this.accepted = accepted;
  }

  visitState(state: StateVisitor): void {
    this.count = state.count('count', this.count, most);
    this.more = state.number('more', this.more);
    while (this.count > this.time.length) this.grow();
    state.array('time', this.time.subarray(0, this.count));
    state.array('size', this.size.subarray(0, this.count));
    state.array('error', this.error.subarray(0, this.count));
    state.array('accepted', this.accepted.subarray(0, this.count));
  }
}
