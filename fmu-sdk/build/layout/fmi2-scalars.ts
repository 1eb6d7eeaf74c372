import { fmi2Type } from '../../description/variables/fmi2-types.ts';
import type { LayoutVariable } from './variable-layout.ts';

/** Element of a variable. Its index in the list is its value reference in FMI 2.0. */
export interface Scalar {
  variable: number;
  element: number;
}

/**
 * Returns the scalars of an FMU in the order of its variables, without Clocks. Returns an empty
 * list when FMI 2.0 cannot express a variable.
 */
export function scalarsOf(layout: readonly Pick<LayoutVariable, 'vr' | 'type' | 'size'>[]): Scalar[] {
  const variables = layout.filter((v) => v.type !== 'Clock');
  if (variables.some((v) => fmi2Type(v.type) === undefined)) return [];
  return variables.flatMap((v) =>
    Array.from({ length: v.size }, (_, element) => ({ variable: v.vr, element })),
  );
}
