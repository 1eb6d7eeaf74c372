import type { InterfaceKind } from '../host/instance/fmi-api.ts';
import { UserError } from '../util/user-error.ts';
import type { Target } from './behaviour/check-target.ts';
import type { InjectedFault, RuleContext } from './behaviour/rule-context.ts';
import type { Defect } from './defect.ts';
import type { Example } from './example/example-fmu.ts';
import type { FmuContent } from './fmu/fmu-content.ts';
import type { FmiVersion } from './model/fmi-version.ts';
import type { Subjects } from './rule-subjects.ts';
import type { Severity } from './severity.ts';
import { editionRangeOf } from './standard/edition-ranges.ts';
import { type EditionFilter, type EditionRange, outsideEdition } from './standard/editions.ts';

/** Declaration that every rule has. Reports show it. */
export interface RuleDeclaration extends EditionRange {
  /** `area/rule`: lower case letters, digits and hyphens. */
  readonly id: string;
  /** The claim: a sentence without its full stop that holds for a conforming FMU. */
  readonly title: string;
  /** Severity of its findings. A finding may have a lower one. */
  readonly severity: Severity;
  /** Clause of FMI 2.0.5. Without it the rule does not apply to FMUs of FMI 2.0. */
  readonly fmi2?: string;
  /** Clause of FMI 3.0.2. Without it the rule does not apply to FMUs of FMI 3.0. */
  readonly fmi3?: string;
  /** Clause of another standard, `its name, its section`, whatever the FMI version. */
  readonly other?: string;
  /** Kinds of interface to which the rule applies. Default: all. */
  readonly interfaces?: readonly InterfaceKind[];
  /** The clause in our own words: what, and why. */
  readonly explanation: string;
}

/** Rule on the files of an FMU, which is not run. */
export interface RuleOn<N extends keyof Subjects> extends RuleDeclaration {
  /** Subject of the rule. The rule runs once for each subject, for example for each library. */
  readonly needs: N;
  /** Applies the rule to FMUs of FMI 1.0, too, if `inapplicableReason` does not exclude them. */
  readonly ofAnyVersion?: boolean;
  /**
   * FMUs without a finding of this rule. Required for rules of the catalogue: they serve as tests
   * and as explanation.
   */
  readonly pass?: readonly Example[];
  /** FMUs that it finds something in. */
  readonly fail?: readonly Example[];
  /**
   * Returns the reason why the rule does not apply to this subject, to complete “does not apply,
   * …”. Returns undefined if it applies.
   */
  inapplicableReason?(subject: Subjects[N], unit: FmuContent): string | undefined;
  /**
   * Returns the reason why the rule cannot be checked, to complete “skipped, …”. Returns undefined
   * if it can.
   */
  skipReason?(subject: Subjects[N], unit: FmuContent): string | undefined;
  check(subject: Subjects[N], unit: FmuContent): Iterable<Defect>;
}

/** A rule on any of what the files of an FMU hold. */
export type FileRule = { [N in keyof Subjects]: RuleOn<N> }[keyof Subjects];

/**
 * Rule on the behaviour of an FMU, which runs on every binary for this machine with each interface.
 */
export interface BehaviourRule extends RuleDeclaration {
  readonly needs: 'behaviour';
  /** Ways to break a conforming FMU that it finds. Required of the catalogue's own rules. */
  readonly faults?: readonly InjectedFault[];
  /**
   * `load`: the rule also runs on an FMU that cannot be instantiated. `instantiate` and `run`: the
   * rule reports the failure of instantiation or of an ordinary run. Other rules that meet this
   * failure are skipped.
   */
  readonly stage?: 'load' | 'instantiate' | 'run';
  /**
   * The rule makes random choices by `context.seed`. With a time budget (`--time`) it runs again with
   * other seeds.
   */
  readonly samplesRandomly?: boolean;
  /**
   * Returns the reason why the rule does not apply to this target, to complete “does not apply, …”.
   * Returns undefined if it applies.
   */
  inapplicableReason?(target: Target): string | undefined;
  check(context: RuleContext): Promise<void> | void;
}

/**
 * Rule of a check: a declaration of its subject and needs, and a function that checks.
 *
 * A check evaluates a rule in this order:
 *
 * 1. FMI versions (those of its clauses) and `interfaces`: the rule applies only to FMUs with them.
 * 2. `needs`: if the subject is missing, the rule is skipped or does not apply, with the reason.
 * 3. `inapplicableReason`, `skipReason` and `check`.
 *
 * A rule must not keep state between calls: it may run on many FMUs in any order.
 *
 * On files `check` yields defects in the order of the file. On behaviour `check` opens FMUs with
 * `context.open`, calls them through the probe, which records every call, and reports defects with
 * `context.report`. The FMUs are closed automatically.
 *
 * `probe.reach` and `probe.requireCall` end the check if the FMU refuses a call. The refusal is a finding,
 * unless an ordinary run of the FMU meets it too. Then the rule is skipped. A crash of the FMU is
 * treated likewise.
 *
 * Findings of both kinds of rules have the same form in every report.
 *
 * @public
 * @example
 * const hasDescription: Rule = {
 *   id: 'house/description',
 *   title: 'The unit says what it is',
 *   severity: 'advice',
 *   other: 'House rules, 1',
 *   explanation: 'Whoever finds the unit in an archive knows it by its description.',
 *   needs: 'description',
 *   *check({ root }) {
 *     if (!root.attributes.has('description'))
 *       yield defect(root, undefined, 'The unit has no description.', 'an attribute description');
 *   },
 * };
 */
export type Rule = FileRule | BehaviourRule;

/** Subject that a rule needs. */
export type Need = Rule['needs'];

export function isOnBehaviour(rule: Rule): rule is BehaviourRule {
  return rule.needs === 'behaviour';
}

/** Versions of FMI that a rule speaks of. */
export function versionsOf({ fmi2, fmi3, other }: RuleDeclaration): FmiVersion[] {
  if (other !== undefined) return ['2.0', '3.0'];
  return [...(fmi2 === undefined ? [] : ['2.0' as const]), ...(fmi3 === undefined ? [] : ['3.0' as const])];
}

/**
 * Returns the reason why a rule does not apply to FMUs of this FMI version or edition. Returns
 * undefined if it applies, or if the version is unknown.
 */
export function outsideVersion(
  rule: RuleDeclaration,
  version: FmiVersion | undefined,
  judging?: EditionFilter,
): string | undefined {
  if (version === undefined) return undefined;
  if (!versionsOf(rule).includes(version)) return `the FMU is of FMI ${version}`;
  return judging === undefined ? undefined : outsideEdition(editionRangeOf(rule), judging);
}

/**
 * Returns the error for a rule that fails by its author's mistake: a UserError that names the rule,
 * the FMU and the place.
 */
export function faultOf(rule: RuleDeclaration, unit: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const place = placeIn(error);
  const at = place === undefined ? '' : ` (${place})`;
  return new UserError(
    `check ${unit}: rule ${rule.id} fails: ${String(error)}${at}. Correct the rule, or leave it out.`,
    { cause: error },
  );
}

/**
 * Returns the place in the rule where an error was thrown, or the rule's call. Returns undefined
 * for errors inside this package.
 */
function placeIn(error: unknown): string | undefined {
  const frames = framesOf(error);
  const packageFolder = folderOf(framesOf(new Error())[0]);
  // Behind what waits there is the caller of the check.
  return frames.find(
    (frame) => !frame.startsWith('async ') && !(packageFolder !== '' && frame.includes(packageFolder)),
  );
}

function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? String(error.stack).split('\n') : [];
  return lines.filter((line) => /^ +at /.test(line)).map((line) => line.replace(/^ +at /, ''));
}

/** `file:///a/b/` of `f (file:///a/b/c.js:1:2)`. */
function folderOf(frame = ''): string {
  const place = frame.slice(frame.indexOf('(') + 1);
  if (place === frame) return '';
  return place.slice(0, 1 + Math.max(place.lastIndexOf('/'), place.lastIndexOf('\\')));
}

/** The clause that a rule cites for an FMU of this version. */
export function clauseOf(rule: RuleDeclaration, version: FmiVersion | undefined): string {
  const clauses = [
    rule.fmi2 === undefined || version === '3.0' ? [] : `FMI 2.0.5, ${rule.fmi2}`,
    rule.fmi3 === undefined || version === '2.0' ? [] : `FMI 3.0.2, ${rule.fmi3}`,
    rule.other ?? [],
  ].flat();
  return clauses.join('; ');
}
