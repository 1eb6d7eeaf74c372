import type { ErrorObject } from 'ajv';
import { nameText } from '../printable.ts';
import type { JsonPath } from './json-path.ts';

/** What does not fit a schema: where, as path and as text, and what was expected there. */
export interface Fault {
  path: JsonPath;
  at: string;
  expected: string;
}

/** An error of the check; `words` where several stand behind it. */
type Found = ErrorObject & { words?: string };

/** The faults of a document, in words. */
export function faultsOf(errors: readonly ErrorObject[], document: unknown): Fault[] {
  // Of a schema with branches, what is wrong in the branch says all; of a name, what is wrong with it.
  const said = ['if', 'propertyNames'];
  return withoutBranches(errors.filter(({ keyword }) => !said.includes(keyword))).map((error) => {
    const { path, value } = placeOf(error, document);
    const at = error.instancePath === '' ? 'the document' : error.instancePath;
    return { path, at, expected: expected(error, value) };
  });
}

/** Of alternatives, the faults of the one that is meant, which is one whose type fits; else one error that names them all. */
function withoutBranches(errors: readonly ErrorObject[]): Found[] {
  const kept: Found[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      kept.push(error);
      continue;
    }
    const at = error.instancePath;
    // Its branches come before it.
    const from = kept.findLastIndex(({ instancePath: p }) => p !== at && !p.startsWith(`${at}/`)) + 1;
    const branches = byBranch(kept.splice(from), error.schemaPath);
    const meant = branches.filter(
      (all) => !all.some((each) => each.instancePath === at && refusesKind(each)),
    );
    const [least] = meant.sort((a, b) => a.length - b.length);
    if (least !== undefined) kept.push(...least);
    else if (branches.length === 0) kept.push(error);
    else kept.push({ ...error, words: branches.map((all) => alternative(all, at)).join(', or ') });
  }
  return kept;
}

/** Errors within alternatives, by alternative; one that stands elsewhere in the schema has its own place there. */
function byBranch(errors: readonly Found[], schemaPath: string): Found[][] {
  const branches = new Map<string, Found[]>();
  for (const error of errors) {
    const inside = error.schemaPath.startsWith(`${schemaPath}/`);
    const [index] = error.schemaPath.slice(schemaPath.length + 1).split('/');
    const branch = inside ? index : error.schemaPath.replace(/\/[^/]*$/, '');
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  return [...branches.values()];
}

/** Whether the value is of another kind than its schema is for. */
const refusesKind = ({ keyword, words }: Found): boolean =>
  words !== undefined || keyword === 'type' || keyword === 'const' || keyword === 'enum';

/** What an alternative takes, as far as its errors say: `a whole number (>= 1)`. */
function alternative(errors: readonly Found[], at: string): string {
  const here = errors.filter(({ instancePath }) => instancePath === at);
  const kinds = here.filter(refusesKind).map(kindOf);
  const bounds = here.flatMap(({ params }) =>
    params.comparison === undefined ? [] : [`${params.comparison} ${params.limit}`],
  );
  return kinds.join(', ') + (bounds.length > 0 ? ` (${bounds.join(', ')})` : '');
}

const typeWords: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};

function kindOf({ keyword, params, words }: Found): string {
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

function expected(error: Found, value: unknown): string {
  const { keyword, params, message, propertyName, words } = error;
  if (propertyName !== undefined)
    return `the name "${propertyName}" has to ${message?.replace(/^must /, '') ?? 'fit the schema'}`;
  if (keyword === 'additionalProperties')
    return `unknown property "${params.additionalProperty}". Remove it or correct its name.`;
  const is = given(value);
  if (words !== undefined) return `expected ${words}${is}`;
  if (keyword === 'enum' || keyword === 'const') return `expected ${kindOf(error)}${is}`;
  return `expected that it ${message?.replace(/^must /, '') ?? 'fits the schema'}${is}`;
}

/** `, and it is -1`; nothing of what is no single value. */
function given(value: unknown): string {
  if (typeof value === 'string') return `, and it is ${JSON.stringify(nameText(value))}`;
  const isOne = value === null || ['number', 'boolean', 'bigint'].includes(typeof value);
  return isOne ? `, and it is ${value}` : '';
}
