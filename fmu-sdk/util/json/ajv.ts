import { Ajv } from 'ajv';

/** Returns the JSON Schema compiler. The package loads it only on demand (`bin/ahead.mjs`). */
export const ajv = (): typeof Ajv => Ajv;
