/** Conforming FMU with one fault, which marks in its C source inject. */
export interface Mutant {
  /** Unique name, `unit/what`. */
  name: string;
  /** The unit in `c/`: `full3`, `full2`, `ticker3`, … */
  unit: string;
  /** Name in the marks of the C source: `leak_step` for `full3/leak-step`. */
  mark: string;
  /** The fault in words. */
  fault: string;
  /** Rules that are about it: one of them has to find it. Any rule of an area with `area/*`. */
  rules: readonly string[];
  /** Why it is known not to be found. */
  survives?: string;
}

export type Row = readonly [what: string, fault: string, rules: readonly string[]];

/** Returns the mutants of a unit. `survivors` gives the reasons why some are not found. */
export function mutantsOf(
  unit: string,
  rows: readonly Row[],
  survivors: Readonly<Record<string, string>> = {},
): Mutant[] {
  return rows.map(([what, fault, rules]) => ({
    name: `${unit}/${what}`,
    unit,
    mark: what.replaceAll('-', '_'),
    fault,
    rules,
    survives: survivors[what],
  }));
}

/** Returns true if a rule is about the mutant's fault. */
export function isAbout({ rules }: Pick<Mutant, 'rules'>, rule: string): boolean {
  return rules.some((candidate) =>
    candidate.endsWith('*') ? rule.startsWith(candidate.slice(0, -1)) : candidate === rule,
  );
}
