import { mostOfMessage, printable, shortened } from '../../printable.ts';
import { sentence } from '../defect.ts';
import type { CheckResult, Status, Verdict } from '../result.ts';
import { findingsOf } from '../result.ts';
import { type FindingGroup, groupsOf, placeOf, summary, type Variant } from './group.ts';

/** Most variants of a finding that a person reads on a terminal; the other formats have all. */
const mostVariants = 8;
/** The same for what stands in files, line by line. */
const mostPlaces = 100;
const indent = '             ';

/** A check for a terminal: findings, worst first; then what was checked, and what was not, and why. */
export function terminalReport(results: readonly CheckResult[]): string {
  const calls = results.some((r) => findingsOf(r).some((f) => f.class !== 'violation' && f.sequence?.length));
  const hint = calls ? '\n\nThe calls behind robustness and advice: --format json or --report has them.' : '';
  return `${results.map(one).join('\n\n')}${hint}\n`;
}

function one(result: CheckResult): string {
  const findings = findingsOf(result);
  const version = result.fmiVersion === undefined ? 'FMI version unknown' : `FMI ${result.fmiVersion}`;
  return [
    `${flat(result.file)}: ${flat(version)}, ${summary(findings)}`,
    ...groupsOf(findings).flatMap(entries),
    `  ${coverage(result.verdicts)}`,
    ...grouped('skipped', result.verdicts),
    ...grouped('inapplicable', result.verdicts),
  ].join('\n');
}

/** What is found in files stands at its place, line by line; what a unit does wrong is one entry with its variants. */
function entries(group: FindingGroup): string[] {
  const behaviour = group.variants[0].targets.length > 0;
  if (behaviour && group.variants.length > 1) return [several(group)];
  const rest = group.variants.length - mostPlaces;
  const more = rest > 0 ? [`  … and ${rest} more of ${group.rule}`] : [];
  return [...group.variants.slice(0, mostPlaces).map((variant) => single(group, variant)), ...more];
}

function single({ class: own, rule, clause }: FindingGroup, variant: Variant): string {
  const text = `${wrong(variant)} Right: ${flat(variant.expected)}.`;
  return `  ${own.padEnd(10)} ${text}\n${indent}${rule} (${clause})${calls(variant)}`;
}

function several({ class: own, rule, clause, variants }: FindingGroup): string {
  const same = new Set(variants.map(({ expected }) => expected)).size === 1;
  const lines = variants
    .slice(0, mostVariants)
    .map((v) => `\n${indent}- ${wrong(v)}${same ? '' : ` Right: ${flat(v.expected)}.`}${calls(v)}`);
  const rest = variants.length - lines.length;
  const more = rest > 0 ? `\n${indent}… and ${rest} more` : '';
  const right = same ? ` Right: ${flat(variants[0].expected)}.` : '';
  return `  ${own.padEnd(10)} ${rule} (${clause}), ${variants.length} times.${right}${lines.join('')}${more}`;
}

function wrong({ message, value, place, targets }: Variant): string {
  const target = targets.length === 0 ? undefined : targets.join('; ');
  const text = value === undefined ? '' : ` It is ${JSON.stringify(value)}.`;
  return flat(`${placeOf({ place, target })}${sentence(message)}${text}`);
}

/** Of a violation as many calls as a person reads. */
function calls({ class: own, sequence = [] }: Variant): string {
  if (own !== 'violation') return '';
  const last = sequence.length <= 8 ? sequence : ['…', ...sequence.slice(-7)];
  return last.map((call) => `\n${indent}  ${flat(call)}`).join('');
}

/** What comes from a unit is part of a line. */
function flat(text: string): string {
  return printable(shortened(text, mostOfMessage));
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
  return [...groups].map(([why, ids]) => `  ${title}, ${flat(why)}: ${ids.join(', ')}`);
}
