import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { type Activity, InstanceFailure } from '../../coupling/activity.ts';
import { LocalUnits } from './local-units.ts';
import type { RemoteInstance } from './remote-instance.ts';
import type { UnitThread } from './thread-member.ts';

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
  const localGroup = new LocalUnits(localUnits, instances, activity);
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
