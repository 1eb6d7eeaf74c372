/**
 * Selects full tests (`CI` is set, `.ci/run`): all random cases, steps and platforms. Quick tests
 * use fewer of them and compile without optimization (`setup.ts`), so that `npm test` takes
 * minutes.
 */
export const wide: boolean = process.env.CI !== undefined;

/** Returns the number of samples: `desk` in quick tests. */
export function width(desk: number, whole: number): number {
  return wide ? whole : desk;
}

/**
 * Returns the whole list in full tests, and in quick tests `desk` items spread evenly from the
 * first to the last.
 */
export function spread<T>(list: readonly T[], desk: number): readonly T[] {
  if (wide || list.length <= desk) return list;
  const apart = (list.length - 1) / Math.max(1, desk - 1);
  return Array.from({ length: desk }, (_, k) => list[Math.round(k * apart)]);
}
