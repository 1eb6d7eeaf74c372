const ending = '.error';

/** Returns the name of the column with the band of a column. */
export const bandName = (name: string): string => name + ending;

/** Reports whether a column is the band of another one of these names: `x.error` beside `x`. */
export function isBand(name: string, names: ReadonlySet<string>): boolean {
  return name.endsWith(ending) && names.has(name.slice(0, -ending.length));
}

/** Returns the names that are not bands of others. */
export function withoutBands(names: readonly string[]): string[] {
  const all = new Set(names);
  return names.filter((name) => !isBand(name, all));
}

/** Returns names of columns, with the bands of these columns that exist. */
export function withBandsOf(names: readonly string[], existing: readonly string[]): string[] {
  const all = new Set(existing);
  return [...names, ...names.map(bandName).filter((name) => all.has(name) && !names.includes(name))];
}
