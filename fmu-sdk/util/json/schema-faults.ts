import type { ErrorObject } from 'ajv';
import { printableName } from '../printable.ts';
import type { JsonPath } from './json-path.ts';
import type { Schema } from './schema-validator.ts';

/** A schema violation: its position, as path and text, and the expected value. */
export interface SchemaViolation {
  path: JsonPath;
  at: string;
  expected: string;
}

/** An error of the validator. `words` replaces its text if it combines several errors. */
type CombinedError = ErrorObject & { words?: string };

/** Returns the schema violations as texts. */
export function schemaViolations(
  errors: readonly ErrorObject[],
  document: unknown,
  schema: Schema,
): SchemaViolation[] {
  // Skips wrappers: the error inside a branch, or in a property's name, is enough.
  const wrapperKeywords = ['if', 'propertyNames'];
  return withoutBranches(errors.filter(({ keyword }) => !wrapperKeywords.includes(keyword))).map((error) => {
    const { path, value } = placeOf(error, document);
    const at = error.instancePath === '' ? 'the document' : error.instancePath;
    return { path, at, expected: expected(error, value, schema.hint?.(schema, path)) };
  });
}

/**
 * Reduces errors of alternatives: keeps the errors of the alternative whose type fits, else one
 * error that names all alternatives.
 */
function withoutBranches(errors: readonly ErrorObject[]): CombinedError[] {
  const reducedErrors: CombinedError[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      reducedErrors.push(error);
      continue;
    }
    const at = error.instancePath;
    // The errors of its branches come before it.
    const from =
      reducedErrors.findLastIndex(({ instancePath: p }) => p !== at && !p.startsWith(`${at}/`)) + 1;
    const branches = byBranch(reducedErrors.splice(from), error.schemaPath);
    const meant = branches.filter(
      (all) => !all.some((combinedError) => combinedError.instancePath === at && refusesKind(combinedError)),
    );
    const [least] = meant.sort((a, b) => a.length - b.length);
    if (least !== undefined) reducedErrors.push(...least);
    else if (branches.length === 0) reducedErrors.push(error);
    else reducedErrors.push({ ...error, words: branches.map((all) => alternative(all, at)).join(', or ') });
  }
  return reducedErrors;
}

/**
 * Groups errors inside alternatives by alternative. An error from another part of the schema forms
 * its own group.
 */
function byBranch(errors: readonly CombinedError[], schemaPath: string): CombinedError[][] {
  const branches = new Map<string, CombinedError[]>();
  for (const error of errors) {
    const inside = error.schemaPath.startsWith(`${schemaPath}/`);
    const [index] = error.schemaPath.slice(schemaPath.length + 1).split('/');
    const branch = inside ? index : error.schemaPath.replace(/\/[^/]*$/, '');
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  return [...branches.values()];
}

/** Reports whether the value has a type that the schema does not accept. */
const refusesKind = ({ keyword, words }: CombinedError): boolean =>
  words !== undefined || keyword === 'type' || keyword === 'const' || keyword === 'enum';

/**
 * Describes the values that an alternative accepts, as far as its errors show: `a whole number (>=
 * 1)`.
 */
function alternative(errors: readonly CombinedError[], at: string): string {
  const errorsAtPath = errors.filter(({ instancePath }) => instancePath === at);
  const kinds = errorsAtPath.filter(refusesKind).map(kindOf);
  const bounds = errorsAtPath.flatMap(({ params }) =>
    params.comparison === undefined ? [] : [`${params.comparison} ${params.limit}`],
  );
  return kinds.join(', ') + (bounds.length > 0 ? ` (${bounds.join(', ')})` : '');
}

const typeWords: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a string',
  array: 'a list',
  object: 'an object',
};

function kindOf({ keyword, params, words }: CombinedError): string {
  if (words !== undefined) return words;
  if (keyword === 'const') return JSON.stringify(params.allowedValue);
  if (keyword === 'enum') return `one of ${listed(params.allowedValues)}`;
  return [params.type]
    .flat()
    .map((type) => typeWords[type] ?? type)
    .join(', ');
}

const listed = (values: readonly unknown[]): string => values.map((v) => JSON.stringify(v)).join(', ');

function placeOf(error: ErrorObject, document: unknown): { path: JsonPath; value: unknown } {
  const keys = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'));
  const extra = (error.params as { additionalProperty?: string }).additionalProperty;
  if (extra !== undefined) keys.push(extra);
  let value: unknown = document;
  const path = keys.map((key) => {
    const step = Array.isArray(value) ? Number(key) : key;
    value = (value as Record<string | number, unknown> | undefined)?.[step];
    return step;
  });
  return { path, value };
}

function expected(error: CombinedError, value: unknown, hint = 'Remove it or correct its name.'): string {
  const { keyword, params, propertyName, words } = error;
  if (propertyName !== undefined) return `the name "${propertyName}": ${expectedLimit(error)}`;
  if (keyword === 'additionalProperties') return `unknown property "${params.additionalProperty}". ${hint}`;
  if (keyword === 'required') return `the property "${params.missingProperty}" is missing`;
  const known = words ?? (['type', 'enum', 'const'].includes(keyword) ? kindOf(error) : undefined);
  return (known === undefined ? expectedLimit(error) : `expected ${known}`) + gotText(value);
}

/** Things that the keywords of lengths count. */
const counted: Readonly<Record<string, string>> = {
  Length: 'character',
  Items: 'item',
  Properties: 'property',
};

/** Describes the limit that a value or a name exceeds: `expected at least 2 items`. */
function expectedLimit({ keyword, params }: ErrorObject): string {
  const { limit, comparison, pattern } = params;
  if (comparison !== undefined) return `expected a number ${comparison} ${limit}`;
  if (pattern !== undefined) return `expected a match of ${pattern}`;
  if (keyword === 'uniqueItems')
    return `expected different items, got equal items ${params.j} and ${params.i}`;
  const thing = counted[keyword.slice(3)];
  if (thing === undefined) return 'expected a value of the schema';
  const things = limit === 1 ? thing : thing.replace(/y$/, 'ie').concat('s');
  return `expected at ${keyword.startsWith('min') ? 'least' : 'most'} ${limit} ${things}`;
}

/** Returns `, got -1` for a scalar value, else an empty text. */
function gotText(value: unknown): string {
  if (typeof value === 'string') return `, got ${JSON.stringify(printableName(value))}`;
  const isOne = value === null || ['number', 'boolean', 'bigint'].includes(typeof value);
  return isOne ? `, got ${value}` : '';
}
