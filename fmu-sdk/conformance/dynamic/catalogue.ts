import { derivativeRules } from '../rules/derivative/index.ts';
import { eventRules } from '../rules/event/index.ts';
import { loadRules } from '../rules/load/index.ts';
import { logRules } from '../rules/log/index.ts';
import { memoryRules } from '../rules/memory/index.ts';
import { orderRules } from '../rules/order/index.ts';
import { robustRules } from '../rules/robust/index.ts';
import { runRules } from '../rules/run/index.ts';
import { statesRules } from '../rules/states/index.ts';
import { stepRules } from '../rules/step/index.ts';
import { tickingRules } from '../rules/ticking/index.ts';
import { valueRules } from '../rules/value/index.ts';
import type { Conduct } from './rule.ts';

/** The catalogue of dynamic rules, by area. */
export const dynamicRules: readonly Conduct[] = [
  ...loadRules,
  ...orderRules,
  ...valueRules,
  ...runRules,
  ...stepRules,
  ...memoryRules,
  ...derivativeRules,
  ...statesRules,
  ...eventRules,
  ...tickingRules,
  ...logRules,
  ...robustRules,
];

/** The rule of that id. */
export function dynamicRule(id: string): Conduct | undefined {
  return dynamicRules.find((rule) => rule.id === id);
}
