import { usableExperiment } from '../../../description/default-experiment.ts';
import type { InstantiateOptions } from '../../../host/instance/fmi-api.ts';
import type { Probe } from '../fmu-probe.ts';
import { outputs, running } from '../values/variable-selection.ts';
import { provokeError } from './exercise-fmu.ts';

/**
 * Makes calls of many kinds, finally one with an error, so that the FMU has reason to log messages.
 */
export function exerciseUntilError(probe: Probe, options: Partial<InstantiateOptions> = {}): void {
  const { target } = probe;
  probe.reach(running(target), options);
  if (target.kind !== 'scheduledExecution') for (let n = stepsOf(probe); n > 0; n--) probe.advance();
  probe.snapshot(outputs(target));
  if (provokeError(probe) === undefined) return;
  probe.do('reset');
  probe.free();
}

/**
 * Returns the number of steps of the default experiment that are likely to cause log messages, at
 * most 40.
 */
function stepsOf({ description, stepSize }: Probe): number {
  const { startTime = 0, stopTime = Number.POSITIVE_INFINITY } = usableExperiment(description);
  return Math.max(1, Math.min(40, Math.floor((stopTime - startTime) / stepSize - 1e-9)));
}
