import { requirePath } from './files/require-path.ts';
import { isNamed } from './is-named.ts';
import { nearest } from './nearest-name.ts';
import { kindText, nameText } from './printable.ts';
import { UserError } from './user-error.ts';

/** Kinds of values; `named` is what is passed in at a seam: schemes, hosts, observers, each known by its name. */
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
  text: ['a text', (value) => typeof value === 'string'],
  number: ['a number', (value) => typeof value === 'number'],
  amount: ['a number of 0 or more', (value) => typeof value === 'number' && value >= 0],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  function: ['a function', (value) => typeof value === 'function'],
  object: ['an object', isObject],
  list: ['a list', Array.isArray],
  texts: ['a list of texts', listOf((each) => typeof each === 'string')],
  named: ['a list of objects with a name', listOf(isNamed)],
  map: ['a Map', (value) => value instanceof Map],
  signal: [
    'an AbortSignal',
    (value) => isObject(value) && typeof (value as AbortSignal).aborted === 'boolean',
  ],
  any: ['anything', () => true],
};

/** What an option may be: the path of a file or folder, one of these, or what this does not refuse. */
export type OptionKind = 'path' | Kind | readonly Kind[] | ((what: string, value: unknown) => void);

/** What every option of a type may be. A table that misses one of them does not compile. */
export type OptionTable<T> = Readonly<Record<keyof T, OptionKind>>;

/**
 * Refuses options that there are none of, and values of another kind, of callers without types: what is silently left alone would be a
 * run that nobody has asked for. What is undefined counts as left out. `operation`: what they were given for.
 */
export function requireOptions<T>(operation: string, given: unknown, table: OptionTable<T>): void {
  if (!isObject(given)) {
    const names = Object.keys(table);
    throw new UserError(
      `${operation}: ${kindText(given)} is no options. Give an object with ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}, or leave it out.`,
    );
  }
  for (const name of Object.keys(given)) {
    const value = (given as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(table, name))
      throw new UserError(
        `${operation}: there is no option ${JSON.stringify(nameText(name))}. ${nearest(name, Object.keys(table))}`,
      );
    const kind = table[name as keyof T];
    if (!isOfKind(value, kind)) requireKind(`${operation}: ${name}`, value, kind);
  }
}

/** The options that are given: those that are undefined are left out. */
export function givenOf<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** The same as `requireOptions` for one value. */
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
  const words = [kind].flat().map((each) => kinds[each][0]);
  throw new UserError(`${what}: ${shown(value)} is not ${words.join(' or ')}. Give that, or leave it out.`);
}

/** Without a word of it, in a tenth of a microsecond: sessions are made by the thousand. Of paths and of what has a function others know. */
function isOfKind(value: unknown, kind: OptionKind): boolean {
  if (kind === 'path' || typeof kind === 'function') return false;
  return typeof kind === 'string' ? kinds[kind][1](value) : kind.some((each: Kind) => kinds[each][1](value));
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(nameText(value));
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : kindText(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(fits: (each: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && Array.from(value).every(fits);
}
