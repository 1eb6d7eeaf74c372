import { toldInternalStep } from '../../../fmu-sdk/description/default-experiment.ts';
import type { ComponentBinary } from '../../../fmu-sdk/host/component/open-component.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem, SystemUnit } from '../system.ts';

/**
 * Reports whether the internal step of a unit is information. FMUs of other tools accept any
 * communication step (FMI 3.0.2, 4.4: the importer should use a multiple). Units of fmukit and
 * custom hosts refuse a step that is not a multiple.
 */
export function takesAnyStep({ binary }: Pick<SystemUnit, 'binary'>): boolean {
  if (binary.form !== 'component') return binary.form === 'native';
  return (binary as ComponentBinary).component.form !== 'core';
}

/**
 * Returns the internal step of unit k that limits the steps of a coupling scheme [s]. It is 0 if
 * the unit accepts any step and the communication step ignores its internal step.
 */
export function bindingStep(system: CheckedSystem, instances: readonly Instance[], k: number): number {
  const h = instances[k].internalStep();
  return h > 0 && takesAnyStep(system.units[k]) && !isMultiple(system.step, h) ? 0 : h;
}

/** Reports whether a step is a whole multiple of the internal step h, within rounding. */
export function isMultiple(step: number, h: number): boolean {
  const n = Math.round(step / h);
  return n >= 1 && Math.abs(n * h - step) <= 1e-9 * step;
}

/** Returns notes on communication steps that are not multiples of what an FMU of another tool tells. */
export function notesOnInternalSteps(units: readonly SystemUnit[], H: number): string[] {
  return units.flatMap((unit) => {
    const h = toldInternalStep(unit.description);
    const { kind } = unit.binary as { kind?: string };
    const { step = H } = unit;
    const fits = h === undefined || isMultiple(step, h);
    return kind !== 'coSimulation' || fits || !takesAnyStep(unit)
      ? []
      : [
          `the step ${step} s of ${unit.name} is not a whole multiple of its internal step ${h} s (fixedInternalStepSize), so its results may be up to an internal step early or late`,
        ];
  });
}
