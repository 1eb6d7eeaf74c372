import type { StaticRule } from './rule.ts';
import { schemaRules } from './rules/schema/index.ts';
import { unitRules } from './rules/unit/index.ts';
import { xmlRules } from './rules/xml/index.ts';

/** The catalogue of static rules, by area. */
export const staticRules: readonly StaticRule[] = [...schemaRules, ...unitRules, ...xmlRules];

/** The rule of that id. */
export function staticRule(id: string): StaticRule | undefined {
  return staticRules.find((rule) => rule.id === id);
}
