import { elementCount, type Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import type { Random } from '../../../util/seeded-random.ts';
import type { Probe, Value } from '../fmu-probe.ts';
import { otherValues } from './variable-selection.ts';

/** A known that can be moved: an input, a parameter, a start value or a continuous state. */
export interface Known {
  readonly variable: Variable;
  /** Index of its first element in the vector of continuous states, with which it is set. */
  readonly state?: number;
}

/** Returns the present values of a known, or undefined if it cannot be read. */
export function knownValues(probe: Probe, { variable, state }: Known): Value[] | undefined {
  if (state === undefined) {
    const { status: answer, values } = probe.read(variable);
    return answer <= status.warning ? values : undefined;
  }
  if (probe.do('getContinuousStates') > status.warning) return undefined;
  return [...probe.vectorFor('getContinuousStates').slice(state, state + elementCount(variable))];
}

/** Sets a known. Returns false if the FMU refuses the values. */
export function setKnownValues(probe: Probe, { variable, state }: Known, values: readonly Value[]): boolean {
  if (state === undefined) return probe.write(variable, values) <= status.warning;
  if (probe.do('getContinuousStates') > status.warning) return false;
  values.forEach((value, i) => {
    probe.vectorFor('getContinuousStates')[state + i] = Number(value);
  });
  return probe.do('setContinuousStates') <= status.warning;
}

/** Distance of far values from a value, relative to its magnitude. */
const far = 5;

/**
 * Returns a value of a real variable far from `x`, or anywhere between two bounds. `share` (0 … 1) says
 * where in this range.
 */
export function farValue(variable: Variable, x: number, share: number): number {
  const [low, high] = boundsOf(variable);
  if (Number.isFinite(high - low)) return low + share * (high - low);
  return Math.min(high, Math.max(low, x + far * (2 * share - 1) * sizeOf(variable, x)));
}

/** Returns a random value of a real variable: half of them near `x`, the others far from it. */
export function valueAnywhere(variable: Variable, x: number, next: Random): number {
  const share = next();
  if (next() < 0.5) return farValue(variable, x, share);
  const [low, high] = boundsOf(variable);
  return Math.min(high, Math.max(low, x + (2 * share - 1) * sizeOf(variable, x)));
}

function boundsOf({ min, max }: Variable): [number, number] {
  return [Number(min ?? -Infinity), Number(max ?? Infinity)];
}

function sizeOf({ nominal }: Variable, x: number): number {
  return Math.abs(x) || Math.abs(Number(nominal ?? 1)) || 1;
}

/**
 * Returns other values of a known: real numbers at a random distance within their bounds, half of
 * them far away.
 */
export function movedValues(
  probe: Probe,
  { variable, state }: Known,
  values: readonly Value[],
  next: Random,
): Value[] | undefined {
  if (!variable.type.startsWith('Float')) return otherValues(probe.target, variable, values);
  const { min, max, nominal } = variable;
  const [low, high] =
    state === undefined ? [Number(min ?? -Infinity), Number(max ?? Infinity)] : [-Infinity, Infinity];
  const moved = values.map((value) => {
    const x = Number(value);
    const reach = next() < 0.5 ? 1 : far;
    const size = reach * (Math.abs(x) || Math.abs(Number(nominal ?? 1)) || 1) * (0.1 + 0.9 * next());
    const y = Math.min(high, Math.max(low, next() < 0.5 ? x - size : x + size));
    const other = y === x ? Math.min(high, Math.max(low, x + size)) : y;
    return variable.type === 'Float32' ? Math.fround(other) : other;
  });
  return moved.some((x, i) => x === values[i] || !Number.isFinite(x)) ? undefined : moved;
}
