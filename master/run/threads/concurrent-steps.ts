import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { type Activity, cell, InstanceFailure } from '../../coupling/activity.ts';
import { refuseStep } from '../loop/refused-step.ts';
import type { RemoteInstance } from './remote-instance.ts';
import type { UnitThread } from './thread-member.ts';

/**
 * Time of a step from which it pays to wait for several of them at once [ms], because each wait may
 * involve sleep.
 */
const pays = 0.03;
/** Steps before the first timing, and then between timings. */
const first = 4;
const between = 512;

/**
 * Steps units in parallel, each on its thread, without waiting for each other. The result does not
 * depend on the threads. If several units fail, the first in the system's order is reported.
 */
export function concurrentSteps(
  units: readonly number[],
  instances: readonly Instance[],
  activity: Activity,
): (t: number, H: number) => void {
  const remoteUnits = units.filter((k) => isRemote(instances[k]));
  const localUnits = units.filter((k) => !remoteUnits.includes(k));
  const localGroup = new UnitsInThisThread(localUnits, instances, activity);
  const groups = groupsOf(remoteUnits, instances);
  if (groups.length === 0) return (t, H) => localGroup.step(t, H);
  return (t, H) => {
    for (let i = 0; i < groups.length; i++) groups[i].member.begin(groups[i].group, t, H);
    let first: InstanceFailure | undefined;
    try {
      localGroup.step(t, H);
    } catch (failure) {
      first = failure as InstanceFailure;
    }
    for (let i = 0; i < groups.length; i++) {
      const { member } = groups[i];
      const failed = member.end();
      if (failed >= 0 && (first === undefined || failed < first.unit))
        first = new InstanceFailure(failed, t, member.failure());
    }
    if (first !== undefined) throw first;
  };
}

/** Returns true for an instance in another thread. Pages have none and do not load its class. */
const isRemote = (instance: Instance): instance is RemoteInstance =>
  (instance as Partial<RemoteInstance>).isRemote === true;

interface Group {
  member: UnitThread;
  group: number;
}

/** Returns the units of each thread, and registers them there once. */
function groupsOf(units: readonly number[], instances: readonly Instance[]): Group[] {
  const of = new Map<UnitThread, number[]>();
  for (const k of units) {
    const { member, number } = instances[k] as RemoteInstance;
    of.set(member, [...(of.get(member) ?? []), number]);
  }
  return [...of].map(([member, numbers]) => ({
    member,
    group: member.ask({ ask: 'group', units: numbers }) as number,
  }));
}

/**
 * Steps units in this thread, one after another. Units in separate processes with long steps are
 * started first and awaited last, so that they compute in parallel. The length of steps is timed at
 * intervals.
 *
 * @param units indexes in the system, in its order
 */
class UnitsInThisThread {
  private readonly cells: Int32Array;
  private readonly members: readonly Instance[];
  /** Flags by member: 1 if its step is started first, and 1 if it was in this step. */
  private readonly early: Uint8Array;
  private readonly startFlags: Uint8Array;
  /** Times of the last timing [ms]. */
  private readonly stepTimes: Float64Array;
  /** True if any unit runs in a separate process. */
  private readonly hasProcesses: boolean;
  private hasEarlySteps = false;
  private countdown = first;

  constructor(
    private readonly units: readonly number[],
    instances: readonly Instance[],
    { cells }: Activity,
  ) {
    this.cells = cells;
    this.members = units.map((k) => instances[k]);
    this.early = new Uint8Array(units.length);
    this.startFlags = new Uint8Array(units.length);
    this.stepTimes = new Float64Array(units.length);
    this.hasProcesses = units.length > 1 && this.members.some(({ post }) => post !== undefined);
  }

  /** @throws InstanceFailure of the first unit in the system's order that fails */
  step(t: number, H: number): void {
    if (this.hasProcesses && --this.countdown === 0) this.look(t, H);
    else if (this.hasEarlySteps) this.atOnce(t, H);
    else this.inTurn(t, H);
  }

  private inTurn(t: number, H: number): void {
    for (let i = 0; i < this.members.length; i++) {
      const failure = this.advance(i, t, H);
      if (failure !== undefined) throw failure;
    }
  }

  /** Steps the units and times each of them. */
  private look(t: number, H: number): void {
    const { members, stepTimes } = this;
    for (let i = 0; i < members.length; i++) {
      const begin = performance.now();
      const failure = this.advance(i, t, H);
      if (failure !== undefined) throw failure;
      stepTimes[i] = performance.now() - begin;
    }
    this.countdown = between;
    this.choose();
  }

  private choose(): void {
    const { members, early, stepTimes } = this;
    let many = 0;
    let others = 0;
    for (let i = 0; i < members.length; i++) {
      early[i] = Number(members[i].post !== undefined && stepTimes[i] > pays);
      if (early[i] === 1) many++;
      else others += stepTimes[i];
    }
    this.hasEarlySteps = many > 1 || (many === 1 && others > pays);
  }

  private atOnce(t: number, H: number): void {
    const { members, early, startFlags } = this;
    let failure: InstanceFailure | undefined;
    for (let i = 0; i < members.length; i++) {
      startFlags[i] = 0;
      if (early[i] === 0) continue;
      failure = earlier(failure, this.ask(i, t, H));
      if (failure !== undefined) break;
    }
    for (let i = 0; i < members.length && failure === undefined; i++)
      if (startFlags[i] === 0) failure = this.advance(i, t, H);
    // After a failure, started steps are still awaited.
    for (let i = 0; i < members.length; i++)
      if (startFlags[i] === 1) failure = earlier(failure, this.advance(i, t, H));
    startFlags.fill(0);
    if (failure !== undefined) throw failure;
  }

  private ask(i: number, t: number, H: number): InstanceFailure | undefined {
    this.cells[cell.unit] = this.units[i];
    try {
      this.startFlags[i] = Number(this.members[i].post?.(t, H));
    } catch (thrown) {
      return new InstanceFailure(this.units[i], t, thrown);
    }
    return undefined;
  }

  /** Makes the step of one unit. Returns its failure. */
  private advance(i: number, t: number, H: number): InstanceFailure | undefined {
    this.cells[cell.unit] = this.units[i];
    try {
      const answer = this.members[i].step(t, H);
      if (answer !== 0) refuseStep(this.members[i], t, H, answer);
    } catch (thrown) {
      return new InstanceFailure(this.units[i], t, thrown);
    }
    return undefined;
  }
}

function earlier(
  a: InstanceFailure | undefined,
  b: InstanceFailure | undefined,
): InstanceFailure | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.unit < a.unit ? b : a;
}
