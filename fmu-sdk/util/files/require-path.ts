import { kindText } from '../printable.ts';
import { UserError } from '../user-error.ts';

/**
 * Rejects a value that is not a path (a URL, an object, undefined), for callers without types.
 * `operation` starts the message.
 */
export function requirePath(operation: string, value: unknown): asserts value is string {
  const isText = typeof value === 'string';
  const isUrl = value instanceof URL || (isText && /^file:\/\//i.test(value));
  if (isText && value !== '' && !isUrl) return;
  const what = isText ? JSON.stringify(value) : kindText(value);
  const next = isUrl
    ? 'Give fileURLToPath(url), of node:url.'
    : 'Give the path of a file or folder as a string.';
  throw new UserError(`${operation}: expected a path, got ${what}. ${next}`);
}
