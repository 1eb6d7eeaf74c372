/**
 * Whether the tests go their whole way, as they do where `CI` is set (`.ci/run`): as many random cases, steps and platforms as
 * there are. At the desk each claim is tried on fewer of them, and what is compiled for it is not optimized (`setup.ts`), so that
 * `npm test` takes minutes.
 */
export const wide: boolean = process.env.CI !== undefined;

/** How many samples of a claim are tried: `desk` of them at the desk. */
export function width(desk: number, whole: number): number {
  return wide ? whole : desk;
}

/** All of a list where the tests go their whole way; at the desk `desk` of it, spread evenly from the first to the last. */
export function spread<T>(list: readonly T[], desk: number): readonly T[] {
  if (wide || list.length <= desk) return list;
  const apart = (list.length - 1) / Math.max(1, desk - 1);
  return Array.from({ length: desk }, (_, k) => list[Math.round(k * apart)]);
}
