/** Reports whether a title of a column means the time: `time`, `Time`, `time [s]`. */
export const isTimeTitle = (title: string): boolean => /^time(\s*\[s\])?$/i.test(title);

/** Makes names unique: a second `x` becomes `x (2)`. */
export function distinct(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  /** First number of a name that may be free, so that many equal names take linear time. */
  const nextNumbers = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    let n = nextNumbers.get(name) ?? 2;
    for (; usedNames.has(free) || free === ''; n++) free = `${name} (${n})`;
    nextNumbers.set(name, n);
    usedNames.add(free);
    return free;
  });
}

/**
 * Makes names of columns unique, beside the first column, which is the time. A variable `Time`
 * becomes `Time (2)`, because readers of results find the time by its title in any case.
 */
export function distinctBesideTime(names: readonly string[]): string[] {
  return distinct(names.map((name) => (isTimeTitle(name) ? `${name} (2)` : name)));
}
