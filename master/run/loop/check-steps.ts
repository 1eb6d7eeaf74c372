import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { mostInternalSteps } from '../../../fmu-sdk/host/wasm/wasm-instance.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { isMultiple, takesAnyStep } from '../../system/structure/internal-steps.ts';
import type { CheckedSystem } from '../../system/system.ts';

/**
 * Refuses a communication step that is not a multiple of the internal step, and fast units with
 * different internal steps.
 */
export function checkSteps(system: CheckedSystem, instances: readonly Instance[]): void {
  const { name, units, interfaceModels } = system;
  const counts = instances.map((instance, k) => {
    const h = instance.internalStep();
    const { step = system.step } = units[k];
    const named =
      units[k].step === undefined ? `communication step H = ${step} s` : `step ${step} s of ${units[k].name}`;
    const n = h > 0 ? Math.round(step / h) : 1;
    if (h > 0 && !isMultiple(step, h) && !takesAnyStep(units[k]))
      throw new UserError(
        `run ${name}: the ${named} is not a whole multiple of the internal step ` +
          `h = ${h} s of ${units[k].name}. Use ${units[k].step === undefined ? 'H' : 'a step'} = ${Number((Math.max(1, n) * h).toPrecision(12))} s, or another h.`,
      );
    if (n > mostInternalSteps(instance))
      throw new UserError(
        `run ${name}: the ${named} has ${n} internal steps of h = ${h} s of ${units[k].name}, which supports at most ${mostInternalSteps(instance)} per communication step. Use a smaller ${units[k].step === undefined ? 'H' : 'step'}, or a larger h.`,
      );
    return Math.max(1, n);
  });
  for (const model of interfaceModels) {
    const fast = model.ports.map((port) => port.force.unit);
    if (new Set(fast.map((k) => counts[k])).size > 1)
      throw new UserError(
        `interface model ${model.name}: ${fast.map((k) => `${units[k].name} (h = ${instances[k].internalStep()} s)`).join(' and ')} ` +
          'have different internal steps. Use the same internal step for both.',
      );
  }
}
