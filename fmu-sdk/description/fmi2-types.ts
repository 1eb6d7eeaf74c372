import type { FmiType } from './description.ts';

export type Fmi2Type = 'Real' | 'Integer' | 'Boolean' | 'String' | 'Enumeration';

/** Types of FMI 2.0 under their names in FMI 3.0. */
export const fmi2Types: Readonly<Record<Fmi2Type, FmiType>> = {
  Real: 'Float64',
  Integer: 'Int32',
  Boolean: 'Boolean',
  String: 'String',
  Enumeration: 'Enumeration',
};

/** What FMI 2.0's Integer of 32 bits cannot hold has no place in it. */
const expressible: Partial<Record<FmiType, Fmi2Type>> = {
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
export function fmi2Type(type: FmiType): Fmi2Type | undefined {
  return expressible[type];
}
