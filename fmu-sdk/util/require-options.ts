import { requirePath } from './files/require-path.ts';
import { isNamed } from './is-named.ts';
import { nameHint } from './nearest-name.ts';
import { synonymOf } from './option-synonyms.ts';
import { kindText, printableName } from './printable.ts';
import { UserError } from './user-error.ts';

/**
 * Kinds of values. `named` are objects with a name that extend fmukit: schemes, hosts, observers.
 */
type Kind =
  | 'text'
  | 'number'
  | 'amount'
  | 'boolean'
  | 'function'
  | 'object'
  | 'list'
  | 'texts'
  | 'named'
  | 'map'
  | 'signal'
  | 'any';

const kinds: Readonly<Record<Kind, readonly [words: string, fits: (value: unknown) => boolean]>> = {
  text: ['a string', (value) => typeof value === 'string'],
  number: ['a number', (value) => typeof value === 'number'],
  amount: ['a number of 0 or more', (value) => typeof value === 'number' && value >= 0],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  function: ['a function', (value) => typeof value === 'function'],
  object: ['an object', isObject],
  list: ['a list', Array.isArray],
  texts: ['a list of strings', listOf((item) => typeof item === 'string')],
  named: ['a list of objects with a name', listOf(isNamed)],
  map: ['a Map', (value) => value instanceof Map],
  signal: [
    'an AbortSignal',
    (value) => isObject(value) && typeof (value as AbortSignal).aborted === 'boolean',
  ],
  any: ['anything', () => true],
};

/** Type of an option: a path, one or several kinds, or a function that rejects invalid values. */
export type OptionKind = 'path' | Kind | readonly Kind[] | ((what: string, value: unknown) => void);

/** Type of each option. A table that omits an option does not compile. */
export type OptionTable<T> = Readonly<Record<keyof T, OptionKind>>;

/**
 * Rejects unknown options and values of a wrong type, for callers without types. Ignored options
 * would start a run that the user did not request. Undefined counts as omitted. `operation` starts
 * the message.
 */
export function requireOptions<T>(operation: string, options: unknown, table: OptionTable<T>): void {
  if (!isObject(options)) {
    const names = Object.keys(table);
    throw new UserError(
      `${operation}: expected an options object, got ${kindText(options)}. Give an object with ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}, or omit it.`,
    );
  }
  for (const name of Object.keys(options)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(table, name)) {
      const known = Object.keys(table);
      const synonym = synonymOf(name, known);
      throw new UserError(
        `${operation}: unknown option ${JSON.stringify(printableName(name))}. ${synonym === undefined ? nameHint(name, known) : `Did you mean ${synonym}?`}`,
      );
    }
    const kind = table[name as keyof T];
    if (!isOfKind(value, kind)) requireKind(`${operation}: ${name}`, value, kind);
  }
}

/** Returns the options without undefined values. */
export function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** Checks one value as `requireOptions` does. */
export function requireKind(what: string, value: unknown, kind: OptionKind): void {
  if (kind === 'path') {
    requirePath(what, value);
    return;
  }
  if (typeof kind === 'function') {
    kind(what, value);
    return;
  }
  if (isOfKind(value, kind)) return;
  const words = [kind].flat().map((item) => kinds[item][0]);
  throw new UserError(
    `${what}: expected ${words.join(' or ')}, got ${displayText(value)}. Correct the value, or omit it.`,
  );
}

/**
 * Checks a kind without creating a message, in a tenth of a microsecond, because sessions are
 * created by the thousand. Other code checks paths and function kinds.
 */
function isOfKind(value: unknown, kind: OptionKind): boolean {
  if (kind === 'path' || typeof kind === 'function') return false;
  return typeof kind === 'string'
    ? kinds[kind][1](value)
    : kind.some((candidate: Kind) => kinds[candidate][1](value));
}

function displayText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(printableName(value));
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : kindText(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(fits: (item: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && Array.from(value).every(fits);
}
