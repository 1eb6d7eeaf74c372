import type { CallRecorder, Host } from '../../../fmu-sdk/host/choice/host.ts';
import { completeInstance } from '../../../fmu-sdk/host/instance/complete-instance.ts';
import type { FmuGoneError } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { CallTrace } from '../../../fmu-sdk/host/instance/traced-calls.ts';
import type { KeptLibraries } from '../../../fmu-sdk/host/native/process/kept-libraries.ts';
import { defaultSolver, type Method } from '../../../fmu-sdk/solver/ode-integrator.ts';
import type { Registry } from '../../../fmu-sdk/util/registry.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Activity, cell, nobody } from '../../coupling/activity.ts';
import { sharedBy } from '../../coupling/fast-path/choose-fast-path.ts';
import { lastTime } from '../../system/checks/check-times.ts';
import { integratedGroups } from '../../system/structure/integrated-groups.ts';
import type { CheckedSystem, SystemUnit } from '../../system/system.ts';
import type { UnitNote } from './unit-notes.ts';

/** Options for opening the units of a system. */
export interface UnitOpening {
  readonly integrators?: readonly Method[] | undefined;
  /** Receives how native units are confined and how model-exchange units are integrated. */
  readonly note?: UnitNote | undefined;
  /** True if snapshots will be needed. Default: false. */
  readonly rollback?: boolean | undefined;
  /** Receives all calls. */
  readonly trace?: CallTrace | undefined;
  /** Receives all calls with their results. */
  readonly record?: CallRecorder | undefined;
  /** Libraries of earlier runs, in which native FMUs may be instantiated again. */
  readonly kept?: KeptLibraries | undefined;
  /** Indexes of the units to open. Default: all. */
  readonly indices?: readonly number[] | undefined;
}

/** Opens instances of a system's units in their order. If one fails, the others are closed. */
export async function openInstances(
  system: CheckedSystem,
  activity: Activity,
  hosts: Registry<Host>,
  options: UnitOpening = {},
): Promise<Instance[]> {
  const { integrators, note = () => {}, rollback = false, indices, ...calls } = options;
  const shared = sharedBy(system);
  const instances: Instance[] = [];
  const confined = new Map<string, string[]>();
  const integrated: [unit: string, words: string][] = [];
  const groups = integratedGroups(system);
  const joined = new Set(groups.flatMap(({ units }) => units));
  const end = lastTime(system);
  let opened = false;
  try {
    for (const k of indices ?? system.units.keys()) {
      const { name, binary, description, values } = system.units[k];
      const opening = {
        name,
        description,
        stopTime: end,
        // Shorter than the limit at which the watching thread ends the run.
        callSeconds: 0.8 * system.stepSeconds,
        wallSeconds: 0.8 * system.wallSeconds,
        called: () => {
          activity.cells[cell.unit] = k;
        },
        confined: (words: string) => confined.set(words, [...(confined.get(words) ?? []), name]),
        integrated: (words: string) => {
          if (opened) note([name], words);
          else if (!joined.has(k)) integrated.push([name, words]);
        },
        noticed: (words: string) => note([name], words),
        integrators,
        given: givenElements(values),
        rollback,
        ...calls,
        shared,
      };
      const host = hosts.named(binary.form, `instantiate ${name}`);
      instances.push(completeInstance(await host.open(binary, opening), host.name));
      activity.cells[cell.unit] = nobody;
    }
    for (const [words, names] of confined) note(names, `native code runs ${words}`);
    for (const [name, words] of integrated) note([name], words);
    for (const { units, solver = defaultSolver } of groups)
      note(
        units.map((k) => system.units[k].name),
        `one system, integrated by ${solver}`,
      );
  } catch (error) {
    closeAll(instances, activity);
    throw error;
  }
  opened = true;
  return instances;
}

/** Returns the elements with a value, flat, by the name of their resized array. */
export function givenElements(values: SystemUnit['values']): ReadonlyMap<string, ReadonlySet<number>> {
  const resized = values.filter(({ variable }) => variable.resized === true);
  return new Map(
    resized.map(({ variable, value }) => [
      variable.name,
      new Set(value.flatMap((element, i) => (element === undefined ? [] : [i]))),
    ]),
  );
}

/**
 * Closes every instance, even if closing one of them fails.
 *
 * @returns errors for the author of the FMU. They do not affect the results.
 */
export function closeAll(instances: readonly Instance[], activity: Activity): string[] {
  const faults: string[] = [];
  for (const [k, instance] of instances.entries())
    try {
      activity.cells[cell.unit] = k;
      instance.close();
    } catch (error) {
      const { reason } = error as Partial<FmuGoneError>;
      faults.push(
        new UserError(`${instance.name}, at the end of the run: ${reason ?? messageOf(error)}`).message,
      );
    }
  return faults;
}
