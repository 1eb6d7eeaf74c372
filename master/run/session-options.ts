import { UserError } from '../../fmu-sdk/error.ts';
import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/options.ts';
import { someNames } from '../../fmu-sdk/printable.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { SessionOptions } from './session.ts';

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
