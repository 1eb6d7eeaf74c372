/**
 * Selects full tests (`CI` is set, `.ci/run`): all random cases, steps and platforms. Quick tests
 * use fewer of them and compile without optimization (`setup.ts`), so that `npm test` takes
 * minutes.
 */
export const isFullTest: boolean = process.env.CI !== undefined;

/** Returns the number of samples: `quickCount` in quick tests. */
export function width(quickCount: number, whole: number): number {
  return isFullTest ? whole : quickCount;
}

/**
 * Returns the whole list in full tests, and in quick tests `quickCount` items spread evenly from the
 * first to the last.
 */
export function spread<T>(list: readonly T[], quickCount: number): readonly T[] {
  return isFullTest ? list : evenly(list, quickCount);
}

/** Returns `count` items spread evenly from the first to the last, or the whole list if it has fewer. */
export function evenly<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  const apart = (list.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, k) => list[Math.round(k * apart)]);
}
