import { shortened } from '../../util/printable.ts';
import { type CheckResult, findingsOf, type Status } from '../result/check-result.ts';
import type { Severity } from '../severity.ts';
import type { InterfaceScore } from './interface-score.ts';

/** Findings of one rule on one FMU with one severity. */
export interface FindingCount {
  rule: string;
  severity: Severity;
  /** Number of findings on all binaries and interfaces. */
  count: number;
  clause: string;
  /** Message of the first finding. */
  message: string;
  value?: string;
  expected: string;
  target?: string;
}

/** Result of the check of one FMU: one line of a scoreboard. */
export interface Score {
  /** Path below the folder of the corpus. */
  unit: string;
  sha256: string;
  /** `generationTool` of its description. */
  tool?: string;
  fmiVersion?: string;
  /** Targets that were run. */
  targets: string[];
  /** Number of rules by verdict. */
  rules: Record<Status, number>;
  accusations: FindingCount[];
  /** True if a requested check was not possible. */
  unchecked?: boolean;
  /** CPU time of the check with all processes of the FMU [s]. */
  cpuSeconds: number;
  /** Most memory of the check's own process [bytes]. */
  memoryBytes: number;
  /** Runs of the interfaces. Missing with `--static`. */
  interfaces?: InterfaceScore[];
  /** Why the interfaces could not be run. */
  notRun?: string;
  /** Why the check did not come to an end, or could not begin. */
  ended?: string;
}

const mostOfText = 300;

/** Findings by rule and severity, in the order of the check. */
export function findingCountsOf(result: CheckResult): FindingCount[] {
  const counts = new Map<string, FindingCount>();
  for (const { rule, severity, clause, message, value, expected, target } of findingsOf(result)) {
    const key = `${rule} ${severity}`;
    const same = counts.get(key);
    if (same !== undefined) same.count++;
    else
      counts.set(key, {
        rule,
        severity,
        count: 1,
        clause,
        message: shortened(message, mostOfText),
        ...(value === undefined ? {} : { value: shortened(value, mostOfText) }),
        expected: shortened(expected, mostOfText),
        ...(target === undefined ? {} : { target }),
      });
  }
  return [...counts.values()];
}

/** Counts the rules by verdict. */
export function verdictsOf({ verdicts }: CheckResult): Record<Status, number> {
  const count = { passed: 0, failed: 0, skipped: 0, inapplicable: 0 };
  for (const { status } of verdicts) count[status]++;
  return count;
}
