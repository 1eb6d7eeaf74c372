import type { CheckResult, Finding, Status, Verdict } from '../result.ts';
import { findingsOf } from '../result.ts';
import type { Severity } from '../rule.ts';

const order: readonly Severity[] = ['error', 'warning', 'note'];

/** A check for a terminal: findings, worst first; then what was checked, and what was not, and why. */
export function terminalReport(results: readonly CheckResult[]): string {
  return `${results.map(one).join('\n\n')}\n`;
}

function one(result: CheckResult): string {
  const findings = findingsOf(result).sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const version = result.fmiVersion === undefined ? 'FMI version unknown' : `FMI ${result.fmiVersion}`;
  return [
    `${result.file}: ${version}, ${summary(findings)}`,
    ...findings.map(finding),
    `  ${coverage(result.verdicts)}`,
    ...grouped('skipped', result.verdicts),
    ...grouped('inapplicable', result.verdicts),
  ].join('\n');
}

function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'nothing found';
  return order
    .map((severity) => [findings.filter((f) => f.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ');
}

function finding(f: Finding): string {
  const value = f.value === undefined ? '' : ` It is ${JSON.stringify(f.value)}.`;
  const calls = lastCalls(f.sequence ?? [])
    .map((call) => `\n             ${call}`)
    .join('');
  return `  ${f.severity.padEnd(8)} ${placeOf(f)}${f.message}${value} Right: ${f.expected}.\n           ${f.rule} (${f.clause})${calls}`;
}

/** As many calls as a person reads; the other formats have all. */
function lastCalls(sequence: readonly string[]): string[] {
  return sequence.length <= 8 ? [...sequence] : ['…', ...sequence.slice(-7)];
}

/** `modelDescription.xml:12:5: ` */
export function placeOf({ place }: Pick<Finding, 'place'>): string {
  if (place === undefined) return '';
  const { file, line, column } = place;
  return line === undefined ? `${file}: ` : `${file}:${line}:${column}: `;
}

function coverage(verdicts: readonly Verdict[]): string {
  const count = (status: Status): number => verdicts.filter((verdict) => verdict.status === status).length;
  return `${verdicts.length} rules: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped, ${count('inapplicable')} do not apply`;
}

function grouped(status: Status, verdicts: readonly Verdict[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { rule, why } of verdicts.filter((verdict) => verdict.status === status))
    groups.set(why ?? '', [...(groups.get(why ?? '') ?? []), rule.id]);
  const title = status === 'skipped' ? 'skipped' : 'does not apply';
  return [...groups].map(([why, ids]) => `  ${title}, ${why}: ${ids.join(', ')}`);
}
