import { isFloatType } from '../../../fmu-sdk/description/values/float-types.ts';
import type { CheckedSystem } from '../system.ts';
import { lagrangeNames } from './extrapolation-order.ts';

/** Extrapolation of real inputs, and the number of connections with it. */
export interface UsedExtrapolation {
  readonly name: string;
  /** Order of a Lagrange polynomial. Missing for other extrapolations. */
  readonly order?: number;
  readonly connections: number;
}

/** Returns the extrapolations of the real connections of a system, the most frequent first. */
export function usedExtrapolations({ connections }: CheckedSystem): UsedExtrapolation[] {
  const used = new Map<string, UsedExtrapolation>();
  for (const { from, order, extrapolation } of connections) {
    if (!isFloatType(from.variable.type)) continue;
    const name = extrapolation ?? lagrangeNames[order];
    const known = used.get(name) ?? { name, connections: 0, ...(extrapolation === undefined && { order }) };
    used.set(name, { ...known, connections: known.connections + 1 });
  }
  return [...used.values()].sort((a, b) => b.connections - a.connections);
}
