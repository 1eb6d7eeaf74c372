import { kindText } from '../printable.ts';
import { UserError } from '../user-error.ts';

/** Refuses what is no path, of callers without types: a URL, an object, nothing at all. `operation`: what it was given for. */
export function requirePath(operation: string, given: unknown): asserts given is string {
  const isText = typeof given === 'string';
  const isUrl = given instanceof URL || (isText && /^file:\/\//i.test(given));
  if (isText && given !== '' && !isUrl) return;
  const what = isText ? JSON.stringify(given) : kindText(given);
  const next = isUrl ? 'Give fileURLToPath(url), of node:url.' : 'Name a file or folder by its path, a text.';
  throw new UserError(`${operation}: ${what} is no path. ${next}`);
}
