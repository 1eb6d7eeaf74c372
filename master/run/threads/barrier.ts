/**
 * Time of busy waiting before a thread sleeps [ms]: if the other thread was recently in time, and
 * if not.
 */
const [longSpin, shortSpin] = [0.25, 0.05];
/** Weight of the latest wait in the running mean. */
const weight = 1 / 8;
/** Number of checks between two clock readings. */
const looks = 64;
/** Interval of timeouts while a thread sleeps [ms]. */
const interval = 20;

/**
 * Lets one thread wait for another, first busy, then asleep. Busy waiting costs a fraction of a
 * microsecond. Waking up takes some 50 µs.
 *
 * If waits are short on average, busy waiting continues for longer than that. Units of equal cost
 * differ by some 10 µs from step to step, and a thread that slept is late for the next step too. If
 * the other thread computes much longer or lacks a processor, busy waiting soon stops.
 */
export class Barrier {
  /** Mean of the waits, each limited to twice `patient` [ms]. */
  private readonly meanWait = new Float64Array(1);

  /** Waits until a shared cell differs from `before`. Calls `late` at intervals while it sleeps. */
  awaitChange(cells: Int32Array, at: number, before: number, late?: () => void): void {
    for (let i = 0; i < looks; i++) if (Atomics.load(cells, at) !== before) return;
    const { meanWait } = this;
    const begin = performance.now();
    const end = begin + (meanWait[0] < longSpin ? longSpin : shortSpin);
    while (Atomics.load(cells, at) === before && performance.now() < end)
      for (let i = 0; i < looks && Atomics.load(cells, at) === before; i++);
    while (Atomics.load(cells, at) === before)
      if (Atomics.wait(cells, at, before, interval) === 'timed-out') late?.();
    meanWait[0] += weight * (Math.min(performance.now() - begin, 2 * longSpin) - meanWait[0]);
  }
}
