import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { mostInternalSteps, refuses } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { OwnCode } from '../../fmu-sdk/util/user-code.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../system/system.ts';

/** Says why a unit did not do the step from t by H [s] that it was asked for, if so: `answer` is not 0. */
export function refuseStep(instance: Instance, t: number, H: number, answer: number): void {
  if (!refuses(instance, H, answer)) return;
  const host = new OwnCode(`step ${instance.name}: its host`);
  host.done('step', answer);
  const h = instance.internalStep();
  if (answer !== -1 || !(h > 0))
    host.refuse(`answers ${String(answer)} to the step by H = ${H} s at t = ${t} s`);
  const n = Math.max(1, Math.round(H / h));
  const whole = Number((n * h).toPrecision(12));
  throw new UserError(
    n > mostInternalSteps(instance)
      ? `step ${instance.name}: H = ${H} s at t = ${t} s has ${n} internal steps of h = ${h} s, more than it can count. Have the coupling scheme make a smaller step, or give it a larger h.`
      : `step ${instance.name}: H = ${H} s at t = ${t} s is no whole multiple of its internal step h = ${h} s. Have the coupling scheme step it by ${whole} s, or give it another h.`,
  );
}

/** Refuses an `advance` of a coupling scheme that is none. */
export function refuseAdvance(
  { name, units, scheme }: CheckedSystem,
  unit: number,
  t: number,
  H: number,
): never {
  throw new UserError(
    `run ${name}: advance(${unit}, ${t}, ${H}) of the coupling scheme "${scheme}" is no step. Give a unit from 0 to ${units.length - 1}, a time [s], and a step above 0 [s].`,
  );
}
