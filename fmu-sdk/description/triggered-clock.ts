import type { Variable } from './description.ts';

/** Whether a Clock ticks when it is told to, and not at times of its own (FMI 3.0.2, 2.2.8 "Clocks"). */
export function isTriggered({ intervalVariability }: Pick<Variable, 'intervalVariability'>): boolean {
  return (intervalVariability ?? 'triggered') === 'triggered';
}
