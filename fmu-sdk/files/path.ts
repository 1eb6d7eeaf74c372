import { UserError } from '../error.ts';
import { withArticle } from '../printable.ts';

/** Refuses what is no path, of callers without types: a URL, an object, nothing at all. `operation`: what it was given for. */
export function requirePath(operation: string, given: unknown): asserts given is string {
  if (typeof given === 'string') return;
  const what = given === undefined || given === null ? `${given}` : withArticle(kindOf(given));
  const next =
    given instanceof URL
      ? 'Give fileURLToPath(url), of node:url.'
      : 'Name a file or folder by its path, a text.';
  throw new UserError(`${operation}: ${what} is no path. ${next}`);
}

function kindOf(given: unknown): string {
  if (typeof given !== 'object') return typeof given;
  return (given as object).constructor?.name ?? 'object';
}
