import type { Instance } from '../../fmu-sdk/host/instance.ts';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import { someNames } from '../../fmu-sdk/util/printable.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Activity } from '../coupling/activity.ts';
import type { CouplingScheme } from '../coupling/coupling.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import type { ObserverKind } from '../observe/observer.ts';
import type { CheckedSystem } from '../system/system.ts';

/** What of a run can be looked at between two steps. */
export interface Sight {
  readonly system: CheckedSystem;
  readonly instances: readonly Instance[];
  readonly activity: Activity;
  /** Units that the scheme lets step at the same time as others. */
  readonly atOnce: ReadonlySet<number>;
  /** Steps of the run, and those that are done. */
  readonly steps: number;
  readonly n: number;
  /** The present communication point [s], and as messages tell it. */
  time(): number;
  told(): number;
}

/** Looks at a run now and then, and may have it left. It changes nothing in it. */
export interface Lookout {
  /** Looks between two steps. The number of steps before which it looks again; the present one: the run is to be left. */
  look(sight: Sight): number;
}

/** What a session may be given; everything has a default. */
export interface SessionOptions {
  /** Where it says what it is doing. */
  activity?: Activity | undefined;
  /** The system's units in their order; left out, all of them are sealed units that run here. */
  instances?: readonly Instance[] | undefined;
  /** Coupling schemes and extrapolations beside those of this package. */
  couplings?: readonly CouplingScheme[] | undefined;
  extrapolations?: readonly Extrapolation[] | undefined;
  /** Integrators beside those of this package, for schemes that integrate units together. */
  integrators?: readonly Method[] | undefined;
  /** Whether nobody but this package's own observers looks at the run, so that a lone unit may do steps ahead. */
  foresight?: boolean | undefined;
  /** Whether observers are told of events inside of steps: of a lone unit, or of a scheme that hands them on. */
  events?: boolean | undefined;
  /** Who looks at the run now and then. */
  lookout?: Lookout | undefined;
  /** Observers after the residuals and the balance, in this order. */
  observers?: readonly ObserverKind[] | undefined;
  /** Those of this package behind them. */
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
  lookout: 'object',
  observers: 'named',
  inner: 'named',
};

/** What every instance is asked before its first step is over. */
const asked = ['view', 'initialize', 'exitInitialization', 'step'] as const;

/** Refuses what a caller without types takes for options of a session. It costs less than a microsecond, since a study makes thousands a second. */
export function requireSessionOptions(system: CheckedSystem, options: SessionOptions): void {
  const what = `start a session ${system.name}`;
  requireOptions(what, options, sessionKinds);
  const { activity, instances, lookout, inner = [] } = options;
  if (activity !== undefined && !(activity.cells instanceof Int32Array && activity.cells.length > 2))
    throw new UserError(
      `${what}: activity: it has no cells. Give { cells: new Int32Array(4) }, or leave it out.`,
    );
  if (lookout !== undefined && typeof lookout.look !== 'function')
    throw new UserError(`${what}: lookout: it has no look(). Give an object that has one, or leave it out.`);
  for (const { name, observe } of inner)
    if (typeof observe !== 'function')
      throw new UserError(
        `${what}: inner: the observer "${name}" has no observe(). Give it one, or leave it out.`,
      );
  if (instances !== undefined) requireInstances(what, system, instances);
}

function requireInstances(what: string, { units }: CheckedSystem, instances: readonly Instance[]): void {
  const next = 'Give one of each unit in the order of the system, or leave them out.';
  if (instances.length !== units.length)
    throw new UserError(
      `${what}: instances: there are ${instances.length}, and the system has ${units.length} units (${someNames(units.map(({ name }) => name))}). ${next}`,
    );
  for (let k = 0; k < instances.length; k++) {
    const each = instances[k] as Instance | null | undefined;
    const missing = asked.find((name) => typeof each?.[name] !== 'function');
    if (missing !== undefined)
      throw new UserError(
        `${what}: instances: that of ${units[k].name} is no instance: it has no ${missing}(). ${next}`,
      );
  }
}
