import { kindText } from '../printable.ts';
import { UserError } from '../user-error.ts';

/**
 * Rejects a value that is not a path (a URL, an object, undefined), for callers without types.
 * `operation` starts the message.
 */
export function requirePath(operation: string, given: unknown): asserts given is string {
  const isText = typeof given === 'string';
  const isUrl = given instanceof URL || (isText && /^file:\/\//i.test(given));
  if (isText && given !== '' && !isUrl) return;
  const what = isText ? JSON.stringify(given) : kindText(given);
  const next = isUrl
    ? 'Give fileURLToPath(url), of node:url.'
    : 'Give the path of a file or folder as a string.';
  throw new UserError(`${operation}: expected a path, got ${what}. ${next}`);
}
