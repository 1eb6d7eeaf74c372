import { type FmiType, fmiTypes } from '../../fmu-sdk/description/description.ts';

/** Types of SSP 1.0 under the names of FMI 3.0; undefined for what is no type. */
export function typeOf(name: string): FmiType | undefined {
  if (name === 'Real') return 'Float64';
  if (name === 'Integer') return 'Int32';
  return fmiTypes.find((type) => type === name);
}
