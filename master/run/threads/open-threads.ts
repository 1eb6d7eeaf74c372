import type { Host, RunMode } from '../../../fmu-sdk/host/choice/host.ts';
import { hosts as standard } from '../../../fmu-sdk/host/choice/host-registry.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';
import type { Registry } from '../../../fmu-sdk/util/registry.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Activity } from '../../coupling/activity.ts';
import { integratedGroups } from '../../system/structure/integrated-groups.ts';
import type { CheckedSystem, SystemUnit } from '../../system/system.ts';
import { closeAll, openInstances, type UnitOpening } from '../instances/open-instances.ts';
import { RemoteInstance } from './remote-instance.ts';
import { UnitThread } from './thread-member.ts';

/**
 * Opens instances of a system's units, in their order, on `algorithm.threads` threads including
 * this one. `homes` assigns units to threads. Default: round robin.
 */
export async function openOnThreads(
  system: CheckedSystem,
  activity: Activity,
  hosts: Registry<Host>,
  options: Omit<UnitOpening, 'indices'> = {},
): Promise<Instance[]> {
  const { integrators, note = () => {}, rollback = false, trace, record } = options;
  const { units } = system;
  const threads = Math.min(system.threads ?? 1, units.length);
  const movable = movableOf(system, hosts, integrators);
  const homeOf = (k: number): number => (movable[k] ? (system.homes?.[k] ?? k % threads) : 0);
  const lists = Array.from({ length: threads }, (_, i) => [...units.keys()].filter((k) => homeOf(k) === i));
  const [localUnits, ...others] = lists;
  const remoteLists = others.filter((list) => list.length > 0);
  if (remoteLists.length === 0) return openInstances(system, activity, hosts, options);
  if (trace !== undefined || record !== undefined)
    throw new UserError(
      `log ${system.name}: a log holds the calls of one thread, but units run on several. Set "threads" to 1, or remove the ${trace === undefined ? 'recording' : 'log'}.`,
    );
  const members = remoteLists.map((list) => new UnitThread(system, list, activity, rollback, note));
  const instances: Instance[] = [];
  try {
    // All threads open at the same time. All must settle before any is closed.
    const openings = await Promise.allSettled(members.map((member) => member.open()));
    for (const opening of openings) if (opening.status === 'rejected') throw opening.reason;
    for (const member of members)
      member.units.forEach((k, i) => {
        const { name, description, binary } = units[k];
        const { kind } = binary as Partial<RunMode>;
        instances[k] = new RemoteInstance(member, i, name, description, kind === 'coSimulation');
      });
    const opened = await openInstances(system, activity, hosts, { ...options, indices: localUnits });
    localUnits.forEach((k, i) => {
      instances[k] = opened[i];
    });
  } catch (error) {
    closeAll(Object.values(instances), activity);
    await Promise.all(members.map((member) => member.dispose()));
    throw error;
  }
  return instances;
}

/**
 * Returns which units may run in another thread. Units with a custom host or integrator, and units
 * that are integrated together, stay in this one.
 */
export function movableOf(
  system: CheckedSystem,
  hosts: Registry<Host>,
  integrators?: readonly Method[],
): boolean[] {
  const joined = new Set(integratedGroups(system).flatMap((group) => group.units));
  return system.units.map((unit, k) => !joined.has(k) && isMovable(unit, hosts, integrators));
}

function isMovable(
  { binary }: SystemUnit,
  hosts: Registry<Host>,
  integrators: readonly Method[] = [],
): boolean {
  const host = hosts.all.find(({ name }) => name === binary.form);
  const { kind = 'coSimulation' } = binary as Partial<RunMode>;
  return (
    standard.all.some((candidate) => candidate === host) &&
    (kind === 'coSimulation' || integrators.length === 0)
  );
}
