import { similarNames } from '../../util/nearest-name.ts';
import { UserError } from '../../util/user-error.ts';
import type { Rule } from '../rule.ts';
import { namesRule } from './glob-pattern.ts';

/** Why a rule was not asked that a selection leaves out. */
export const notSelected = 'not selected';

/** Rules that are asked, and rules that are not: ids, patterns with `*`, or areas. */
export interface RuleSelection {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** The rules that a selection leaves. Throws a UserError for a pattern that names no rule. */
export function selected(rules: readonly Rule[], { only = [], skip = [] }: RuleSelection): readonly Rule[] {
  for (const [option, patterns] of [
    ['only', only],
    ['skip', skip],
  ] as const)
    for (const pattern of patterns)
      if (!rules.some(({ id }) => namesRule(pattern, id))) throw unknown(option, pattern, rules);
  return rules.filter(
    ({ id }) =>
      (only.length === 0 || only.some((pattern) => namesRule(pattern, id))) &&
      !skip.some((pattern) => namesRule(pattern, id)),
  );
}

function unknown(option: string, pattern: string, rules: readonly Rule[]): UserError {
  const near = nearRules(pattern, rules);
  const meant = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : '';
  return new UserError(
    `check: ${option}: expected a rule, got ${pattern}.${meant} Give an id, a pattern with *, or an area. "fmu check --list" lists all rules.`,
  );
}

/** Returns at most five rules with a similar id: those with its last part first. */
export function nearRules(pattern: string, rules: readonly { readonly id: string }[]): string[] {
  const ids = rules.map(({ id }) => id);
  const last = pattern.replaceAll('*', '').split('/').at(-1) ?? '';
  const sameEnd = ids.filter((id) => last !== '' && id.includes(last));
  return [...new Set([...sameEnd, ...similarNames(pattern, ids)])].slice(0, 5);
}
