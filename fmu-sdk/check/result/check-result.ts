import { withGuesses } from '../../util/guessed-names.ts';
import { shortened } from '../../util/printable.ts';
import type { RunCoverage } from '../coverage/run-coverage.ts';
import type { Defect } from '../defect.ts';
import type { FmiVersion } from '../model/fmi-version.ts';
import { clauseOf, type RuleDeclaration } from '../rule.ts';
import { highestSeverityOf, lowerSeverityOf, type Severity } from '../severity.ts';
import type { Edition } from '../standard/editions.ts';
import type { Cause } from './cause.ts';

/** A file of the FMU, and a line and column in it (from 1) where there are lines. */
export interface Place {
  file: string;
  line?: number;
  column?: number;
}

/** One finding of one rule, in the same form for rules on files and on behaviour. */
export interface Finding extends Pick<Defect, 'message' | 'expected' | 'value' | 'compared'> {
  rule: string;
  severity: Severity;
  clause: string;
  /** Cause that other rules may meet too. */
  cause?: Cause;
  place?: Place;
  /** The binary and interface that it was found on, where the FMU was run. */
  target?: string;
  /** The calls that led to it, one a line, so that they can be repeated. */
  sequence?: readonly string[];
  /** It is known and accepted. */
  waived?: { reason: string; until?: string };
  /** True if the earlier report does not contain the finding. */
  isNew?: boolean;
}

/** Result of a rule on one FMU or one of its binaries. Every rule gives a result. */
export type RuleOutcome =
  | { findings: Finding[] /** Amount of data that was compared. */; said?: string }
  /** It speaks of the FMU, but could not be checked. */
  | { skipped: string }
  /** The FMU has nothing that it speaks of. */
  | { inapplicable: string };

/**
 * Verdict of a rule. It was checked (`passed`, `failed`), could not be checked (`skipped`), or
 * concerns nothing in the FMU (`inapplicable`).
 */
export type Status = 'passed' | 'failed' | 'skipped' | 'inapplicable';

/** Verdict of one rule. `why` holds the reason if the rule was skipped or does not apply. */
export interface RuleResult {
  rule: RuleDeclaration;
  status: Status;
  why?: string;
  /** Amount of data that a checked rule compared: `24 pairs compared`. */
  said?: string;
  findings: readonly Finding[];
}

/** Result of the check of one FMU: a verdict for every rule. */
export interface CheckResult {
  file: string;
  fmiVersion: FmiVersion | '1.0' | undefined;
  /** The edition of that version by which it was judged. */
  edition?: Edition;
  verdicts: readonly RuleResult[];
  /** Coverage of the rules on behaviour. Undefined if none of them could run. */
  coverage?: RunCoverage;
  /** Findings of the earlier report that are absent now. */
  absent?: readonly Finding[];
}

/** Characters of what a finding quotes: a name may be as long as a file. */
const mostOfDefect = 1000;

/** Returns the finding for a defect, with its place, or with its target and calls. */
export function findingOf(
  rule: RuleDeclaration,
  version: FmiVersion | undefined,
  { at: _, file: __, severity = rule.severity, message, expected, value, ...rest }: Defect,
  origin: Pick<Finding, 'place' | 'target' | 'sequence'>,
): Finding {
  return {
    rule: rule.id,
    severity: lowerSeverityOf(rule.severity, severity),
    clause: clauseOf(rule, version),
    message: shortened(message, mostOfDefect),
    expected: shortened(expected, mostOfDefect),
    ...(value !== undefined && { value: shortened(value, mostOfDefect) }),
    ...rest,
    ...origin,
  };
}

/**
 * Combines the results on all targets into one verdict. Results on files have one target without a
 * name. The order of precedence is failed, passed, skipped, inapplicable.
 */
export function ruleResultOf(
  rule: RuleDeclaration,
  judged: readonly { target?: string; judgement: RuleOutcome }[],
): RuleResult {
  const findings = judged.flatMap(({ judgement }) => ('findings' in judgement ? judgement.findings : []));
  const amounts = judged.flatMap(({ target, judgement }) =>
    'findings' in judgement && judgement.said !== undefined
      ? [target === undefined ? judgement.said : `${target}: ${judgement.said}`]
      : [],
  );
  const amount = amounts.length > 0 ? { said: amounts.join('; ') } : {};
  if (findings.length > 0) return { rule, status: 'failed', ...amount, findings };
  const reasons = (key: 'skipped' | 'inapplicable'): string[] => {
    const named = judged.flatMap(({ target, judgement }) => {
      const why = (judgement as Partial<Record<typeof key, string>>)[key];
      return why === undefined ? [] : [{ target, why }];
    });
    const same = named.length === judged.length && new Set(named.map(({ why }) => why)).size === 1;
    return same ? [named[0].why] : named.map(({ target, why }) => `${target}: ${why}`);
  };
  const skipped = reasons('skipped');
  const checked = judged.some(({ judgement }) => 'findings' in judgement);
  if (checked && skipped.length === 0) return { rule, status: 'passed', ...amount, findings };
  // Not checked everywhere: nothing is passed over in silence.
  if (checked) return { rule, status: 'passed', why: `not on ${skipped.join('; ')}`, ...amount, findings };
  if (skipped.length > 0) return { rule, status: 'skipped', why: skipped.join('; '), findings };
  return { rule, status: 'inapplicable', why: reasons('inapplicable').join('; '), findings };
}

/**
 * Returns all findings of a check in the order of its rules, including waived ones.
 *
 * @example
 * for (const { rule, message, expected } of findingsOf(result))
 *   console.log(rule, message, 'Right:', expected);
 */
export function findingsOf(result: CheckResult): Finding[] {
  return result.verdicts.flatMap((verdict) => verdict.findings);
}

/**
 * Returns the highest severity among the findings, or undefined without findings.
 *
 * @example
 * if (highestSeverity(results) === 'violation') process.exitCode = 1;
 */
export function highestSeverity(results: readonly CheckResult[]): Severity | undefined {
  return worstOf(results.flatMap(findingsOf));
}

export function worstOf(findings: readonly Finding[]): Severity | undefined {
  return highestSeverityOf(findings.map((finding) => finding.severity));
}

/** Verdict on an FMU as a whole. Unchecked rules do not count as passed. */
export type Verdict =
  | 'conforms'
  | 'conforms but for what is waived'
  | 'does not conform'
  | 'no violation found in what was checked';

/**
 * Returns the verdict on the FMU as a whole. Skipped rules do not count as passed, and an FMU that
 * was hardly exercised does not conform.
 *
 * @example
 * console.log(result.file, verdictOf(result));
 */
export function verdictOf(result: CheckResult): Verdict {
  const violations = findingsOf(result).filter((finding) => finding.severity === 'violation');
  if (violations.some(({ waived }) => waived === undefined)) return 'does not conform';
  const { skipped, inPart } = checkCoverageOf(result);
  if (skipped + inPart > 0 || (result.coverage?.gaps.length ?? 0) > 0)
    return 'no violation found in what was checked';
  return violations.length > 0 ? 'conforms but for what is waived' : 'conforms';
}

/** Answers of a check. They follow from the verdicts of its rules. */
export interface CheckAnswers {
  /** Verdict on the FMU as a whole. Skipped rules do not count as passed. */
  readonly conclusion: Verdict;
  /** True without violations, apart from waived ones. Skipped rules do not count. */
  readonly passed: boolean;
  /** All findings in the order of the rules, including waived ones. */
  readonly findings: readonly Finding[];
}

/** Adds the answers to a result. They are not enumerable, so that reports do not repeat them. */
export function withAnswers<R extends CheckResult>(result: R): R & CheckAnswers {
  const answers = Object.defineProperties(result, {
    conclusion: { get: () => verdictOf(result) },
    passed: { get: () => verdictOf(result) !== 'does not conform' },
    findings: { get: () => findingsOf(result) },
  }) as R & CheckAnswers;
  return withGuesses('result of a check', answers, guesses);
}

const guesses = { verdict: '"conclusion"', conforms: '"conclusion" or "passed"', ok: '"passed"' } as const;

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

/** Counts verdicts by status. */
export function countOf(verdicts: readonly RuleResult[]): Record<Status, number> {
  const count = { passed: 0, failed: 0, skipped: 0, inapplicable: 0 };
  for (const { status } of verdicts) count[status]++;
  return count;
}

/** Reasons for which rules were skipped, with how many, the most frequent first. */
export function reasonsOf({ verdicts }: CheckResult): { why: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { status, why } of verdicts)
    if (status === 'skipped' || (status === 'passed' && why !== undefined))
      counts.set(why ?? '', (counts.get(why ?? '') ?? 0) + 1);
  return [...counts].map(([why, count]) => ({ why, count })).sort((a, b) => b.count - a.count);
}

/** Returns the edition of the check: `FMI 2.0.5`, `FMI 3.0, the draft after 3.0.2`. */
export function versionWords({ fmiVersion, edition }: Pick<CheckResult, 'fmiVersion' | 'edition'>): string {
  if (edition === 'main') return 'FMI 3.0 (the draft after 3.0.2)';
  if (edition !== undefined) return `FMI ${edition}`;
  return fmiVersion === undefined ? 'FMI version unknown' : `FMI ${fmiVersion}`;
}
