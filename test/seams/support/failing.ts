import { afterEach, beforeEach, expect } from 'vitest';

export const mine: Error = new Error('mine');
export const fail = (): never => {
  throw mine;
};
export const later = async (): Promise<never> => fail();

/** Expects that the tests of a file leave no unhandled rejections, which would end Node.js. */
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

/** Expects a rejection with a UserError of this message, with the thrown value as its cause. */
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
