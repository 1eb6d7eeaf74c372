import { powerOfTen } from '../../fmu-sdk/description/values/decimal-text.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { SystemFile } from '../system/system.ts';
import type { Extension } from './ssp-annotation.ts';
import type { Leaf } from './ssp-network.ts';
import type { SspOptions } from './ssp-options.ts';
import type { SystemStructure } from './system-structure.ts';

/**
 * Times and communication step [s]. Without a word, the run ends where the description, or the last of the units, says;
 * the step is the smallest that a unit names, or the power of ten that makes 300 to 3000 of the run, and divided so that
 * the run is a whole number of them.
 */
export function experimentOf(
  structure: SystemStructure,
  leaves: readonly Leaf[],
  options: SspOptions,
  { algorithm }: Extension,
): Pick<SystemFile, 'startTime' | 'stopTime' | 'algorithm'> {
  const experiments = leaves.map(({ component }) => component.description.defaultExperiment ?? {});
  const startTime = options.startTime ?? structure.startTime ?? 0;
  const stops = experiments.flatMap(({ stopTime }) => stopTime ?? []);
  const stopTime =
    options.stopTime ?? structure.stopTime ?? (stops.length > 0 ? Math.max(...stops) : startTime + 1);
  const duration = stopTime - startTime;
  if (!(duration > 0))
    throw new UserError(
      `run ${structure.name}: stop time ${stopTime} s is not after the start time ${startTime} s.`,
    );
  const steps = leaves.flatMap(({ component: { description } }, i) => {
    return experiments[i].stepSize ?? description.coSimulation?.fixedInternalStepSize ?? [];
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
