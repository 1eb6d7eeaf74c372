import type { About, Problem, Severity } from './rule.ts';

export interface Finding extends Problem {
  rule: string;
  severity: Severity;
  clause: string;
}

export type Status = 'passed' | 'failed' | 'skipped' | 'inapplicable';

/** One rule's verdict; `why` for a rule that was skipped or does not apply. */
export interface Verdict {
  rule: About;
  status: Status;
  why?: string;
  findings: readonly Finding[];
}

/** What a check of one unit says: a verdict for every rule of the catalogue. */
export interface CheckResult {
  file: string;
  fmiVersion: '2.0' | '3.0' | undefined;
  verdicts: readonly Verdict[];
}

export function findingsOf(result: CheckResult): Finding[] {
  return result.verdicts.flatMap((verdict) => verdict.findings);
}

/** The worst severity among the findings; undefined for none. */
export function worst(results: readonly CheckResult[]): Severity | undefined {
  const found = new Set(results.flatMap(findingsOf).map((finding) => finding.severity));
  return (['error', 'warning', 'note'] as const).find((severity) => found.has(severity));
}
