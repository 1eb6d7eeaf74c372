import { allowedRule, forbiddenRule } from '../dynamic/order.ts';
import { phases } from '../dynamic/phases.ts';
import type { Rule } from '../rule.ts';

/** What may be called in which state, and what may not. */
export const orderRules: readonly Rule[] = phases.flatMap((phase) => [
  allowedRule(phase),
  forbiddenRule(phase),
]);
