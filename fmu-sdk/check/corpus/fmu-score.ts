import { shortened } from '../../util/printable.ts';
import { type CheckResult, findingsOf, type Status } from '../check-result.ts';
import type { RuleClass } from '../severity.ts';

/** What one rule says of one unit in a class, however often. */
export interface Accusation {
  rule: string;
  class: RuleClass;
  /** How many findings, of all binaries and interfaces. */
  count: number;
  clause: string;
  /** Of the first of them. */
  message: string;
  value?: string;
  expected: string;
  target?: string;
}

/** What the check of one unit came to: a line of a scoreboard. */
export interface Score {
  /** Path below the folder of the corpus. */
  unit: string;
  sha256: string;
  /** `generationTool` of its description. */
  tool?: string;
  fmiVersion?: string;
  /** What of it was run. */
  targets: string[];
  /** How many rules came to which verdict. */
  rules: Record<Status, number>;
  accusations: Accusation[];
  /** Whether something could not be checked that was asked for. */
  unchecked?: boolean;
  /** CPU time of the check with all processes of the unit [s]. */
  cpuSeconds: number;
  /** Most memory of the check's own process [bytes]. */
  memoryBytes: number;
  /** Why the check did not come to an end, or could not begin. */
  ended?: string;
}

const mostOfText = 300;

/** Findings by rule and class, in the order of the check. */
export function accusationsOf(result: CheckResult): Accusation[] {
  const found = new Map<string, Accusation>();
  for (const { rule, class: own, clause, message, value, expected, target } of findingsOf(result)) {
    const key = `${rule} ${own}`;
    const same = found.get(key);
    if (same !== undefined) same.count++;
    else
      found.set(key, {
        rule,
        class: own,
        count: 1,
        clause,
        message: shortened(message, mostOfText),
        ...(value === undefined ? {} : { value: shortened(value, mostOfText) }),
        expected: shortened(expected, mostOfText),
        ...(target === undefined ? {} : { target }),
      });
  }
  return [...found.values()];
}

/** How many rules came to which verdict. */
export function verdictsOf({ verdicts }: CheckResult): Record<Status, number> {
  const count = { passed: 0, failed: 0, skipped: 0, inapplicable: 0 };
  for (const { status } of verdicts) count[status]++;
  return count;
}
