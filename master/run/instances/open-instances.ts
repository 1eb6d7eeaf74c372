import type { CallRecorder, Gathering, Host } from '../../../fmu-sdk/host/choice/host.ts';
import { completeInstance } from '../../../fmu-sdk/host/instance/complete-instance.ts';
import { FmuGoneError } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { CallTrace } from '../../../fmu-sdk/host/instance/traced-calls.ts';
import type { KeptLibraries } from '../../../fmu-sdk/host/native/process/kept-libraries.ts';
import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';
import type { Registry } from '../../../fmu-sdk/util/registry.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Activity, cell, nobody } from '../../coupling/activity.ts';
import { sharedBy } from '../../coupling/fast-path/choose-fast-path.ts';
import { lastTime } from '../../system/checks/check-times.ts';
import type { CheckedSystem, SystemUnit } from '../../system/system.ts';
import { openInOrder } from './open-in-order.ts';
import { OpeningNotes } from './opening-notes.ts';
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
  const notes = new OpeningNotes(system, note);
  const end = lastTime(system);
  const hostOf = (k: number): Host => {
    const { name, binary } = system.units[k];
    return hosts.named(binary.form, `instantiate ${name}`);
  };
  const open = async (k: number): Promise<Instance> => {
    const { name, binary, description, values } = system.units[k];
    const host = hostOf(k);
    const opening = host.open(binary, {
      name,
      description,
      stopTime: end,
      // Shorter than the limit at which the watching thread ends the run.
      callSeconds: 0.8 * system.stepSeconds,
      wallSeconds: 0.8 * system.wallSeconds,
      called: () => {
        activity.cells[cell.unit] = k;
      },
      ...notes.of(k),
      integrators,
      given: givenElements(values),
      rollback,
      ...calls,
      shared,
    });
    const instance = await opening.catch((error: unknown) => {
      throw namedFor(name, system, error);
    });
    activity.cells[cell.unit] = nobody;
    return completeInstance(instance, host.name);
  };
  // Calls of several units are traced and recorded in their order.
  const isOrdered = calls.trace !== undefined || calls.record !== undefined;
  const isAside = (k: number): boolean =>
    !isOrdered && hostOf(k).startsProcess?.(system.units[k].binary) === true;
  const units = indices ?? [...system.units.keys()];
  if (options.kept === undefined) await gather(units, hostOf, system, { shared, rollback });
  const instances = await openInOrder(units, { isAside, open }, (opened) => closeAll(opened, activity));
  notes.tell();
  return instances;
}

/** Lets each host prepare what its instances share. */
async function gather(
  units: readonly number[],
  hostOf: (k: number) => Host,
  system: CheckedSystem,
  gathering: Gathering,
): Promise<void> {
  for (const host of new Set(units.map(hostOf)))
    await host.gather?.(
      units.filter((k) => hostOf(k) === host).map((k) => system.units[k]),
      gathering,
    );
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
 * Adds the name of a unit to the error about its process, which names the file. Several units of a
 * system may use one file.
 */
export function namedFor(unit: string, { units }: Pick<CheckedSystem, 'units'>, error: unknown): unknown {
  if (!(error instanceof FmuGoneError) || units.length < 2) return error;
  const named = (text: string): string =>
    text.replace(/^run (.*?): /, (_, file) => `run ${file} (unit ${unit}): `);
  const { reason, log, end } = error;
  return new FmuGoneError(named(reason), log, { ...end, shared: end.shared && named(end.shared) });
}

/**
 * Closes every instance, even if closing one of them fails. After a request to stop, a killed process
 * is not an error: a forced end of the run kills them.
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
      const { reason, end } = error as Partial<FmuGoneError>;
      if (activity.cells[cell.stop] === 1 && end?.signal === 'SIGKILL') continue;
      faults.push(
        new UserError(`${instance.name}, at the end of the run: ${reason ?? messageOf(error)}`).message,
      );
    }
  return faults;
}
