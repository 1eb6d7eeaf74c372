import type { Instance } from '../../../fmu-sdk/host/instance.ts';
import { rollbackOf } from '../../../fmu-sdk/host/state/rollback-kind.ts';
import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import { cell } from '../../coupling/activity.ts';
import type { ThreadsReport } from '../run-protocol.ts';
import type { Lookout, Sight } from '../session-options.ts';
import { mostGain, type Share, shareOf } from './work-share.ts';

/** Wall time of a run until it is looked at: until then the engine compiles, and one that is over by then needs no threads [ms]. */
const patience = 250;
/** Steps of each unit that are clocked, of which the shortest counts: whatever the machine does meanwhile makes one longer. */
const clocked = 3;
/** A unit whose step takes longer is clocked once: it is one call to whoever watches how long calls take [ms]. */
const long = 100;
/** Steps that a run has to have left, of which those are no more than 1.5 %. */
const leastLeft = 200;
/** What threads have to take off: as a share of what the units compute, and in what is left of the run [ms]. */
const [leastShare, leastGain] = [0.2, 750];
/** What is called of a unit in another thread beside its step, where it is returned to earlier states [ms]. */
const returning = 0.06;

/**
 * Looks once at a run that takes long. Where what a step has taken up to then and the steps that are left do not rule it out, it clocks a step of each unit, from which the unit is
 * returned, and has the run begin anew where several threads pay. What was computed until then, about a quarter of a second, is computed again.
 */
export class ThreadsLookout implements Lookout {
  /** Where the units are to run, if the run is to begin anew. */
  share: Share | undefined;
  private why = `the run took less than ${patience / 1000} s`;
  private begin = Number.NaN;
  private looked = false;

  /**
   * @param movable units that may run in another thread
   * @param most threads that this machine runs at the same time
   * @param rollback whether the scheme returns units
   */
  constructor(
    private readonly movable: readonly boolean[],
    private readonly most: number,
    private readonly rollback: boolean,
  ) {}

  get report(): ThreadsReport {
    return { count: this.share?.threads ?? 1, why: this.why };
  }

  look(sight: Sight): number {
    if (this.looked) return Number.POSITIVE_INFINITY;
    const now = performance.now();
    if (Number.isNaN(this.begin)) this.begin = now;
    const spent = now - this.begin;
    // The clock is read as often as the number of steps doubles.
    if (spent < patience) return 2 * sight.n + 1;
    this.looked = true;
    this.judge(sight, spent / sight.n);
    return this.share === undefined ? Number.POSITIVE_INFINITY : sight.n;
  }

  /** @param mean what a step has taken up to now [ms] */
  private judge(sight: Sight, mean: number): void {
    const left = sight.steps - sight.n;
    if (sight.atOnce.size === 0) {
      this.why = `the scheme ${sight.system.scheme} lets units step one after the other`;
      return;
    }
    if (left < leastLeft) {
      this.why = `${left} steps were left when the run was looked at`;
      return;
    }
    if (mostGain(mean, this.most) * left <= leastGain) {
      this.why = `a step took ${brief(mean)} ms up to t = ${sight.told()} s, and ${left} steps were left: ${tooLittle}`;
      return;
    }
    const able = clockable(sight, this.movable);
    if (able.length < 2) {
      this.why = 'fewer than two units of it can be clocked and run in another thread';
      return;
    }
    const costs = costsOf(sight, able);
    const all = costs.reduce((sum, cost) => sum + (cost > 0 ? cost : 0), 0);
    const share = shareOf(costs, this.most, this.rollback ? returning : 0);
    const gain = all - share.busiest;
    const pays = share.threads > 1 && gain > leastShare * all && gain * left > leastGain;
    const words = `the units that can compute at the same time took ${brief(all)} ms a step at t = ${sight.told()} s`;
    this.why = pays
      ? `${words}, on the busiest of ${share.threads} threads ${brief(share.busiest)} ms`
      : `${words}, and ${left} steps were left: ${tooLittle}`;
    if (pays) this.share = share;
  }
}

/** Units that step at the same time as others, may run in another thread, and are returned by a copy of their memory. */
function clockable({ system, instances, atOnce }: Sight, movable: readonly boolean[]): number[] {
  return [...instances.keys()].filter((k) => {
    const { description, binary } = system.units[k];
    const rollback = rollbackOf(description, binary);
    return atOnce.has(k) && movable[k] && 'by' in rollback && rollback.by === 'memory';
  });
}

/** What they compute in a step; NaN of all others [ms]. */
function costsOf({ system, instances, activity, time }: Sight, able: readonly number[]): number[] {
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
    // What is wrong with it the run itself will say.
    return Number.NaN;
  } finally {
    snapshot?.restore();
    snapshot?.release();
  }
}

const tooLittle = 'more threads take off too little';

const brief = (ms: number): string => String(Number(ms.toPrecision(2)));
