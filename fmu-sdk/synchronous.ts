import { UserError } from './error.ts';

/** Refuses a promise where nobody waits for one; what becomes of it is heard, so that it does not end the process. */
export function refusePromise(operation: string, member: string, answer: unknown): void {
  if (!isPromise(answer)) return;
  answer.then(undefined, () => {});
  throw new UserError(
    `${operation}: ${member} gives a promise, for which nobody waits. Have it do its work before it returns.`,
  );
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
