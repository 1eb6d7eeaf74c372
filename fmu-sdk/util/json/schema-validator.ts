import type { ValidateFunction } from 'ajv';
import { ajv } from './ajv.ts';
import { compiledValidator } from './compiled-schemas.ts';
import type { JsonPath } from './json-path.ts';

/** A JSON Schema, or a definition in it: `at` is `/definitions/name`. */
export interface Schema {
  readonly schema: object;
  readonly at?: string;
  /** Returns the next step for an unknown property. */
  readonly hint?: (schema: Schema, path: JsonPath) => string | undefined;
}

const validators = new WeakMap<object, Map<string, ValidateFunction>>();

/** Returns a validator of a schema that reports the first error, or all errors. */
export function validator({ schema, at = '' }: Schema, allErrors: boolean): ValidateFunction {
  const known = validators.get(schema) ?? new Map<string, ValidateFunction>();
  validators.set(schema, known);
  const key = `${at} ${allErrors}`;
  let validate = known.get(key);
  if (validate === undefined) {
    const { $id = '' } = schema as { $id?: string };
    validate =
      compiledValidator($id, at, allErrors) ?? make(schema, at === '' ? $id : `${$id}#${at}`, allErrors);
    known.set(key, validate);
  }
  return validate;
}

function make(schema: object, $ref: string, allErrors: boolean): ValidateFunction {
  const Ajv = ajv();
  return new Ajv({ allErrors, strict: true, allowUnionTypes: true, messages: false })
    .addSchema(schema)
    .compile({ $ref });
}
