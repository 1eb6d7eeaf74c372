import type { Finding } from '../result.ts';
import { type RuleClass, ruleClasses } from '../rule-class.ts';

/** What is wrong, once, with all the binaries and interfaces that it was found on. */
export interface Variant extends Finding {
  targets: string[];
}

/** What one rule has found. */
export interface FindingGroup {
  rule: string;
  class: RuleClass;
  clause: string;
  variants: Variant[];
}

/** Findings by rule and class, worst first; the same on several targets is one. */
export function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  const variants = new Map<string, Variant>();
  for (const finding of findings) {
    const { rule, class: own, clause, message, value, expected, place, target } = finding;
    const name = `${rule} ${own}`;
    const group = groups.get(name) ?? { rule, class: own, clause, variants: [] };
    groups.set(name, group);
    const key = JSON.stringify([name, message, value, expected, place]);
    const variant = variants.get(key);
    if (variant !== undefined && target !== undefined) {
      if (!variant.targets.includes(target)) variant.targets.push(target);
      continue;
    }
    const made = { ...finding, targets: target === undefined ? [] : [target] };
    variants.set(key, made);
    group.variants.push(made);
  }
  return [...groups.values()].sort((a, b) => ruleClasses.indexOf(a.class) - ruleClasses.indexOf(b.class));
}

/** `modelDescription.xml:12:5: ` or `x86_64-linux, co-simulation: ` */
export function placeOf({ place, target }: Pick<Finding, 'place' | 'target'>): string {
  const on = target === undefined ? '' : `${target}: `;
  if (place === undefined) return on;
  const { file, line, column } = place;
  return `${line === undefined ? file : `${file}:${line}:${column}`}: ${on}`;
}

/** `1 violation, 2 of robustness, 3 of advice` */
export function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'nothing found';
  return ruleClasses
    .map((each) => [findings.filter((f) => f.class === each).length, each] as const)
    .filter(([count]) => count > 0)
    .map(([count, each]) => `${count} ${wordOf(each, count)}`)
    .join(', ');
}

function wordOf(each: RuleClass, count: number): string {
  if (each !== 'violation') return `of ${each}`;
  return count === 1 ? 'violation' : 'violations';
}
