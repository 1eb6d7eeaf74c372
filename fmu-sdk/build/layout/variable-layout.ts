import {
  acceptsPolynomial,
  type Causality,
  elementCount,
  enumerationItems,
  type FmiType,
  type ModelDescription,
  type Variability,
  type Variable,
} from '../../description/description.ts';
import { clockKind, intervalIsSettable } from './clock-layout.ts';

/** Variable as the glue knows it. Its index in the layout is its value reference, and 0 is time. */
export interface LayoutVariable {
  vr: number;
  type: FmiType;
  /** Number of elements. */
  size: number;
  causality: Causality;
  variability: Variability;
  /** Enumeration: smallest and largest value. */
  min?: number;
  max?: number;
  /** String, Binary: capacity [bytes]. */
  maxSize?: number;
  /**
   * Number of the Clock among the Clocks, its kind, and when its interval may be set (see
   * `clock-layout.ts`).
   */
  clock?: { index: number; kind: number; settable: number };
  /** True when its elements have slots [u, u', u'']: for a continuous Float64 input. */
  derivativeSlots?: boolean;
}

/**
 * Returns the variables of a unit by value reference: `time` is 0, the others are 1, 2, … in the
 * order of the description.
 *
 * @param sized variables with their capacities, which descriptions lack for a String
 */
export function layoutOf(
  description: ModelDescription,
  sized: readonly { name: string; maxSize?: number }[],
): LayoutVariable[] {
  const capacities = new Map(sized.map(({ name, maxSize }) => [name, maxSize]));
  const clocks = description.variables.filter((v) => v.type === 'Clock');
  return description.variables.map((v) => {
    const values =
      v.declaredType === undefined ? [] : enumerationItems(description, v).map((item) => item.value);
    return {
      vr: v.valueReference,
      type: v.type,
      size: elementCount(v),
      causality: v.causality,
      variability: v.variability,
      ...(values.length === 0 ? {} : { min: Math.min(...values), max: Math.max(...values) }),
      ...(v.type === 'String' || v.type === 'Binary'
        ? { maxSize: capacities.get(v.name) ?? defaultCapacity }
        : {}),
      ...(v.type === 'Clock' ? { clock: clockOf(v, clocks.indexOf(v)) } : {}),
      derivativeSlots: acceptsPolynomial(v),
    };
  });
}

function clockOf(v: Variable, index: number): NonNullable<LayoutVariable['clock']> {
  return { index, kind: clockKind(v), settable: intervalIsSettable(v) };
}

/** Default capacity of a String or Binary variable [bytes]. */
export const defaultCapacity = 256;
