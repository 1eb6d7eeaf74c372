import { singleLine } from '../../util/printable.ts';
import { sentence } from '../defect.ts';
import { type CheckResult, findingsOf, type RuleResult, type Status } from '../result/check-result.ts';
import { coverageLines } from './coverage-text.ts';
import { expectation, type FindingGroup, groupsOf, placeOf, type Variant } from './finding-groups.ts';

/** Limit of variants of a cause on a terminal. The other formats have all of them. */
const mostVariants = 100;
const indent = ' '.repeat(13);

/**
 * Lists every cause with its findings and their calls, then the coverage, then the rules that were not
 * checked, with reasons.
 */
export function verboseReport(result: CheckResult): string[] {
  return [
    ...groupsOf(findingsOf(result)).flatMap(entryOf),
    ...(result.coverage === undefined ? [] : coverageLines(result.coverage).map((line) => `  ${line}`)),
    ...unchecked('skipped', result.verdicts),
    ...unchecked('inapplicable', result.verdicts),
  ];
}

function entryOf(group: FindingGroup): string[] {
  const { variants, rules, clause } = group;
  const head = `  ${group.severity.padEnd(10)} `;
  if (variants.length === 1) {
    const [only] = variants;
    return [
      `${head}${wrong(only)} ${singleLine(expectation(only))}`,
      `${indent}${only.rule} (${clause})`,
      ...calls(only),
    ];
  }
  const rest = variants.length - mostVariants;
  const title =
    group.kind === 'rule'
      ? `${rules[0]} (${clause})`
      : `${singleLine(group.id)}, met by ${rules.length} rules`;
  return [
    `${head}${title}, ${variants.length} times.`,
    ...variants.slice(0, mostVariants).flatMap((v) => variantOf(group, v)),
    ...(rest > 0 ? [`${indent}… and ${rest} more`] : []),
  ];
}

function variantOf({ kind }: FindingGroup, variant: Variant): string[] {
  const by = kind === 'rule' ? '' : `${variant.rule}: `;
  return [`${indent}- ${by}${wrong(variant)} ${singleLine(expectation(variant))}`, ...calls(variant)];
}

function wrong({ message, place, targets, waived, isNew }: Variant): string {
  const target = targets.length === 0 ? undefined : targets.join('; ');
  const accepted = waived === undefined ? '' : ` Waived: ${sentence(waived.reason)}`;
  return singleLine(`${isNew ? 'New: ' : ''}${placeOf({ place, target })}${sentence(message)}${accepted}`);
}

/** Lists the calls, and before them the calls of the instance that showed the expected value. */
function calls({ sequence = [], compared }: Variant): string[] {
  const listed = (all: readonly string[]): string[] => all.map((call) => `${indent}    ${singleLine(call)}`);
  if (compared === undefined) return listed(sequence);
  return [
    `${indent}  Calls that show the right value:`,
    ...listed(compared),
    `${indent}  Calls that show the other value:`,
    ...listed(sequence),
  ];
}

function unchecked(status: Status, verdicts: readonly RuleResult[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { rule, why } of verdicts.filter((verdict) => verdict.status === status))
    groups.set(why ?? '', [...(groups.get(why ?? '') ?? []), rule.id]);
  const title = status === 'skipped' ? 'skipped' : 'does not apply';
  return [...groups].map(([why, ids]) => `  ${title}, ${singleLine(why)}: ${ids.join(', ')}`);
}
