/** How long is turned round before a thread sleeps [ms], and how many looks there are between two at the clock. */
const patience = 0.05;
const looks = 64;
/** How often one that sleeps is told of the time [ms]. */
const interval = 20;

/**
 * Waits until a shared cell has another value than `before`: at first by turning round, which costs a fraction of a microsecond where the other
 * thread comes soon, then asleep. `late` is called now and then while it sleeps.
 */
export function awaitChange(cells: Int32Array, at: number, before: number, late?: () => void): void {
  for (let i = 0; i < looks; i++) if (Atomics.load(cells, at) !== before) return;
  const end = performance.now() + patience;
  while (performance.now() < end)
    for (let i = 0; i < looks; i++) if (Atomics.load(cells, at) !== before) return;
  while (Atomics.load(cells, at) === before)
    if (Atomics.wait(cells, at, before, interval) === 'timed-out') late?.();
}
