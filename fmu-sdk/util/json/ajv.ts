import { Ajv } from 'ajv';

/** Returns the JSON Schema compiler. The package loads it only on demand (`bin/build/compiled-schemas.mjs`). */
export const ajv = (): typeof Ajv => Ajv;
