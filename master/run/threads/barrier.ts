/** For how long a thread turns round before it sleeps, where the other has lately come by then, and where it has not [ms]. */
const [patient, hasty] = [0.25, 0.05];
/** Weight of a wait in the mean of those before. */
const weight = 1 / 8;
/** How many looks there are between two at the clock. */
const looks = 64;
/** How often one that sleeps is told of the time [ms]. */
const interval = 20;

/**
 * How one thread waits for another: at first by turning round, which costs a fraction of a microsecond where the other comes soon, then asleep, from which it
 * takes some 50 µs to wake. As long as waits are short on average it turns round for longer than that takes: units that compute alike differ by
 * some 10 µs from step to step, and one that has slept comes late to the next step too. Where the other has no processor, or computes for much longer, it
 * soon leaves off.
 */
export class Barrier {
  /** Mean of the waits, none of them counted as more than twice `patient` [ms]. */
  private readonly usual = new Float64Array(1);

  /** Waits until a shared cell has another value than `before`. `late` is called now and then while it sleeps. */
  awaitChange(cells: Int32Array, at: number, before: number, late?: () => void): void {
    for (let i = 0; i < looks; i++) if (Atomics.load(cells, at) !== before) return;
    const { usual } = this;
    const begin = performance.now();
    const end = begin + (usual[0] < patient ? patient : hasty);
    while (Atomics.load(cells, at) === before && performance.now() < end)
      for (let i = 0; i < looks && Atomics.load(cells, at) === before; i++);
    while (Atomics.load(cells, at) === before)
      if (Atomics.wait(cells, at, before, interval) === 'timed-out') late?.();
    usual[0] += weight * (Math.min(performance.now() - begin, 2 * patient) - usual[0]);
  }
}
