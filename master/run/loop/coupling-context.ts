import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { type Activity, cell, InstanceFailure } from '../../coupling/activity.ts';
import type { CouplingContext } from '../../coupling/coupling.ts';
import { isTickConnection } from '../../coupling/events/point-events.ts';
import { ValueTransfer } from '../../coupling/transfer/value-transfer.ts';
import type { Extrapolation } from '../../extrapolation/extrapolation.ts';
import { extrapolations } from '../../extrapolation/extrapolation-registry.ts';
import type { CheckedSystem, Connection } from '../../system/system.ts';
import { concurrentSteps } from '../threads/concurrent-steps.ts';
import { refuseAdvance, refuseStep } from './refused-step.ts';

/** Parts of a run that a coupling scheme receives. */
export interface CouplingParts
  extends Pick<
    CouplingContext,
    'options' | 'bonds' | 'joints' | 'integrators' | 'drive' | 'stepped' | 'event' | 'refuseInvalid'
  > {
  activity: Activity;
  /** Set to which the scheme adds the units that may step in parallel. */
  atOnce?: Set<number>;
  /** True if ticks of Clocks are passed on at events, and not with other values. */
  ticksApart: boolean;
  /** Custom extrapolations, in addition to the built-in ones. */
  extrapolations?: readonly Extrapolation[];
}

/** Creates the context of a coupling scheme. */
export function couplingContext(
  system: CheckedSystem,
  instances: readonly Instance[],
  { extrapolations: more, activity, atOnce, ticksApart, ...run }: CouplingParts,
): CouplingContext {
  const known = extrapolations.with(more);
  const extrapolationOf = ({ extrapolation }: Connection): Extrapolation | undefined =>
    extrapolation === undefined ? undefined : known.named(extrapolation, `run ${system.name}`);
  return {
    ...run,
    system,
    instances,
    activity,
    exchange: (connections) =>
      new ValueTransfer(
        ticksApart ? connections.filter((c) => !isTickConnection(instances, c)) : connections,
        instances,
        system.step,
        extrapolationOf,
      ),
    together: (units) => {
      for (const k of units)
        if (instances[k] === undefined) refuseAdvance(system, k, system.startTime, system.step);
      if (units.length > 1) for (const k of units) atOnce?.add(k);
      return concurrentSteps(units, instances, activity);
    },
    advance: (unit, t, H) => {
      const instance = instances[unit];
      if (instance === undefined || !(t + H > t)) refuseAdvance(system, unit, t, H);
      activity.cells[cell.unit] = unit;
      try {
        const answer = instance.step(t, H);
        if (answer !== 0) refuseStep(instance, t, H, answer);
      } catch (thrown) {
        throw new InstanceFailure(unit, t, thrown);
      }
    },
  };
}
