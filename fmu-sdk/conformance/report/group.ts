import type { Finding } from '../result.ts';
import type { Severity } from '../rule.ts';

/** What is wrong, once, with all the binaries and interfaces that it was found on. */
export interface Variant extends Finding {
  targets: string[];
}

/** What one rule has found. */
export interface FindingGroup {
  rule: string;
  severity: Severity;
  clause: string;
  variants: Variant[];
}

/** From the worst. */
export const severities: readonly Severity[] = ['error', 'warning', 'note'];

/** Findings by rule, worst first; the same on several targets is one. */
export function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  const variants = new Map<string, Variant>();
  for (const finding of findings) {
    const { rule, severity, clause, message, value, expected, place, target } = finding;
    const group = groups.get(rule) ?? { rule, severity, clause, variants: [] };
    groups.set(rule, group);
    const key = JSON.stringify([rule, message, value, expected, place]);
    const variant = variants.get(key);
    if (variant !== undefined && target !== undefined) {
      if (!variant.targets.includes(target)) variant.targets.push(target);
      continue;
    }
    const made = { ...finding, targets: target === undefined ? [] : [target] };
    variants.set(key, made);
    group.variants.push(made);
  }
  return [...groups.values()].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

/** `modelDescription.xml:12:5: ` or `x86_64-linux, co-simulation: ` */
export function placeOf({ place, target }: Pick<Finding, 'place' | 'target'>): string {
  const on = target === undefined ? '' : `${target}: `;
  if (place === undefined) return on;
  const { file, line, column } = place;
  return `${line === undefined ? file : `${file}:${line}:${column}`}: ${on}`;
}

/** `1 error, 2 warnings` */
export function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'nothing found';
  return severities
    .map((severity) => [findings.filter((f) => f.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ');
}
