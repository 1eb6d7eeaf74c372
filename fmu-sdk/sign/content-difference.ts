/** Paths by which content differs from the one that was signed; as they are written in signatures. */
export interface Difference {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** How content differs from what was signed; undefined where it does not, line by line. */
export function differenceOf(signed: readonly string[], there: readonly string[]): Difference | undefined {
  if (signed.length === there.length && signed.every((line, i) => line === there[i])) return undefined;
  const [before, now] = [signed, there].map((lines) => new Map(lines.map((line) => [pathOf(line), line])));
  return {
    changed: [...now].flatMap(([path, line]) => {
      const other = before.get(path);
      return other === undefined || other === line ? [] : path;
    }),
    added: [...now.keys()].filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !now.has(path)),
  };
}

/** For people: `it is for other content: changed modelDescription.xml; added a, b, c and 5 more`. */
export function differenceText(difference: Difference): string {
  const parts = Object.entries(difference).flatMap(([what, paths]: [string, readonly string[]]) => {
    if (paths.length === 0) return [];
    const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
    return `${what} ${paths.slice(0, 3).join(', ')}${more}`;
  });
  return `it is for other content: ${parts.join('; ') || 'its entries stand in another order'}`;
}

/** The path in a line `SHA-256 bytes path`. */
function pathOf(line: string): string {
  return line.slice(line.indexOf(' ', 65) + 1);
}
