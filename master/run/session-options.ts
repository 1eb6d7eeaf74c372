import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import { someNames } from '../../fmu-sdk/util/printable.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Activity } from '../coupling/activity.ts';
import type { CouplingScheme } from '../coupling/coupling.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import type { ObserverKind } from '../observe/observer.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { VerdictLimits } from '../verdict/thresholds.ts';

/** State of a run that a monitor can inspect between two steps. */
export interface RunProgress {
  readonly system: CheckedSystem;
  readonly instances: readonly Instance[];
  readonly activity: Activity;
  /** Units that the scheme steps in parallel. */
  readonly atOnce: ReadonlySet<number>;
  /** Number of steps of the run, and number of completed steps. */
  readonly steps: number;
  readonly n: number;
  /** Present communication point [s], and its decimal form for messages. */
  time(): number;
  displayTime(): number;
}

/** Inspects a run at intervals without changing it, and may abandon it. */
export interface RunMonitor {
  /**
   * Inspects the run between two steps. Returns the step before which it inspects again. The
   * present step abandons the run.
   */
  look(sight: RunProgress): number;
}

/** Options of a session. */
export interface SessionOptions {
  /** Shared memory for reporting progress. */
  activity?: Activity | undefined;
  /**
   * Instances of the units in the system's order. Default: new instances, if all units are fmukit
   * FMUs.
   */
  instances?: readonly Instance[] | undefined;
  /** Custom coupling schemes and extrapolations, in addition to the built-in ones. */
  couplings?: readonly CouplingScheme[] | undefined;
  extrapolations?: readonly Extrapolation[] | undefined;
  /**
   * Custom integrators for schemes that integrate units together, in addition to the built-in ones.
   */
  integrators?: readonly Method[] | undefined;
  /** True if only fmukit's own observers watch the run, so that a single unit may look ahead. */
  foresight?: boolean | undefined;
  /**
   * Notifies observers of events inside steps, for a single unit or a scheme that supports events.
   */
  events?: boolean | undefined;
  /** Limits of the verdict on the run. Default: `defaultLimits`. */
  limits?: VerdictLimits | undefined;
  /** Monitor of the run. */
  monitor?: RunMonitor | undefined;
  /** Custom observers, called in this order after the built-in ones. */
  observers?: readonly ObserverKind[] | undefined;
  /** Built-in observers that are called after the custom ones. */
  inner?: readonly ObserverKind[] | undefined;
}

const sessionKinds: OptionTable<SessionOptions> = {
  activity: 'object',
  instances: 'list',
  couplings: 'named',
  extrapolations: 'named',
  integrators: 'named',
  foresight: 'boolean',
  events: 'boolean',
  limits: 'object',
  monitor: 'object',
  observers: 'named',
  inner: 'named',
};

/** Methods of every instance that are used up to the end of its first step. */
const requiredMethods = ['view', 'initialize', 'exitInitialization', 'step'] as const;

/**
 * Validates the options of untyped callers. Takes less than a microsecond, because a study starts
 * thousands of sessions a second.
 */
export function requireSessionOptions(system: CheckedSystem, options: SessionOptions): void {
  const what = `start a session ${system.name}`;
  requireOptions(what, options, sessionKinds);
  const { activity, instances, monitor, inner = [] } = options;
  if (activity !== undefined && !(activity.cells instanceof Int32Array && activity.cells.length > 2))
    throw new UserError(
      `${what}: activity: expected { cells: new Int32Array(4) }. Pass this, or remove the option.`,
    );
  if (monitor !== undefined && typeof monitor.look !== 'function')
    throw new UserError(`${what}: monitor: expected an object with look(). Pass one, or remove the option.`);
  for (const { name, observe } of inner)
    if (typeof observe !== 'function')
      throw new UserError(
        `${what}: inner: the observer "${name}" lacks observe(). Add it, or remove the observer.`,
      );
  if (instances !== undefined) requireInstances(what, system, instances);
}

function requireInstances(what: string, { units }: CheckedSystem, instances: readonly Instance[]): void {
  const next = 'Pass one for each unit in the order of the system, or remove the option.';
  if (instances.length !== units.length)
    throw new UserError(
      `${what}: instances: got ${instances.length}, but the system has ${units.length} units (${someNames(units.map(({ name }) => name))}). ${next}`,
    );
  for (let k = 0; k < instances.length; k++) {
    const item = instances[k] as Instance | null | undefined;
    const missing = requiredMethods.find((name) => typeof item?.[name] !== 'function');
    if (missing !== undefined)
      throw new UserError(`${what}: instances: the instance of ${units[k].name} lacks ${missing}(). ${next}`);
  }
}
