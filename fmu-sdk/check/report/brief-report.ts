import { sentence } from '../defect.ts';
import { severities } from '../severity.ts';
import { countWords, type FindingGroup, placeOf } from './finding-groups.ts';
import { singleLine, wrapText } from './wrap-text.ts';

/** Lines for causes on the first screen: 24, without the head, what is left out, and the hint. */
const screen = 17;

/** Lists causes with their expectation, as many as fit on a first screen, and counts the rest. */
export function briefReport(groups: readonly FindingGroup[]): string[] {
  const lines: string[] = [];
  let count = 0;
  for (const group of groups) {
    const entry = entryOf(group);
    if (count > 0 && lines.length + entry.length > screen) break;
    lines.push(...entry);
    count++;
  }
  return [...lines, ...restOf(groups.slice(count))];
}

/** A cause in at most five lines. */
function entryOf(group: FindingGroup): string[] {
  const { variants, rules, clause } = group;
  const [first] = variants;
  const places = new Set(
    variants.map(({ message, place, value }) => JSON.stringify([message, place, value])),
  );
  const more =
    group.kind !== 'crash' && group.kind !== 'refusal' && places.size > 1
      ? ` (and ${places.size - 1} similar)`
      : '';
  const value = first.value === undefined ? '' : ` It is ${JSON.stringify(first.value)}.`;
  const indent = ' '.repeat(13);
  const others = rules.length > 1 ? ` and ${rules.length - 1} more` : '';
  const on = targetsOf(group);
  const fresh = first.isNew ? 'New: ' : '';
  return [
    ...wrapText(
      singleLine(`${fresh}${placeOf({ place: first.place })}${sentence(first.message)}${value}${more}`),
      `  ${group.class.padEnd(10)} `,
      2,
    ),
    ...wrapText(singleLine(`Right: ${sentence(first.expected)}`), indent, 1),
    ...wrapText(singleLine(`${rules[0]}${others} (${clause})${on}`), indent, 1),
  ];
}

function targetsOf({ variants }: FindingGroup): string {
  const targets = [...new Set(variants.flatMap(({ targets: names }) => names))];
  if (targets.length === 0) return '';
  return targets.length === 1 ? `, on ${targets[0]}` : `, on ${targets[0]} and ${targets.length - 1} more`;
}

function restOf(groups: readonly FindingGroup[]): string[] {
  if (groups.length === 0) return [];
  const counts = severities
    .map((severity) => [groups.filter((group) => group.class === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => countWords(severity, count));
  return wrapText(`… and ${groups.length} more: ${counts.join(', ')}`, '  ', 1);
}
