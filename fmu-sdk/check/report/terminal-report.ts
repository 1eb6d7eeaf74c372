import { singleLine } from '../../util/printable.ts';
import { sentence } from '../defect.ts';
import {
  type CheckResult,
  checkCoverageOf,
  type Finding,
  findingsOf,
  reasonsOf,
  verdictOf,
  versionWords,
} from '../result/check-result.ts';
import { coverageText } from './coverage-text.ts';
import {
  countText,
  expectation,
  type FindingGroup,
  groupsOf,
  placeOf,
  subjectText,
  summary,
} from './finding-groups.ts';
import { verboseReport } from './verbose-report.ts';

/** Width of a terminal that a report is written for. */
const columns = 100;

/** Lines for causes on the first screen: 24, without the head, what is left out, and the hints. */
const screen = 15;

/** Most findings that are gone which a terminal names. */
const mostGone = 5;

/** Options for the amount of output. */
export interface TerminalOptions {
  /** Every finding with its calls, every rule that was not run with the reason. */
  readonly verbose?: boolean | undefined;
}

/**
 * Returns the results of a check for a terminal. An FMU without findings has two lines: its verdict
 * and the number of checked rules. For other FMUs the first screen shows the most important causes.
 * `verbose` shows all findings.
 *
 * @example
 * process.stdout.write(terminalReport(results, { verbose: true }));
 */
export function terminalReport(
  results: readonly CheckResult[],
  { verbose = false }: TerminalOptions = {},
): string {
  const parts = results.map((result) => [
    ...headOf(result),
    ...(verbose ? verboseReport(result) : briefReport(groupsOf(unwaived(result)))),
    ...since(result),
  ]);
  const hasFindings = results.some((result) => unwaived(result).length > 0);
  const hint =
    hasFindings && !verbose
      ? '\n\nA violation breaks the standard. Robustness: not forbidden, but some importers may fail.\nWith --verbose: every finding, with its calls. --explain RULE: the requirement of a rule and its reason.'
      : '';
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}${hint}\n`;
}

/** Returns the verdict on the FMU, and the number of checked rules, as lines. */
export function headOf(result: CheckResult): string[] {
  const findings = unwaived(result);
  const conclusion = verdictOf(result);
  const to = conclusion === 'no violation found in what was checked' ? ',' : ' to';
  const counts = findings.length === 0 ? '' : `: ${summary(findings)}`;
  const words = `${singleLine(result.file)}: ${conclusion}${to} ${versionWords(result)}${counts}`;
  return [
    ...wrapText(words, ''),
    ...subjectsOf(findings),
    ...wrapText(rulesText(result), '  ', 2),
    ...exercisedOf(result),
    ...waivedOf(result),
  ];
}

/** Returns what the violations concern, if there are several. */
function subjectsOf(findings: readonly Finding[]): string[] {
  const groups = groupsOf(findings).filter((group) => group.severity === 'violation');
  return groups.length < 2 ? [] : wrapText(`violations concern: ${subjectText(groups)}`, '  ', 1);
}

function unwaived(result: CheckResult): Finding[] {
  return findingsOf(result).filter(({ waived }) => waived === undefined);
}

function waivedOf(result: CheckResult): string[] {
  const waived = findingsOf(result).flatMap((finding) => finding.waived ?? []);
  if (waived.length === 0) return [];
  const reasons = [...new Set(waived.map(({ reason }) => reason))].join('; ');
  return wrapText(
    `waived: ${waived.length} ${waived.length === 1 ? 'finding' : 'findings'} (${singleLine(reasons)})`,
    '  ',
    2,
  );
}

/** `checked 312 of 340 rules that apply, skipped 28: the FMU cannot be instantiated (25), …` */
function rulesText(result: CheckResult): string {
  const { checked, of, inPart, skipped } = checkCoverageOf(result);
  const part = inPart === 0 ? '' : `, ${inPart} of them partly`;
  const skippedText = skipped === 0 ? '' : `, skipped ${skipped}`;
  const reasons = reasonsOf(result).map(
    ({ why, count }) => `${singleLine(sentence(why)).slice(0, -1)} (${count})`,
  );
  return `checked ${checked} of ${of} rules that apply${part}${skippedText}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`;
}

/** Returns what was exercised, and what an FMU lacks for *conforms*. */
function exercisedOf({ coverage }: CheckResult): string[] {
  if (coverage === undefined) return [];
  const gaps =
    coverage.gaps.length === 0
      ? []
      : wrapText(`not covered: ${singleLine(coverage.gaps.join('; '))}`, '  ', 2);
  return [...(coverage.targets.length === 0 ? [] : wrapText(coverageText(coverage), '  ', 2)), ...gaps];
}

/** Lists causes with their expectation, as many as fit on a first screen, and counts the rest. */
function briefReport(groups: readonly FindingGroup[]): string[] {
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
  const indent = ' '.repeat(13);
  const others = rules.length > 1 ? ` and ${rules.length - 1} more` : '';
  const on = targetsOf(group);
  const fresh = first.isNew ? 'New: ' : '';
  return [
    ...wrapText(
      singleLine(`${fresh}${placeOf({ place: first.place })}${sentence(first.message)}${more}`),
      `  ${group.severity.padEnd(10)} `,
      2,
    ),
    ...wrapText(singleLine(expectation(first)), indent, 2),
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
  return wrapText(`… and ${groups.length} more: ${countText(groups)}`, '  ', 1);
}

/** Returns the changes since the earlier report. */
function since(result: CheckResult): string[] {
  const { absent } = result;
  if (absent === undefined) return [];
  const findings = findingsOf(result);
  const fresh = findings.filter(({ isNew }) => isNew).length;
  const head = `since then: ${fresh} new, ${absent.length} gone, ${findings.length - fresh} as before`;
  const listedFindings = absent.slice(0, mostGone);
  return [
    `  ${head}`,
    ...listedFindings.flatMap(({ rule, message }) =>
      wrapText(singleLine(`gone: ${sentence(message)} (${rule})`), '    ', 1),
    ),
    ...(absent.length > listedFindings.length
      ? [`    … and ${absent.length - listedFindings.length} more`]
      : []),
  ];
}

/**
 * Wraps text to at most `columns` characters. The first line starts with `first`, the others with
 * equal indentation.
 */
function wrapText(text: string, first: string, most: number = Number.POSITIVE_INFINITY): string[] {
  const width = columns - first.length;
  const lines: string[] = [];
  let line = '';
  for (const word of piecesOf(text, width)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  if (lines.length > most) {
    lines.length = most;
    lines[most - 1] = `${lines[most - 1].slice(0, width - 2)} …`;
  }
  return lines.map((item, n) => `${n === 0 ? first : ' '.repeat(first.length)}${item}`);
}

/** Splits text into words, and long words into pieces. */
function piecesOf(text: string, width: number): string[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? []);
}
