/** Paths whose content differs from the signed content, written as in signatures. */
export interface Difference {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares signed and present content line by line. Returns undefined if they are equal. */
export function differenceOf(signed: readonly string[], current: readonly string[]): Difference | undefined {
  if (signed.length === current.length && signed.every((line, i) => line === current[i])) return undefined;
  const [before, now] = [signed, current].map((lines) => new Map(lines.map((line) => [pathOf(line), line])));
  return {
    changed: [...now].flatMap(([path, line]) => {
      const other = before.get(path);
      return other === undefined || other === line ? [] : path;
    }),
    added: [...now.keys()].filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !now.has(path)),
  };
}

/**
 * Formats a difference for people: `it is for other content: changed modelDescription.xml; added a,
 * b, c and 5 more`.
 */
export function differenceText(difference: Difference): string {
  const parts = Object.entries(difference).flatMap(([what, paths]: [string, readonly string[]]) => {
    if (paths.length === 0) return [];
    const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
    return `${what} ${paths.slice(0, 3).join(', ')}${more}`;
  });
  return `it is for other content: ${parts.join('; ') || 'its entries have another order'}`;
}

/** The path in a line `SHA-256 bytes path`. */
function pathOf(line: string): string {
  return line.slice(line.indexOf(' ', 65) + 1);
}
