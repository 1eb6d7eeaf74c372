import { FreeNames } from '../../fmu-sdk/util/free-names.ts';

/** Reports whether a title of a column means the time: `time`, `Time`, `time [s]`. */
export const isTimeTitle = (title: string): boolean => /^time(\s*\[s\])?$/i.test(title);

/** Makes names unique: a second `x` becomes `x (2)`. */
export function distinct(names: readonly string[]): string[] {
  const freeNames = new FreeNames();
  // No column has an empty name.
  freeNames.take('', String);
  return names.map((name) => freeNames.take(name, (n) => `${name} (${n})`));
}

/**
 * Makes names of columns unique, beside the first column, which is the time. A variable `Time`
 * becomes `Time (2)`, because readers of results find the time by its title in any case.
 */
export function distinctBesideTime(names: readonly string[]): string[] {
  return distinct(names.map((name) => (isTimeTitle(name) ? `${name} (2)` : name)));
}
