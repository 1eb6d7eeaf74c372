import type { ComponentVariable } from '../component/generate.ts';
import type { FmiType } from '../description/description.ts';

/** FMI 2.0 has scalars of four types; what its Integer of 32 bits cannot hold has no place in it. */
const expressible: Partial<Record<FmiType, 'Real' | 'Integer' | 'Boolean' | 'String' | 'Enumeration'>> = {
  Float64: 'Real',
  Float32: 'Real',
  Int8: 'Integer',
  UInt8: 'Integer',
  Int16: 'Integer',
  UInt16: 'Integer',
  Int32: 'Integer',
  Boolean: 'Boolean',
  String: 'String',
  Enumeration: 'Enumeration',
};

/** The FMI 2.0 type of a variable; undefined when it has none. */
export function fmi2Type(
  type: FmiType,
): 'Real' | 'Integer' | 'Boolean' | 'String' | 'Enumeration' | undefined {
  return expressible[type];
}

/** Element of a variable; its index in the list is its value reference in FMI 2.0. */
export interface Scalar {
  variable: number;
  element: number;
}

/** The scalars of a unit, in the order of its variables; none when a variable cannot be expressed. */
export function scalarsOf(layout: readonly Pick<ComponentVariable, 'vr' | 'type' | 'size'>[]): Scalar[] {
  if (layout.some((v) => fmi2Type(v.type) === undefined)) return [];
  return layout.flatMap((v) => Array.from({ length: v.size }, (_, element) => ({ variable: v.vr, element })));
}
