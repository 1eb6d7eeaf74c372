import { UserError } from '../../util/user-error.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { RunPosition } from './compare-runs.ts';
import { methodLocation } from './method-location.ts';
import { atPlace, describeFailure, type UnitFailure } from './reference-unit.ts';

/**
 * Returns true if this failure is acceptable. A unit may reject unsupported random parameters, and
 * inputs without min and max, by `fail`. It must not trap, and with default parameters it must work
 * inside its own bounds.
 */
export function isAccepted({ byFailCall }: UnitFailure, manifest: Manifest, run: number): boolean {
  const inputs = manifest.variables.filter((v) => v.causality === 'input' && /^(Float|U?Int)/.test(v.type));
  const bounded = inputs.every((v) => v.min !== undefined && v.max !== undefined);
  return byFailCall && (run > 0 || !bounded);
}

/** Returns the error for a run with an unacceptable failure. */
export function failureError(failing: UnitFailure, where: RunPosition): UserError {
  const { reason, byFailCall, place: line } = failing;
  const words = byFailCall
    ? `gives up inside its own bounds${atPlace(line)}: ${reason}`
    : describeFailure(failing);
  return new UserError(
    `differential ${describePosition(where)}: it ${words}. ` +
      'Correct it there. A unit may reject unsupported values by fail("…"), or bound its inputs by min and max.',
  );
}

/** Describes a position in a run: `pump: run 0 (default parameters), step 3 (t = 0.3 s)`. */
export function describePosition({ unit, run, step, t }: RunPosition): string {
  const when = step === 0 ? `initialization (t = ${t} s)` : `step ${step} (t = ${t} s)`;
  return `${unit}: run ${run} (${run === 0 ? 'default' : 'random'} parameters), ${when}`;
}

/**
 * Returns the error for a variable that has become NaN. `line` is the source of the first NaN of
 * the step.
 */
export function nanErrorText(
  when: string,
  manifest: Manifest,
  name: string,
  line: string | undefined,
): string {
  return invalidValueText(when, manifest, { name, what: 'NaN' }, line && `which first arises at ${line}`);
}

/** A variable and its invalid value. */
export interface InvalidValue {
  name: string;
  what: string;
  isInfinite?: boolean;
}

/** Returns the error for an invalid value. `from` names its source, if it is known. */
export function invalidValueText(
  when: string,
  { variables }: Manifest,
  { name, what }: InvalidValue,
  from?: string,
): string {
  const { unit } = variables.find((v) => v.name === name.replace(/\[.*$/, '')) ?? {};
  return (
    `${when}: ${name}${unit === undefined ? '' : ` [${unit}]`} is ${what}${from === undefined ? '' : `, ${from}`}. ` +
    `Correct it${from === undefined ? '' : ' there'}, or reject its cause by fail("…").`
  );
}

/** Rejects an invalid internal step. `when` names the operation and the unit. */
export function refuseInternalStep(when: string, folder: string, h: number): void {
  if (h >= 0 && Number.isFinite(h)) return;
  throw new UserError(
    `${when}: internalStep() at ${methodLocation(folder, 'internalStep')} returned ${h} s, which is not an internal step. ` +
      'Return seconds above 0, or 0.0 for a unit that takes every communication step whole.',
  );
}
