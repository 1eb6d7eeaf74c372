import type { StaticRule } from './rule.ts';
import { annotationRules } from './rules/annotation/index.ts';
import { archiveRules } from './rules/archive/index.ts';
import { binaryRules } from './rules/binary/index.ts';
import { buildRules } from './rules/build/index.ts';
import { categoryRules } from './rules/category/index.ts';
import { clockRules } from './rules/clock/index.ts';
import { clockedRules } from './rules/clocked/index.ts';
import { descriptionRules } from './rules/description/index.ts';
import { experimentRules } from './rules/experiment/index.ts';
import { interfaceRules } from './rules/interface/index.ts';
import { manifestRules } from './rules/manifest/index.ts';
import { namingRules } from './rules/naming/index.ts';
import { schemaRules } from './rules/schema/index.ts';
import { structureRules } from './rules/structure/index.ts';
import { terminalsRules } from './rules/terminals/index.ts';
import { typeRules } from './rules/type/index.ts';
import { unitRules } from './rules/unit/index.ts';
import { variableRules } from './rules/variable/index.ts';
import { wasmRules } from './rules/wasm/index.ts';
import { xmlRules } from './rules/xml/index.ts';

/** The catalogue of static rules, by area. */
export const staticRules: readonly StaticRule[] = [
  ...annotationRules,
  ...archiveRules,
  ...binaryRules,
  ...buildRules,
  ...categoryRules,
  ...clockRules,
  ...clockedRules,
  ...descriptionRules,
  ...experimentRules,
  ...interfaceRules,
  ...manifestRules,
  ...namingRules,
  ...schemaRules,
  ...structureRules,
  ...terminalsRules,
  ...typeRules,
  ...unitRules,
  ...variableRules,
  ...wasmRules,
  ...xmlRules,
];

/** The rule of that id. */
export function staticRule(id: string): StaticRule | undefined {
  return staticRules.find((rule) => rule.id === id);
}
