import { type CheckResult, findingsOf } from './check-result.ts';
import { countOf } from './section-coverage.ts';

/** Verdict on an FMU as a whole. Unchecked rules do not count as passed. */
export type Verdict =
  | 'conforms'
  | 'conforms but for what is waived'
  | 'does not conform'
  | 'no violation found in what was checked';

/**
 * Returns the verdict on the FMU as a whole. Skipped rules do not count as passed.
 *
 * @example
 * console.log(result.file, verdictOf(result));
 */
export function verdictOf(result: CheckResult): Verdict {
  const violations = findingsOf(result).filter((finding) => finding.class === 'violation');
  if (violations.some(({ waived }) => waived === undefined)) return 'does not conform';
  const { skipped, inPart } = checkCoverageOf(result);
  if (skipped + inPart > 0) return 'no violation found in what was checked';
  return violations.length > 0 ? 'conforms but for what is waived' : 'conforms';
}

/** Number of rules that apply to an FMU, and of those that were checked. */
export interface CheckCoverage {
  /** Rules that apply. */
  of: number;
  /** Number of rules that were checked on at least one binary. */
  checked: number;
  /** Number of checked rules that could not be checked on every binary and interface. */
  inPart: number;
  skipped: number;
  /** Rules that speak of nothing that the FMU has. */
  inapplicable: number;
}

/**
 * Counts the rules that apply to the FMU and those that were checked.
 *
 * @example
 * const { checked, of, skipped } = checkCoverageOf(result);
 * console.log(`${checked} of ${of} rules were checked, ${skipped} were skipped`);
 */
export function checkCoverageOf({ verdicts }: CheckResult): CheckCoverage {
  const { passed, failed, skipped, inapplicable } = countOf(verdicts);
  const inPart = verdicts.filter(({ status, why }) => status === 'passed' && why !== undefined).length;
  return { of: passed + failed + skipped, checked: passed + failed, inPart, skipped, inapplicable };
}

/** Reasons for which rules were skipped, with how many, the most frequent first. */
export function reasonsOf({ verdicts }: CheckResult): { why: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { status, why } of verdicts)
    if (status === 'skipped' || (status === 'passed' && why !== undefined))
      counts.set(why ?? '', (counts.get(why ?? '') ?? 0) + 1);
  return [...counts].map(([why, count]) => ({ why, count })).sort((a, b) => b.count - a.count);
}
