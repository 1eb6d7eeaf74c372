import { type FmiType, type Type2, typeRow, types2 } from '../../standard/variable-types.ts';

export type Fmi2Type = Type2;

/** Types of FMI 2.0 under their names in FMI 3.0. */
export const fmi2Types: Readonly<Record<Fmi2Type, FmiType>> = {
  Real: types2.Real.name,
  Integer: types2.Integer.name,
  Boolean: types2.Boolean.name,
  String: types2.String.name,
  Enumeration: types2.Enumeration.name,
};

/**
 * Returns the FMI 2.0 type of a variable. Returns undefined without one: its Integer has only 32
 * bits.
 */
export function fmi2Type(type: FmiType): Fmi2Type | undefined {
  return typeRow(type).fmi2;
}
