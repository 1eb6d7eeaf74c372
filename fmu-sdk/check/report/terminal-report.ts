import { sentence } from '../defect.ts';
import type { CheckResult, Finding } from '../result/check-result.ts';
import { findingsOf } from '../result/check-result.ts';
import { checkCoverageOf, reasonsOf, verdictOf } from '../result/check-verdict.ts';
import { versionWords } from '../result/edition-text.ts';
import { briefReport } from './brief-report.ts';
import { groupsOf, summary } from './finding-groups.ts';
import { verboseReport } from './verbose-report.ts';
import { singleLine, wrapText } from './wrap-text.ts';

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
      ? '\n\nWith --verbose: every finding, with its calls. --explain RULE: the requirement of a rule and its reason.'
      : '';
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}${hint}\n`;
}

/** Returns the verdict on the FMU, and the number of checked rules. */
function headOf(result: CheckResult): string[] {
  const findings = unwaived(result);
  const conclusion = verdictOf(result);
  const to = conclusion === 'no violation found in what was checked' ? ',' : ' to';
  const counts = findings.length === 0 ? '' : `: ${summary(findings)}`;
  const words = `${singleLine(result.file)}: ${conclusion}${to} ${versionWords(result)}${counts}`;
  return [...wrapText(words, ''), ...wrapText(coverage(result), '  ', 2), ...waivedOf(result)];
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

/** `checked 312 of 340 rules that apply, skipped 28: the FMU cannot be instantiated (25), …` */
function coverage(result: CheckResult): string {
  const { checked, of, inPart, skipped } = checkCoverageOf(result);
  const part = inPart === 0 ? '' : `, ${inPart} of them partly`;
  const skippedText = skipped === 0 ? '' : `, skipped ${skipped}`;
  const reasons = reasonsOf(result).map(
    ({ why, count }) => `${singleLine(sentence(why)).slice(0, -1)} (${count})`,
  );
  return `checked ${checked} of ${of} rules that apply${part}${skippedText}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`;
}
