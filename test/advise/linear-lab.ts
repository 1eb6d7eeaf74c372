import type { TrialRunner } from '../../master/advise/trials/trial-runner.ts';
import type { CouplingScheme } from '../../master/coupling/coupling.ts';
import { couplings } from '../../master/coupling/scheme-registry.ts';
import { Session } from '../../master/run/loop/session.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { type Coupled, runOf, unitsOf } from '../problems/coupled/coupled.ts';

/** Prepares a problem for trials, with a given number of communication steps. */
export function linearLab(
  problem: Coupled,
  steps: number,
  more: readonly CouplingScheme[] = [],
  change: (system: CheckedSystem) => CheckedSystem = (system) => system,
): TrialRunner {
  const { session } = runOf(problem, { scheme: 'jacobi', step: problem.stopTime / steps });
  return {
    system: change(session.system),
    schemes: [...couplings.all, ...more],
    extrapolations: [],
    cpuSeconds: () => process.cpuUsage().user / 1e6,
    open: (variant, prepare) => {
      const instances = unitsOf(problem);
      prepare(instances);
      return { run: new Session(variant, { instances, couplings: more }), close: () => {} };
    },
  };
}
