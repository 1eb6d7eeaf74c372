import { toldInternalStep, usableExperiment } from '../../fmu-sdk/description/default-experiment.ts';
import { powerOfTen } from '../../fmu-sdk/description/values/decimal-text.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { SystemFile } from '../system/system.ts';
import type { Leaf } from './connections/ssp-network.ts';
import type { SystemStructure } from './ssd/system-structure.ts';
import type { Extension } from './ssp-annotation.ts';
import type { SspOptions } from './ssp-options.ts';

/**
 * Returns times and communication step [s]. Defaults: the run ends at the stop time of the
 * description or the last unit. The step is the smallest one of a unit, or the power of ten that
 * gives 300 to 3000 steps. It is reduced so that the run is a whole number of steps.
 */
export function experimentOf(
  structure: SystemStructure,
  leaves: readonly Leaf[],
  options: SspOptions,
  { algorithm }: Extension,
): Pick<SystemFile, 'startTime' | 'stopTime' | 'algorithm'> {
  const experiments = leaves.map(({ component }) => usableExperiment(component.description));
  const told = usableExperiment({ defaultExperiment: structure });
  const startTime = options.startTime ?? told.startTime ?? 0;
  const stops = experiments.flatMap(({ stopTime }) => stopTime ?? []);
  const stopTime =
    options.stopTime ?? told.stopTime ?? (stops.length > 0 ? Math.max(...stops) : startTime + 1);
  const duration = stopTime - startTime;
  if (!(duration > 0))
    throw new UserError(
      `run ${structure.name}: stop time: expected a time after the start time ${startTime} s, got ${stopTime} s.`,
    );
  const steps = leaves.flatMap(({ component: { description } }, i) => {
    return experiments[i].stepSize ?? toldInternalStep(description) ?? [];
  });
  const wanted =
    options.step ??
    algorithm?.step ??
    (steps.length > 0 ? Math.min(...steps) : powerOfTen(Math.round(Math.log10(duration)) - 3));
  const count = duration / wanted;
  const whole = options.step !== undefined || Math.abs(count - Math.round(count)) < 1e-6;
  const step = whole ? wanted : duration / Math.ceil(count);
  return { startTime, stopTime, algorithm: { scheme: 'jacobi', ...algorithm, step } };
}
