/** Which thread has each unit, and what the busiest of them then computes in a step, handing over included [ms]. */
export interface Share {
  readonly homes: readonly number[];
  readonly threads: number;
  readonly busiest: number;
}

/** What it takes to hand a step to other threads and to wait for them; and of each unit there to carry its values [ms]. */
const [crossing, carrying] = [0.03, 0.002];
/** A unit that computes less in a step stays in the first thread [ms]. */
const least = 0.02;

/**
 * Units on at most so many threads, the dearest first, each on the thread that has least so far (longest processing time first: Graham 1969, at most 4/3 of the best);
 * another thread has to take off a twentieth.
 *
 * @param costs what each computes in a step [ms]; NaN of one that stays in the first thread
 * @param calls what is called of a unit in another thread beside its step [ms]
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
 * What threads can take off a step at most: of units that compute alike, where nothing is carried.
 *
 * @param all what the step takes, coupling and recording included [ms]
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
