import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';

/** Options of reference results, as the FMI cross-check defines them (`X_ref.opt`). */
export interface ReferenceOptions {
  /** Times [s]. */
  startTime?: number;
  stopTime?: number;
  /** Step of the exporter [s]. Missing or 0: variable. */
  stepSize?: number;
  /** Time between rows of the results [s]. */
  outputInterval?: number;
  /** Relative tolerance of the exporter's solver. */
  tolerance?: number;
}

const keys: Readonly<Record<string, keyof ReferenceOptions>> = {
  starttime: 'startTime',
  stoptime: 'stopTime',
  stepsize: 'stepSize',
  outputintervallength: 'outputInterval',
  reltol: 'tolerance',
};

/**
 * Reads lines such as `StepSize, 0.001`. Ignores other keys. `ignored` says which values are not
 * numbers.
 */
export function readOpt(text: string): { options: ReferenceOptions; ignored: string[] } {
  const options: ReferenceOptions = {};
  const ignored: string[] = [];
  text.split(/\r?\n/).forEach((line, i) => {
    const [key = '', value = ''] = line.split(',').map((part) => part.trim().replace(/^"|"$/g, ''));
    const field = keys[key.toLowerCase()];
    if (field === undefined) return;
    const number = numberFrom(value);
    if (number !== undefined && Number.isFinite(number)) options[field] = number;
    else ignored.push(`line ${i + 1}: expected a number for ${key}, got "${printableName(value)}"`);
  });
  return { options, ignored };
}
