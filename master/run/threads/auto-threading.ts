import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { rollbackOf } from '../../../fmu-sdk/host/state/rollback-kind.ts';
import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import { cell } from '../../coupling/activity.ts';
import { mayShare } from '../instances/separate-processes.ts';
import type { RunMonitor, RunProgress } from '../session-options.ts';
import type { ThreadsReport } from '../worker/run-protocol.ts';
import { mostGain, type Share, shareOf } from './work-share.ts';

/**
 * Wall time before a run is inspected [ms]. The engine compiles until then, and shorter runs do not
 * need threads.
 */
const patience = 250;
/**
 * Number of timed steps of each unit. The shortest counts, because other activity of the machine
 * only makes steps longer.
 */
const clocked = 3;
/**
 * A unit with a longer step is timed once, because the watching thread sees this as one call [ms].
 */
const long = 100;
/** Least number of remaining steps, so that the timed steps add at most 1.5 %. */
const leastLeft = 200;
/**
 * Least gain of threads: as a share of the units' computing time, and over the rest of the run
 * [ms].
 */
const [leastShare, leastGain] = [0.2, 750];
/** Cost of a step of an FMU in a process of its own, beside its computing time [ms]. */
const crossing = 0.03;
/** Cost of the other calls of a unit in another thread if the scheme uses rollback [ms]. */
const rollbackCost = 0.06;

/**
 * Inspects a long run once. If the time per step and the number of remaining steps suggest a gain,
 * it times a step of each unit and rolls the unit back. If several threads pay off, the run
 * restarts with threads. This repeats about a quarter of a second of computation.
 */
export class ThreadsMonitor implements RunMonitor {
  /** Assignment of units to threads, if the run must restart. */
  share: Share | undefined;
  /** True if the run must restart with native FMUs in processes of their own, which step in parallel. */
  isApart = false;
  private why = `the run took less than ${patience / 1000} s`;
  private begin = Number.NaN;
  private inspected = false;

  /**
   * @param movable units that may run in another thread.
   * @param most number of threads that this machine runs at the same time.
   * @param rollback true if the scheme uses rollback
   */
  constructor(
    private readonly movable: readonly boolean[],
    private readonly most: number,
    private readonly rollback: boolean,
  ) {}

  get report(): ThreadsReport {
    return { count: this.share?.threads ?? 1, why: this.why };
  }

  look(sight: RunProgress): number {
    if (this.inspected) return Number.POSITIVE_INFINITY;
    const now = performance.now();
    if (Number.isNaN(this.begin)) this.begin = now;
    const spent = now - this.begin;
    // The clock is read again after the number of steps has doubled.
    if (spent < patience) return 2 * sight.n + 1;
    this.inspected = true;
    this.judge(sight, spent / sight.n);
    return this.share === undefined && !this.isApart ? Number.POSITIVE_INFINITY : sight.n;
  }

  /** @param mean average time of a step so far [ms] */
  private judge(sight: RunProgress, mean: number): void {
    const remainingSteps = sight.steps - sight.n;
    if (sight.atOnce.size === 0) {
      this.why = `the scheme ${sight.system.scheme} steps units one after another`;
      return;
    }
    if (remainingSteps < leastLeft) {
      this.why = `only ${remainingSteps} steps remained when the run was inspected`;
      return;
    }
    if (mostGain(mean, this.most) * remainingSteps <= leastGain) {
      this.why = `a step took ${shortNumber(mean)} ms up to t = ${sight.displayTime()} s, and ${remainingSteps} steps remained: ${tooLittle}`;
      return;
    }
    const sharing = sharingUnits(sight);
    if (sharing >= 2) {
      const apart = mean / Math.min(sharing, this.most) + sharing * crossing;
      const gain = mean - apart;
      this.isApart = gain > leastShare * mean && gain * remainingSteps > leastGain;
      const words = `a step of ${sharing} native FMUs in one process took ${shortNumber(mean)} ms`;
      if (this.isApart) this.why = `${words}, so each has a process of its own`;
      if (this.isApart) return;
    }
    const able = timeableUnits(sight, this.movable);
    if (able.length < 2) {
      this.why = 'fewer than two units can be timed and run in another thread';
      return;
    }
    const costs = costsOf(sight, able);
    const all = costs.reduce((sum, cost) => sum + (cost > 0 ? cost : 0), 0);
    const share = shareOf(costs, this.most, this.rollback ? rollbackCost : 0);
    const gain = all - share.busiest;
    const pays = share.threads > 1 && gain > leastShare * all && gain * remainingSteps > leastGain;
    const words = `the parallel units took ${shortNumber(all)} ms a step at t = ${sight.displayTime()} s`;
    this.why = pays
      ? `${words}, and ${shortNumber(share.busiest)} ms on the busiest of ${share.threads} threads`
      : `${words}, and ${remainingSteps} steps remained: ${tooLittle}`;
    if (pays) this.share = share;
  }
}

/** Returns the number of units that may step in parallel if they do not share a process. */
function sharingUnits({ system, atOnce }: RunProgress): number {
  return [...atOnce].filter((k) => mayShare(system.units[k].binary)).length;
}

/**
 * Returns the units that step in parallel, may run in another thread, and roll back by a memory
 * copy.
 */
function timeableUnits({ system, instances, atOnce }: RunProgress, movable: readonly boolean[]): number[] {
  return [...instances.keys()].filter((k) => {
    const { description, binary } = system.units[k];
    const rollback = rollbackOf(description, binary);
    return atOnce.has(k) && movable[k] && 'by' in rollback && rollback.by === 'memory';
  });
}

/** Returns the computing time of each unit per step [ms]. NaN for all other units. */
function costsOf({ system, instances, activity, time }: RunProgress, able: readonly number[]): number[] {
  const costs = instances.map(() => Number.NaN);
  for (const k of able) {
    activity.cells[cell.unit] = k;
    costs[k] = costOf(instances[k], time(), system.step);
  }
  return costs;
}

function costOf(instance: Instance, t: number, H: number): number {
  let snapshot: Snapshot | undefined;
  let shortest = Number.NaN;
  try {
    snapshot = instance.snapshot();
    for (let i = 0; i < clocked && !(shortest > long); i++) {
      const begin = performance.now();
      if (instance.step(t, H) !== 0) return Number.NaN;
      const took = performance.now() - begin;
      snapshot.restore();
      if (!(took >= shortest)) shortest = took;
    }
    return shortest;
  } catch {
    // The run itself reports the error.
    return Number.NaN;
  } finally {
    snapshot?.restore();
    snapshot?.release();
  }
}

const tooLittle = 'more threads would not save enough time';

const shortNumber = (ms: number): string => String(Number(ms.toPrecision(2)));
