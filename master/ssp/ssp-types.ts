import { type FmiType, fmiTypes } from '../../fmu-sdk/description/description.ts';

/** Types of SSP 1.0 under the names of FMI 3.0; undefined for what is no type. */
export function typeOf(name: string): FmiType | undefined {
  if (name === 'Real') return 'Float64';
  if (name === 'Integer') return 'Int32';
  return fmiTypes.find((type) => type === name);
}

/** The name of a type in SSP 1.0; undefined for one that only SSP 2.0 has. */
export function nameOfType1(type: FmiType): string | undefined {
  if (type === 'Float64') return 'Real';
  if (type === 'Int32') return 'Integer';
  return /^(Boolean|String|Enumeration|Binary)$/.test(type) ? type : undefined;
}
