import type { InjectedFault } from './behaviour/rule-context.ts';
import type { Example } from './example/example-fmu.ts';
import type { BehaviourRule, Need, Rule, RuleOn } from './rule.ts';
import type { Subjects } from './rule-subjects.ts';
import type { Severity } from './severity.ts';

type RuleNeeding<N extends Need> = N extends keyof Subjects ? RuleOn<N> : BehaviourRule;

/** Members that all rules of a family have. */
type Shared<N extends Need> = { readonly needs: N; readonly severity: Severity } & Partial<
  Omit<RuleNeeding<N>, 'needs' | 'severity'>
>;

/** Members of one rule. A list with one item may be given as the item. */
type Member<N extends Need> = Omit<RuleNeeding<N>, 'needs' | 'severity' | 'pass' | 'fail' | 'faults'> & {
  readonly severity?: Severity;
} & (N extends keyof Subjects ? Examples : { readonly faults: OneOrMore<InjectedFault> });

/** Examples of a rule on files. A list with one item may be given as the item. */
export interface Examples {
  readonly pass: OneOrMore<Example>;
  readonly fail: OneOrMore<Example>;
}

type OneOrMore<T> = T | readonly T[];

/** Returns a list, also of one item. */
export function listOf<T>(items: OneOrMore<T>): readonly T[] {
  return [items].flat() as T[];
}

/** Returns rules on one topic. A member of a rule wins over the shared one. */
export function ruleFamily<N extends Need>(shared: Shared<N>, rules: readonly Member<N>[]): readonly Rule[] {
  return rules.map((rule) => {
    const whole: Record<string, unknown> = { ...shared, ...rule };
    for (const name of ['pass', 'fail', 'faults']) if (name in whole) whole[name] = listOf(whole[name]);
    return whole as unknown as Rule;
  });
}
