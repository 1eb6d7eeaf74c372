import {
  type CheckResult,
  checkCoverageOf,
  type Finding,
  findingsOf,
  type RuleResult,
} from '../result/check-result.ts';
import type { FailOn, Severity } from '../severity.ts';
import { notSelected } from './rule-selection.ts';

/**
 * Returns true if a finding counts: it is not waived, and it is new if there is an earlier report.
 */
export function counts({ waived, isNew }: Finding): boolean {
  return waived === undefined && isNew !== false;
}

/**
 * Returns the reason why the results fail a check: `finding` before `skip`, or undefined. Every
 * finding of `asked` rules fails, and so does a skip, because the user selected these rules.
 *
 * @example
 * if (failureOf(results, ['violation', 'skip']) !== undefined) process.exitCode = 1;
 */
export function failureOf(
  results: readonly CheckResult[],
  failOn: readonly FailOn[],
  selectedRules: readonly string[] = [],
): 'finding' | 'skip' | undefined {
  const fails = (severity: Severity): boolean => failOn.includes(severity);
  if (
    results
      .flatMap(findingsOf)
      .some((finding) => counts(finding) && (fails(finding.severity) || selectedRules.includes(finding.rule)))
  )
    return 'finding';
  const unanswered = ({ rule, status }: RuleResult): boolean =>
    status === 'skipped' && selectedRules.includes(rule.id);
  if (results.some(({ verdicts }) => verdicts.some(unanswered))) return 'skip';
  return failOn.includes('skip') && results.some(isUnchecked) ? 'skip' : undefined;
}

/** Something could not be checked that was asked for. */
export function isUnchecked(result: CheckResult): boolean {
  const isSelected = (verdict: RuleResult): boolean => verdict.why !== notSelected;
  const { skipped, inPart } = checkCoverageOf({ ...result, verdicts: result.verdicts.filter(isSelected) });
  return skipped + inPart > 0;
}
