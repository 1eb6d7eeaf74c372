import { allowedRule, forbiddenRule } from '../behaviour/calls/call-order.ts';
import { phases } from '../behaviour/calls/fmi-phases.ts';
import type { Rule } from '../rule.ts';

/** Rules on allowed and forbidden calls in each state. */
export const orderRules: readonly Rule[] = phases.flatMap((phase) => [
  allowedRule(phase),
  forbiddenRule(phase),
]);
