import type { InstantiateOptions } from '../../host/fmi-api.ts';
import { provoke } from './exercise-fmu.ts';
import type { Probe } from './fmu-probe.ts';
import { outputs, running } from './variable-selection.ts';

/** Lets a unit do a little of everything, an error at the end included, so that it has reason to talk. */
export function chatter(probe: Probe, options: Partial<InstantiateOptions> = {}): void {
  const { target } = probe;
  probe.reach(running(target), options);
  if (target.kind !== 'scheduledExecution') for (let n = stepsOf(probe); n > 0; n--) probe.advance();
  probe.snapshot(outputs(target));
  if (provoke(probe) === undefined) return;
  probe.do('reset');
  probe.free();
}

/** Of the default experiment so much that there may be something to talk of. */
function stepsOf({ description, stepSize }: Probe): number {
  const { startTime = 0, stopTime = Number.POSITIVE_INFINITY } = description.defaultExperiment ?? {};
  return Math.max(1, Math.min(40, Math.floor((stopTime - startTime) / stepSize - 1e-9)));
}
