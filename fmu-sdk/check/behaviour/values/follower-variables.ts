import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import type { Probe } from '../fmu-probe.ts';
import { quantity } from './message-text.ts';
import { differs } from './rounding-difference.ts';
import { otherValues } from './variable-selection.ts';

/** A variable that has changed when another was set. */
export interface Follower {
  name: string;
  value: string;
  expected: string;
}

/**
 * Sets `known` to other values, finds the `unknowns` that change, and restores `known`. Returns
 * undefined if `known` cannot be set.
 */
export function followers(
  probe: Probe,
  known: Variable,
  unknowns: readonly Variable[],
): Follower[] | undefined {
  const { status: got, values } = probe.read(known);
  const other = got > status.warning ? undefined : otherValues(probe.target, known, values);
  if (other === undefined) return undefined;
  const before = probe.snapshot(unknowns);
  if (probe.write(known, other) > status.warning) return undefined;
  const after = probe.snapshot(unknowns);
  probe.write(known, values);
  return unknowns.flatMap((unknown) => {
    const [was, is] = [before.get(unknown.name), after.get(unknown.name)];
    if (was === undefined || is === undefined || !differs(was, is)) return [];
    return { name: unknown.name, value: quantity(unknown, is), expected: quantity(unknown, was) };
  });
}
