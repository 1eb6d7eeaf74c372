import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { mostInternalSteps, rejectsCorrectly } from '../../../fmu-sdk/host/wasm/wasm-instance.ts';
import { UserCode } from '../../../fmu-sdk/util/user-code.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';

/**
 * Refuses a step from t by H [s] with the unit's reason, unless `answer` is 0.
 */
export function refuseStep(instance: Instance, t: number, H: number, answer: number): void {
  if (!rejectsCorrectly(instance, H, answer)) return;
  const host = new UserCode(`step ${instance.name}: its host`);
  host.requireSynchronous('step', answer);
  const h = instance.internalStep();
  if (answer !== -1 || !(h > 0))
    host.refuse(`answers ${String(answer)} to the step by H = ${H} s at t = ${t} s`);
  const n = Math.max(1, Math.round(H / h));
  const whole = Number((n * h).toPrecision(12));
  throw new UserError(
    n > mostInternalSteps(instance)
      ? `step ${instance.name}: H = ${H} s at t = ${t} s has ${n} internal steps of h = ${h} s, more than the unit supports. Use a smaller step in the coupling scheme, or a larger h.`
      : `step ${instance.name}: H = ${H} s at t = ${t} s is not a whole multiple of its internal step h = ${h} s. Use a step of ${whole} s in the coupling scheme, or another h.`,
  );
}

/** Refuses invalid arguments of `advance` from a coupling scheme. */
export function refuseAdvance(
  { name, units, scheme }: CheckedSystem,
  unit: number,
  t: number,
  H: number,
): never {
  throw new UserError(
    `run ${name}: invalid call advance(${unit}, ${t}, ${H}) in the coupling scheme "${scheme}". Pass a unit from 0 to ${units.length - 1}, a time [s], and a step above 0 [s].`,
  );
}
