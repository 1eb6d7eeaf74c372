import type { Host } from '../../../fmu-sdk/host/choice/host.ts';
import type { NativeBinary } from '../../../fmu-sdk/host/choice/third-party-hosts.ts';
import type { FmuGoneError } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { portableOf } from '../../../fmu-sdk/host/state/portable-state.ts';
import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';
import type { Registry } from '../../../fmu-sdk/util/registry.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Activity } from '../../coupling/activity.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { write } from '../instances/apply-start-values.ts';
import { closeAll, openInstances } from '../instances/open-instances.ts';

/**
 * Tests before a run with checkpoints whether another process can load the state of each native
 * unit. Some serialized states contain addresses of their process. Without the test, this would
 * only show when resuming.
 *
 * @throws UserError that names the unit and the reason
 */
export async function tryStates(
  system: CheckedSystem,
  activity: Activity,
  hosts: Registry<Host>,
  integrators?: readonly Method[],
): Promise<void> {
  const tried = new Set<unknown>();
  for (const [k, { binary }] of system.units.entries()) {
    if (binary.form !== 'native') continue;
    const { archive } = binary as NativeBinary;
    if (tried.has(archive)) continue;
    tried.add(archive);
    await tryOne(isolated(system, k), k, activity, hosts, integrators);
  }
}

async function tryOne(
  system: CheckedSystem,
  k: number,
  activity: Activity,
  hosts: Registry<Host>,
  integrators: readonly Method[] | undefined,
): Promise<void> {
  const pair: Instance[] = [];
  try {
    for (let n = 0; n < 2; n++) {
      const opening = openInstances(system, activity, hosts, { integrators, indices: [k] });
      const [instance] = await opening;
      pair.push(instance);
      begin(system, k, instance);
    }
  } catch {
    // Other failures of the unit are reported by the run itself.
    closeAll(pair, activity);
    return;
  }
  try {
    const bytes = portableOf(pair[0]).save();
    handOver(system.units[k].name, pair[1], bytes);
  } finally {
    closeAll(pair, activity);
  }
}

function handOver(name: string, to: Instance, bytes: Uint8Array): void {
  try {
    portableOf(to).load(bytes);
  } catch (error) {
    const reason = (error as Partial<FmuGoneError>).reason ?? messageOf(error);
    throw new UserError(
      `save the state of ${name}: another process cannot load it, which resuming needs: ${reason} ` +
        'Run without checkpoints, or ask the author of the FMU for a serialized state without addresses (fmi3SerializeFMUState).',
    );
  }
}

/** Returns the system with one unit in a separate process. */
function isolated(system: CheckedSystem, k: number): CheckedSystem {
  const units = system.units.map((unit, i) =>
    i === k ? { ...unit, binary: { ...unit.binary, trusted: false } } : unit,
  );
  return { ...system, units };
}

function begin({ units, startTime }: CheckedSystem, k: number, instance: Instance): void {
  for (const { variable, value } of units[k].values) write(instance, variable, value);
  instance.initialize(startTime);
  instance.exitInitialization();
}
