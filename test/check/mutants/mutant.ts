/** Fault injected into a conforming FMU: changed lines in its C source or its description. */
export interface Mutant {
  /** Unique name, `unit/what`. */
  name: string;
  /** The unit in `c/`: `full3`, `full2`, `ticker3`, … */
  unit: string;
  /**
   * Replacements of texts that occur exactly once in the source, or of every match of a global
   * expression.
   */
  edits: readonly (readonly [find: string | RegExp, replace: string])[];
  /** Replacements in the description, for faults in its declarations. */
  description?: readonly (readonly [find: string | RegExp, replace: string])[];
  /** The fault in words. */
  fault: string;
  /** Rules that are about it: one of them has to find it. Any rule of an area with `area/*`. */
  rules: readonly string[];
  /** Why it is known not to be found. */
  survives?: string;
}

/** Returns the edited text. Throws if an edit does not apply exactly. */
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

/** Returns true if a rule is about the mutant's fault. */
export function isAbout(mutant: Mutant, rule: string): boolean {
  return mutant.rules.some((candidate) =>
    candidate.endsWith('*') ? rule.startsWith(candidate.slice(0, -1)) : candidate === rule,
  );
}
