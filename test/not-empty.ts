/** A list that tests go through; one that is empty is refused, because they would pass and have tested nothing. */
export function notEmpty<T>(what: string, list: readonly T[]): T[] {
  if (list.length === 0) throw new Error(`no ${what}: the tests of them would pass without a test`);
  return [...list];
}
