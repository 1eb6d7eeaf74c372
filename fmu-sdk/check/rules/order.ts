import { allowedRule, forbiddenRule } from '../behaviour/call-order.ts';
import { phases } from '../behaviour/fmi-phases.ts';
import type { Rule } from '../rule.ts';

/** What may be called in which state, and what may not. */
export const orderRules: readonly Rule[] = phases.flatMap((phase) => [
  allowedRule(phase),
  forbiddenRule(phase),
]);
