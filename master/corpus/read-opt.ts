import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';

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

/** Reads lines such as `StepSize, 0.001`. Ignores other keys and values that are not numbers. */
export function readOpt(text: string): ReferenceOptions {
  const options: ReferenceOptions = {};
  for (const line of text.split(/\r?\n/)) {
    const [key = '', value = ''] = line.split(',').map((part) => part.trim().replace(/^"|"$/g, ''));
    const field = keys[key.toLowerCase()];
    const number = numberFrom(value);
    if (field !== undefined && number !== undefined) options[field] = number;
  }
  return options;
}
