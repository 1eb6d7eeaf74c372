import { Ajv } from 'ajv';

/** What makes checks of schemas. In the package it is loaded when it is asked for (`bin/ahead.mjs`). */
export const ajv = (): typeof Ajv => Ajv;
