import { nameHint, similarNames } from './nearest-name.ts';
import { printableName } from './printable.ts';
import { UserError } from './user-error.ts';

/** `(1,2)`, `(1, 2)`, `[1, 2]`: indexes as MATLAB and other exporters write them. */
const index = /[([]\s*(\d+(?:\s*,\s*\d+)*)\s*[)\]]/g;

/** Returns a name with its indexes in FMI's notation: `Output(1)` becomes `Output[1]`. */
export function inFmiNotation(name: string): string {
  return name.trim().replace(index, (_, list: string) => `[${list.replace(/\s+/g, '')}]`);
}

/**
 * Finds the name of each wanted column among existing names: the given one, the same name, or the
 * only one that differs in the notation of indexes. Columns without a match are missing.
 *
 * @param given existing names by wanted names
 */
export function matchColumns(
  wanted: readonly string[],
  existing: readonly string[],
  given: Readonly<Record<string, string>> = {},
): Map<string, string> {
  const own = new Set(existing);
  const matches = new Map<string, string>();
  for (const name of wanted) {
    const chosen = Object.hasOwn(given, name) ? given[name] : name;
    if (own.has(chosen)) matches.set(name, chosen);
  }
  const taken = new Set(matches.values());
  const byNotation = new Map<string, string[]>();
  for (const name of existing)
    if (!taken.has(name)) {
      const key = inFmiNotation(name);
      const others = byNotation.get(key);
      if (others === undefined) byNotation.set(key, [name]);
      else others.push(name);
    }
  for (const name of wanted) {
    if (matches.has(name) || Object.hasOwn(given, name)) continue;
    const found = byNotation.get(inFmiNotation(name)) ?? [];
    if (found.length !== 1 || taken.has(found[0])) continue;
    matches.set(name, found[0]);
    taken.add(found[0]);
  }
  return matches;
}

/** Parses `reference=results` texts of the option `--map`. */
export function parseMap(operation: string, texts: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, wanted, existing] = /^(.+?)=(.+)$/.exec(text) ?? [];
      if (wanted !== undefined) return [wanted, existing];
      throw new UserError(
        `${operation}: expected --map reference=results, such as y=out.y, got "${printableName(text)}". Name two columns.`,
      );
    }),
  );
}

/** Refuses a map whose names do not exist. */
export function requireMap(
  operation: string,
  given: Readonly<Record<string, string>>,
  wanted: readonly string[],
  existing: readonly string[],
): void {
  for (const [from, to] of Object.entries(given))
    for (const [name, names] of [
      [from, wanted],
      [to, existing],
    ] as const)
      if (!names.includes(name))
        throw new UserError(
          `${operation}: --map ${from}=${to}: unknown column "${printableName(name)}". ${nameHint(name, names)}`,
        );
}

/** Number of missing columns for which close names are looked for, in all other names. */
const mostHinted = 20;

/** Returns a hint on close names for missing columns, or an empty text. */
export function mapHint(missing: readonly string[], candidates: readonly string[]): string {
  const pairs = missing.slice(0, mostHinted).flatMap((name) =>
    similarNames(name, candidates)
      .slice(0, 1)
      .map((near) => `${printableName(name)}=${printableName(near)}`),
  );
  return pairs.length === 0
    ? ''
    : `If they are the same quantities, add --map ${pairs.slice(0, 3).join(' ')}`;
}
