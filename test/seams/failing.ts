import { afterEach, beforeEach, expect } from 'vitest';

export const mine: Error = new Error('mine');
export const fail = (): never => {
  throw mine;
};
export const later = async (): Promise<never> => fail();

/** Promises that nobody hears end a process of Node: none is left by the tests of a file that calls this. */
export function allAreHeard(): void {
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => void unheard.push(reason);
  beforeEach(() => process.on('unhandledRejection', hear));
  afterEach(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect(unheard.splice(0)).toEqual([]);
  });
}

/** That a promise is refused with a UserError of this message, whose cause is what was thrown, if anything was. */
export async function refused(
  outcome: PromiseLike<unknown>,
  message: string,
  cause?: unknown,
): Promise<void> {
  const thrown = await outcome.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toMatchObject({ name: 'UserError' });
  expect((thrown as Error).message.split('\n')[0]).toBe(message);
  expect((thrown as Error).cause).toBe(cause);
}
