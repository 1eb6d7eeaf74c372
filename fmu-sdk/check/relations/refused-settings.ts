import type { Variable } from '../../description/description.ts';
import type { Target } from '../behaviour/check-target.ts';
import type { Value } from '../behaviour/fmu-probe.ts';
import { keyOf } from './situation.ts';

/**
 * Variables of each target whose setter was refused, by `keyOf` or, for long texts,
 * `longTextOf`, and `derivatives` if those were. Later walks do without them.
 */
const refusedOf = new WeakMap<Target, Set<string>>();

/** Returns the variables whose setter was refused. */
export function refusedSettings(target: Target): Set<string> {
  const known = refusedOf.get(target) ?? new Set();
  refusedOf.set(target, known);
  return known;
}

/** Returns true for a text that an FMU with short buffers may refuse. */
export function isLongText(value: Value): boolean {
  return typeof value === 'string' && value.length > 20;
}

/** Identifies long texts of a variable among refused settings. */
export function longTextOf(variable: Variable): string {
  return `${keyOf(variable)}, long`;
}
