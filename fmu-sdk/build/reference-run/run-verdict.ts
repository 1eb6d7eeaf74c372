import { UserError } from '../../util/user-error.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Where } from './compare-runs.ts';
import { methodPlace } from './method-location.ts';
import { at, ends, type Failing } from './reference-unit.ts';

/**
 * Whether a run may end so. A unit may refuse by `fail` what it does not support: random parameters, and inputs that it
 * has not bounded by min and max. It may not trap, and not give up with its default parameters inside its own bounds.
 */
export function isAccepted({ own }: Failing, manifest: Manifest, run: number): boolean {
  const inputs = manifest.variables.filter((v) => v.causality === 'input' && /^(Float|U?Int)/.test(v.type));
  const bounded = inputs.every((v) => v.min !== undefined && v.max !== undefined);
  return own && (run > 0 || !bounded);
}

/** The error for a run that may not end so. */
export function stopped(failing: Failing, where: Where): UserError {
  const { reason, own, place: line } = failing;
  const words = own ? `gives up inside its own bounds${at(line)}: ${reason}` : ends(failing);
  return new UserError(
    `differential ${place(where)}: it ${words}. ` +
      'Mend it there; what a unit does not support it may refuse by fail("…"), or bound by min and max of its inputs.',
  );
}

/** Where in a drive: `pump: run 0 (default parameters), step 3 (t = 0.3 s)`. */
export function place({ unit, run, step, t }: Where): string {
  const when = step === 0 ? `initialization (t = ${t} s)` : `step ${step} (t = ${t} s)`;
  return `${unit}: run ${run} (${run === 0 ? 'default' : 'random'} parameters), ${when}`;
}

/** The error for a variable that has become NaN; `line` is where the first NaN of the step comes from. */
export function nanMessage(when: string, manifest: Manifest, name: string, line: string | undefined): string {
  return wrongMessage(when, manifest, { name, what: 'NaN' }, line && `which first arises at ${line}`);
}

/** A variable, and a value of it that it may not have. */
export interface Wrong {
  name: string;
  what: string;
  isInfinite?: boolean;
}

/** The error for such a variable; `from` says where that comes from, if it is known. */
export function wrongMessage(
  when: string,
  { variables }: Manifest,
  { name, what }: Wrong,
  from?: string,
): string {
  const { unit } = variables.find((v) => v.name === name.replace(/\[.*$/, '')) ?? {};
  return (
    `${when}: ${name}${unit === undefined ? '' : ` [${unit}]`} is ${what}${from === undefined ? '' : `, ${from}`}. ` +
    `Mend it${from === undefined ? '' : ' there'}, or refuse by fail("…") what leads to it.`
  );
}

/** Refuses an internal step that is none. `when`: what is done, and with which unit. */
export function refuseInternalStep(when: string, folder: string, h: number): void {
  if (h >= 0 && Number.isFinite(h)) return;
  throw new UserError(
    `${when}: internalStep() at ${methodPlace(folder, 'internalStep')} gives ${h} s, which is no internal step. ` +
      'Give seconds above 0, or 0.0 for a unit that takes every communication step whole.',
  );
}
