import { type BehaviourRule, type FileRule, isOnBehaviour, type Rule } from './rule.ts';
import { ruleFiles } from './rule-files.ts';

/**
 * Areas of rules on behaviour, in the order of an FMU's life. Areas of rules on files are in
 * alphabetical order.
 */
const life = [
  'load',
  'importer',
  'order',
  'value',
  'run',
  'step',
  'memory',
  'relation',
  'derivative',
  'states',
  'event',
  'ticking',
  'subassembly',
  'log',
  'robust',
  'oracle',
];

/**
 * All rules of fmukit by area: first rules on files, then rules on behaviour.
 *
 * @example
 * for (const { id, title } of standardRules) console.log(id, title);
 */
export const standardRules: readonly Rule[] = Object.freeze(
  [...ruleFiles.flat()].sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)),
);

/**
 * All rules of fmukit on the files of an FMU, which is not run for them.
 *
 * @example
 * const result = await checkFmu('dist/my-filter.fmu', { rules: [...fileRules, mine] });
 */
export const fileRules: readonly FileRule[] = Object.freeze(
  standardRules.filter((rule) => !isOnBehaviour(rule)),
);

/**
 * The rules of this toolkit that run an FMU.
 *
 * @example
 * const result = await checkFmu('dist/my-filter.fmu', { rules: behaviourRules, seconds: 60 });
 */
export const behaviourRules: readonly BehaviourRule[] = Object.freeze(standardRules.filter(isOnBehaviour));

/**
 * Returns the fmukit rule with this id, or undefined.
 *
 * @example
 * const { title, explanation } = standardRule('value/finite') ?? {};
 */
export function standardRule(id: string): Rule | undefined {
  return standardRules.find((rule) => rule.id === id);
}

function rank(rule: Rule): number {
  if (!isOnBehaviour(rule)) return 0;
  const place = life.indexOf(areaOf(rule));
  return 1 + (place < 0 ? life.length : place);
}

/** `variable` of `variable/range`. */
export function areaOf({ id }: Rule): string {
  return id.split('/')[0];
}
