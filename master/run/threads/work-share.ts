/**
 * Assignment of units to threads, and the time of the busiest thread per step, including
 * communication [ms].
 */
export interface Share {
  readonly homes: readonly number[];
  readonly threads: number;
  readonly busiest: number;
}

/**
 * Cost of starting a step on other threads and waiting for them, and of transferring
 * the values of each unit [ms].
 */
const [crossing, carrying] = [0.03, 0.002];
/** Units with less computing time per step stay in the first thread [ms]. */
const least = 0.02;

/**
 * Assigns units to at most `most` threads, the most expensive first, each to the thread with the
 * least load. This is the rule "longest processing time first" (Graham 1969), at most 4/3 of the
 * optimum. Each further thread must save a twentieth.
 *
 * @param costs computing time of each unit per step [ms]. NaN for a unit that stays in the first
 * thread.
 * @param calls time of the other calls of a unit in another thread per step [ms]
 */
export function shareOf(costs: readonly number[], most: number, calls: number): Share {
  let best = onThreads(costs, 1, calls);
  for (let threads = 2; threads <= most; threads++) {
    const next = onThreads(costs, threads, calls);
    if (next.busiest < 0.95 * best.busiest) best = next;
  }
  return best;
}

/**
 * Returns the largest possible gain of threads per step, for units of equal cost and without
 * communication.
 *
 * @param all time of the step, including coupling and recording [ms]
 */
export function mostGain(all: number, most: number): number {
  return all - all / most - crossing;
}

function onThreads(costs: readonly number[], threads: number, calls: number): Share {
  const homes = costs.map(() => 0);
  const loads = new Array<number>(threads).fill(0);
  loads[0] = costs.reduce((sum, cost) => (cost < least ? sum + cost : sum), 0);
  const dear = [...costs.keys()].filter((k) => costs[k] >= least);
  for (const k of dear.sort((a, b) => costs[b] - costs[a])) {
    const home = loads.indexOf(Math.min(...loads));
    homes[k] = home;
    loads[home] += costs[k] + (home === 0 ? 0 : carrying + calls);
  }
  const used = Math.max(...homes) + 1;
  return { homes, threads: used, busiest: Math.max(...loads) + (used > 1 ? crossing : 0) };
}
