/** Rejects an empty list of test cases, because the tests would pass without testing anything. */
export function notEmpty<T>(what: string, list: readonly T[]): T[] {
  if (list.length === 0) throw new Error(`no ${what}: the tests of them would pass without a test`);
  return [...list];
}
