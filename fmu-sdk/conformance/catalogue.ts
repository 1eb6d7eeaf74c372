import type { StaticRule } from './rule.ts';
import { unitRules } from './rules/unit/index.ts';

/** The catalogue of static rules, by area. */
export const staticRules: readonly StaticRule[] = [...unitRules];

/** The rule of that id. */
export function staticRule(id: string): StaticRule | undefined {
  return staticRules.find((rule) => rule.id === id);
}
