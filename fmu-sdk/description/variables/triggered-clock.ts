import type { Variable } from '../description.ts';

/** Returns true if a Clock ticks on request, not at its own times (FMI 3.0.2, 2.2.8 "Clocks"). */
export function isTriggered({ intervalVariability }: Pick<Variable, 'intervalVariability'>): boolean {
  return (intervalVariability ?? 'triggered') === 'triggered';
}
