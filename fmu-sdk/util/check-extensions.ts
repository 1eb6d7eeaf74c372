import type { OwnCode } from './user-code.ts';

/** Refuses endings of files that none can have. */
export function checkEndings(code: OwnCode, endings: unknown): void {
  const are =
    Array.isArray(endings) && endings.every((each) => typeof each === 'string' && /^\../.test(each));
  if (!are) code.refuse('has no list of endings with their dot as its "extensions"');
}
