import { extentOf } from './conclusion.ts';
import { type CheckResult, type Finding, findingsOf, type Verdict } from './result.ts';
import type { Failure, RuleClass } from './rule-class.ts';
import { leftOut } from './selection.ts';

/** Whether a finding counts: nobody has waived it, and where an earlier report is compared with, it is new. */
export function counts({ waived, isNew }: Finding): boolean {
  return waived === undefined && isNew !== false;
}

/** What of the results fails a check: `finding` before `skip`; undefined when nothing does. */
export function failureOf(
  results: readonly CheckResult[],
  failOn: readonly Failure[],
): 'finding' | 'skip' | undefined {
  const fails = (own: RuleClass): boolean => failOn.includes(own);
  if (results.flatMap(findingsOf).some((finding) => counts(finding) && fails(finding.class)))
    return 'finding';
  return failOn.includes('skip') && results.some(isUnchecked) ? 'skip' : undefined;
}

/** Something could not be checked that was asked for. */
function isUnchecked(result: CheckResult): boolean {
  const asked = (verdict: Verdict): boolean => verdict.why !== leftOut;
  const { skipped, inPart } = extentOf({ ...result, verdicts: result.verdicts.filter(asked) });
  return skipped + inPart > 0;
}
