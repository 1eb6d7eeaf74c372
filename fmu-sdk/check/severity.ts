/**
 * What breaking a rule means to its reader, the gravest first.
 *
 * - `violation`: the standard says shall or must of the unit, and the unit breaks it.
 * - `robustness`: what the unit does when the importer errs, or where the text leaves it open.
 * - `advice`: the standard advises against it, or a tool will stumble, or it is good to know.
 *
 * @example
 * for (const each of ruleClasses)
 *   console.log(each, findingsOf(result).filter((finding) => finding.class === each).length);
 */
export const ruleClasses = ['violation', 'robustness', 'advice'] as const;
Object.freeze(ruleClasses);

/** One of `ruleClasses`. */
export type RuleClass = (typeof ruleClasses)[number];

/** What may fail a check: findings of a class, or rules that could not be checked. */
export type Failure = RuleClass | 'skip';
export const failures: readonly Failure[] = [...ruleClasses, 'skip'];

/** The gravest of them; undefined for none. */
export function gravest(classes: readonly RuleClass[]): RuleClass | undefined {
  return ruleClasses.find((each) => classes.includes(each));
}

/** The milder of two. */
export function milder(a: RuleClass, b: RuleClass): RuleClass {
  return ruleClasses.indexOf(a) > ruleClasses.indexOf(b) ? a : b;
}
