import { Registry } from '../../fmu-sdk/registry.ts';
import { csvInputs } from './input-csv.ts';
import type { InputSource } from './input-source.ts';

/** Forms of files that drive inputs, of this package. */
export const inputSources: Registry<InputSource> = new Registry('form of inputs', [csvInputs]);
