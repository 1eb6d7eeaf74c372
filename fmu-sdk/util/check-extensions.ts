import type { UserCode } from './user-code.ts';

/** Rejects a list of file extensions that is empty or malformed. */
export function checkExtensions(code: UserCode, endings: unknown): void {
  const are =
    Array.isArray(endings) && endings.every((ending) => typeof ending === 'string' && /^\../.test(ending));
  if (!are) code.refuse('needs a list of file extensions with their dot as its "extensions"');
}
