import { type FmiType, fmiTypes } from '../../../fmu-sdk/description/description.ts';

/** Returns the FMI 3.0 type for a type of SSP 1.0. Undefined for an unknown type. */
export function typeOf(name: string): FmiType | undefined {
  if (name === 'Real') return 'Float64';
  if (name === 'Integer') return 'Int32';
  return fmiTypes.find((type) => type === name);
}

/** Returns the SSP 1.0 name of a type. Undefined for types of SSP 2.0 only. */
export function nameOfType1(type: FmiType): string | undefined {
  if (type === 'Float64') return 'Real';
  if (type === 'Int32') return 'Integer';
  return /^(Boolean|String|Enumeration|Binary)$/.test(type) ? type : undefined;
}
