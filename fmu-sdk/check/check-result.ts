import { shortened } from '../util/printable.ts';
import type { Cause } from './cause.ts';
import type { Defect } from './defect.ts';
import type { FmiVersion } from './model/fmi-version.ts';
import { type About, clauseOf } from './rule.ts';
import { gravest, milder, type RuleClass } from './severity.ts';
import type { Edition } from './standard/editions.ts';

/** A file of the unit, and a line and column in it (from 1) where there are lines. */
export interface Place {
  file: string;
  line?: number;
  column?: number;
}

/** What one rule has found once: the same from rules on files and on behaviour, and in every report. */
export interface Finding extends Pick<Defect, 'message' | 'expected' | 'value'> {
  rule: string;
  class: RuleClass;
  clause: string;
  /** What it comes from, where other rules meet the same. */
  cause?: Cause;
  place?: Place;
  /** The binary and interface that it was found on, where the unit was run. */
  target?: string;
  /** The calls that led to it, one a line, so that they can be repeated. */
  sequence?: readonly string[];
  /** It is known and accepted. */
  waived?: { reason: string; until?: string };
  /** Whether the report that this check was compared with does not have it. */
  isNew?: boolean;
}

/** What a rule says of one unit, or of one binary of it: never silence. */
export type Judgement =
  | { findings: Finding[] /** How much it has looked at. */; said?: string }
  /** It speaks of the unit, but could not be checked. */
  | { skipped: string }
  /** The unit has nothing that it speaks of. */
  | { inapplicable: string };

/** What became of a rule: it was checked (`passed`, `failed`), could not be (`skipped`), or speaks of nothing that the unit has. */
export type Status = 'passed' | 'failed' | 'skipped' | 'inapplicable';

/** One rule's verdict; `why` for a rule that was skipped or does not apply. */
export interface Verdict {
  rule: About;
  status: Status;
  why?: string;
  /** How much a rule has looked at that was checked: `24 pairs compared`. */
  said?: string;
  findings: readonly Finding[];
}

/** What a check of one unit says: a verdict for every rule. */
export interface CheckResult {
  file: string;
  fmiVersion: FmiVersion | undefined;
  /** The edition of that version by which it was judged. */
  edition?: Edition;
  verdicts: readonly Verdict[];
  /** What the report that this check was compared with has, and this one has not. */
  gone?: readonly Finding[];
}

/** Characters of what a finding quotes: a name may be as long as a file. */
const mostOfDefect = 1000;

/** A defect that a rule has told, with all that is known of it: a place, or a target and the calls. */
export function findingOf(
  rule: About,
  version: FmiVersion | undefined,
  { at: _, file: __, class: own = rule.class, message, expected, value, ...told }: Defect,
  found: Pick<Finding, 'place' | 'target' | 'sequence'>,
): Finding {
  return {
    rule: rule.id,
    class: milder(rule.class, own),
    clause: clauseOf(rule, version),
    message: shortened(message, mostOfDefect),
    expected: shortened(expected, mostOfDefect),
    ...(value !== undefined && { value: shortened(value, mostOfDefect) }),
    ...told,
    ...found,
  };
}

/**
 * One verdict of the judgements on every target (on files there is one, without a name): failed before passed before
 * skipped before what does not apply.
 */
export function verdictOf(
  rule: About,
  judged: readonly { target?: string; judgement: Judgement }[],
): Verdict {
  const findings = judged.flatMap(({ judgement }) => ('findings' in judgement ? judgement.findings : []));
  const told = judged.flatMap(({ target, judgement }) =>
    'findings' in judgement && judgement.said !== undefined
      ? [target === undefined ? judgement.said : `${target}: ${judgement.said}`]
      : [],
  );
  const said = told.length > 0 ? { said: told.join('; ') } : {};
  if (findings.length > 0) return { rule, status: 'failed', ...said, findings };
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
  if (checked && skipped.length === 0) return { rule, status: 'passed', ...said, findings };
  // Not checked everywhere: nothing is passed over in silence.
  if (checked) return { rule, status: 'passed', why: `not on ${skipped.join('; ')}`, ...said, findings };
  if (skipped.length > 0) return { rule, status: 'skipped', why: skipped.join('; '), findings };
  return { rule, status: 'inapplicable', why: reasons('inapplicable').join('; '), findings };
}

/**
 * All findings of a check, in the order of its rules; those that are waived are among them.
 *
 * @example
 * for (const { rule, message, expected } of findingsOf(result)) console.log(rule, message, 'Right:', expected);
 */
export function findingsOf(result: CheckResult): Finding[] {
  return result.verdicts.flatMap((verdict) => verdict.findings);
}

/**
 * The gravest class among the findings; undefined for none.
 *
 * @example
 * if (worst(results) === 'violation') process.exitCode = 1;
 */
export function worst(results: readonly CheckResult[]): RuleClass | undefined {
  return worstOf(results.flatMap(findingsOf));
}

export function worstOf(findings: readonly Finding[]): RuleClass | undefined {
  return gravest(findings.map((finding) => finding.class));
}
