/**
 * Selects full tests (`CI` is set, `.ci/run`): more random cases, steps and platforms. Quick tests
 * use fewer of them and compile without optimization (`setup.ts`), so that `npm test` takes
 * minutes.
 */
export const isFullTest: boolean = process.env.CI !== undefined;

/** Selects whole tests (`FMUKIT_TESTS=whole` beside `CI`), which take hours: before a release. */
export const isWholeTest: boolean = isFullTest && process.env.FMUKIT_TESTS === 'whole';

/** Returns the number of samples of quick, full and whole tests. */
export function width(quick: number, full: number, whole: number = full): number {
  if (isWholeTest) return whole;
  return isFullTest ? full : quick;
}

/**
 * Returns the whole list in whole tests. Quick and full tests take a number of items, spread evenly
 * from the first to the last.
 */
export function spread<T>(list: readonly T[], quick: number, full: number = list.length): readonly T[] {
  return evenly(list, width(quick, full, list.length));
}

/** Returns `count` items spread evenly from the first to the last, or the whole list if it has fewer. */
export function evenly<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  const apart = (list.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, k) => list[Math.round(k * apart)]);
}
