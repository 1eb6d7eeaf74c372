/** One fault planted in a unit that conforms: a few lines of its C source (or of its description) are others. */
export interface Mutant {
  /** Unique; `unit/what`. */
  name: string;
  /** The unit in `c/`: `full3`, `full2`, `ticker3`, … */
  unit: string;
  /** Replacements, each of a text that the source has exactly once (or of every match of a global expression). */
  edits: readonly (readonly [find: string | RegExp, replace: string])[];
  /** The same on the description, where the fault is one of what is declared. */
  description?: readonly (readonly [find: string | RegExp, replace: string])[];
  /** The fault in words. */
  fault: string;
  /** Rules that are about it: one of them has to find it. Any rule of an area with `area/*`. */
  rules: readonly string[];
  /** Why it is known not to be found. */
  survives?: string;
}

/** The text with its edits; throws where one does not apply exactly as it says. */
export function edited(text: string, edits: Mutant['edits'], name: string): string {
  return edits.reduce((before, [find, replace]) => {
    const count =
      typeof find === 'string' ? before.split(find).length - 1 : [...before.matchAll(global(find))].length;
    if (count === 0 || (count > 1 && !(find instanceof RegExp && find.global)))
      throw new Error(`mutant ${name}: ${String(find)} is there ${count} times`);
    return typeof find === 'string' ? before.replace(find, () => replace) : before.replace(find, replace);
  }, text);
}

function global(find: RegExp): RegExp {
  return find.global ? find : new RegExp(find.source, `${find.flags}g`);
}

/** Whether a rule is one that is about the mutant. */
export function isAbout(mutant: Mutant, rule: string): boolean {
  return mutant.rules.some((each) =>
    each.endsWith('*') ? rule.startsWith(each.slice(0, -1)) : each === rule,
  );
}
