import { UserError } from '../error.ts';
import { kindText } from '../printable.ts';

/** Refuses what is no path, of callers without types: a URL, an object, nothing at all. `operation`: what it was given for. */
export function requirePath(operation: string, given: unknown): asserts given is string {
  if (typeof given === 'string') return;
  const next =
    given instanceof URL
      ? 'Give fileURLToPath(url), of node:url.'
      : 'Name a file or folder by its path, a text.';
  throw new UserError(`${operation}: ${kindText(given)} is no path. ${next}`);
}
