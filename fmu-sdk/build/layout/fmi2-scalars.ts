import { fmi2Type } from '../../description/fmi2-types.ts';
import type { LayoutVariable } from './variable-layout.ts';

/** Element of a variable; its index in the list is its value reference in FMI 2.0. */
export interface Scalar {
  variable: number;
  element: number;
}

/** The scalars of a unit, in the order of its variables; none when a variable cannot be expressed. Clocks are left out. */
export function scalarsOf(layout: readonly Pick<LayoutVariable, 'vr' | 'type' | 'size'>[]): Scalar[] {
  const kept = layout.filter((v) => v.type !== 'Clock');
  if (kept.some((v) => fmi2Type(v.type) === undefined)) return [];
  return kept.flatMap((v) => Array.from({ length: v.size }, (_, element) => ({ variable: v.vr, element })));
}
