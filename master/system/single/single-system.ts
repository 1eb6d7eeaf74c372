import {
  toldInternalStep,
  type UsableExperiment,
  usableExperiment,
} from '../../../fmu-sdk/description/default-experiment.ts';
import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { powerOfTen } from '../../../fmu-sdk/description/values/decimal-text.ts';
import type { FmuArchive } from '../../../fmu-sdk/host/choice/host.ts';
import { setValuesOf, splitSetOption } from '../parse-set-option.ts';
import { setTexts } from '../set-values.ts';
import type { SystemFile } from '../system.ts';
import { everyOf, stepFittingInterval } from '../system-overrides.ts';
import type { SingleFmuOptions, SingleRunOptions } from './single-options.ts';

/** Returns a system of one FMU without connections. Its default experiment gives the defaults. */
export function singleSystemFile(
  file: string,
  description: ModelDescription,
  options: SingleFmuOptions & SingleRunOptions,
): SystemFile {
  const name = nameOf(file);
  const experiment = usableExperiment(description);
  const startTime = options.startTime ?? experiment.startTime ?? 0;
  const stopTime = options.stopTime ?? experiment.stopTime ?? startTime + 1;
  const texts = [...(options.set ?? []), ...setTexts(options.values ?? {})].map((text) => {
    const { name: variable, value } = splitSetOption(text, 'name=value, such as k=1200 or L=1200[mm]');
    return [variable, value, variable] as const;
  });
  const { parameters, start } = setValuesOf(description, texts);
  const { kind, solver, tolerance, outputInterval } = options;
  const step =
    options.step ??
    stepFittingInterval(stepOf({ description }, experiment, stopTime - startTime), outputInterval);
  return {
    name,
    units: {
      [name]: {
        fmu: file,
        interface: kind,
        solver,
        tolerance: tolerance ?? experiment.tolerance,
        parameters,
        start,
      },
    },
    algorithm: { scheme: 'jacobi', step },
    startTime,
    stopTime,
    inputs: options.input,
    record: {
      variables: options.record?.map((variable) => `${name}.${variable}`),
      ...(outputInterval !== undefined && { every: everyOf(name, step, outputInterval) }),
    },
  };
}

/** Returns a file's name without folders as a unit name, with invalid characters replaced. */
export function nameOf(file: string): string {
  return file
    .replace(/\.fmu$/i, '')
    .replace(/[^A-Za-z0-9_-]/g, '_')
    .replace(/^(?=-|[0-9]*$)/, '_');
}

/**
 * Returns the communication step of an experiment [s]. It is the step of the experiment, or the
 * power of ten that gives 300 to 3000 steps. The power of ten, and every step of an FMU that requires
 * steps of one size, becomes a multiple of the internal step. The run is a whole number of steps.
 */
export function stepOf(
  { description }: Pick<FmuArchive, 'description'>,
  experiment: UsableExperiment,
  duration: number,
): number {
  const { canHandleVariableCommunicationStepSize: takesAny } = description.coSimulation ?? {};
  const fixed = toldInternalStep(description) ?? 0;
  // An empty or endless run is refused later, whatever its step.
  if (!(duration > 0 && duration < Infinity)) return 1e-3;
  const { stepSize = 0 } = experiment;
  const free = stepSize > 0 ? stepSize : powerOfTen(Math.round(Math.log10(duration)) - 3);
  const isRounded = fixed > 0 && !(stepSize > 0 && takesAny);
  const wanted = isRounded ? Math.max(1, Math.round(free / fixed)) * fixed : free;
  const steps = duration / wanted;
  if (!Number.isFinite(steps)) return wanted;
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? wanted : duration / Math.ceil(steps);
}
