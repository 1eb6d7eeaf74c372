/** Steps that a scheme has made of its own, as columns: also those that were taken back. */
export interface OwnStepsLog {
  /** Where each began and how large it was [s]. */
  readonly time: Float64Array;
  readonly size: Float64Array;
  /** What the controller looked at, as a share of what is wanted; NaN where a unit refused the step. */
  readonly error: Float64Array;
  /** 1 where it stood, 0 where it was taken back. */
  readonly stood: Uint8Array;
  /** Steps that were made after those, which there was no room for. */
  readonly more: number;
}

const first = 1024;
/** Most steps that are kept: 25 MB. */
const most = 1 << 20;

/** Keeps them; room grows by doubling. */
export class StepLog {
  private time: Float64Array = new Float64Array(first);
  private size: Float64Array = new Float64Array(first);
  private error: Float64Array = new Float64Array(first);
  private stood: Uint8Array = new Uint8Array(first);
  private count = 0;
  private more = 0;

  /** `error[0]` is the error. */
  add(time: number, size: number, error: Float64Array, stood: boolean): void {
    const k = this.count;
    if (k === most) {
      this.more++;
      return;
    }
    if (k === this.time.length) this.grow();
    this.time[k] = time;
    this.size[k] = size;
    this.error[k] = error[0];
    this.stood[k] = stood ? 1 : 0;
    this.count = k + 1;
  }

  get columns(): OwnStepsLog {
    const { count, more } = this;
    return {
      time: this.time.slice(0, count),
      size: this.size.slice(0, count),
      error: this.error.slice(0, count),
      stood: this.stood.slice(0, count),
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
    const stood = new Uint8Array(2 * this.stood.length);
    stood.set(this.stood);
    this.stood = stood;
  }
}
