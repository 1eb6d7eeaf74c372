import type { Host } from '../../../fmu-sdk/host/choice/host.ts';
import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';
import type { Registry } from '../../../fmu-sdk/util/registry.ts';
import type { TrialRunner } from '../../advise/trials/trial-runner.ts';
import type { Activity } from '../../coupling/activity.ts';
import type { CouplingScheme } from '../../coupling/coupling.ts';
import { couplings } from '../../coupling/scheme-registry.ts';
import type { Extrapolation } from '../../extrapolation/extrapolation.ts';
import {
  byOrder,
  extrapolations as knownExtrapolations,
} from '../../extrapolation/extrapolation-registry.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { closeAll, openInstances } from '../instances/open-instances.ts';
import { PlannedRun } from '../run-plan.ts';
import { rollsBack } from './scheme-choice.ts';

/** Options of trial runs of system variants. */
export interface TrialOptions {
  hosts: Registry<Host>;
  integrators?: readonly Method[];
  /** Custom schemes and extrapolations, in addition to the built-in ones. */
  couplings?: readonly CouplingScheme[];
  extrapolations?: readonly Extrapolation[];
  /** Memory in which the thread reports the computing unit. */
  activity?: Activity;
  stop?: () => boolean;
}

/** Returns a runner for variants of a system. Each variant gets new instances in this thread. */
export function trialRunnerOf(system: CheckedSystem, options: TrialOptions): TrialRunner {
  const { hosts, integrators, couplings: more, extrapolations, stop } = options;
  const activity = options.activity ?? { cells: new Int32Array(4) };
  return {
    system,
    schemes: couplings.with(more).all,
    extrapolations: knownExtrapolations
      .with(extrapolations)
      .all.filter((extrapolation) => !byOrder.includes(extrapolation)),
    stop,
    cpuSeconds: () => {
      if (typeof process === 'undefined') return performance.now() / 1000;
      const { user, system: kernel } = process.cpuUsage();
      return (user + kernel) / 1e6;
    },
    open: async (variant, prepare) => {
      const rollback = rollsBack(variant, more);
      const instances = await openInstances(variant, activity, hosts, { integrators, rollback });
      const close = (): void => void closeAll(instances, activity);
      try {
        prepare(instances);
        return {
          run: new PlannedRun({
            ...{ system: variant, activity, instances, extrapolations, integrators },
            couplings: more,
          }).session,
          close,
        };
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}
