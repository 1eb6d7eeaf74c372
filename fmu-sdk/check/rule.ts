import type { InterfaceKind } from '../host/fmi-api.ts';
import { UserError } from '../util/user-error.ts';
import type { Target } from './behaviour/check-target.ts';
import type { Bench, Plant } from './behaviour/rule-context.ts';
import type { Defect } from './defect.ts';
import type { Example } from './example/example-fmu.ts';
import type { Fmu } from './fmu/fmu-files.ts';
import type { FmiVersion } from './model/fmi-version.ts';
import type { Subjects } from './rule-subjects.ts';
import type { RuleClass } from './severity.ts';
import { spanOf } from './standard/edition-ranges.ts';
import { type Judging, outsideEdition, type Span } from './standard/editions.ts';

/** What every rule declares; reports show a rule by it. */
export interface About extends Span {
  /** `area/rule`: lower case letters, digits and hyphens. */
  readonly id: string;
  /** The claim: a sentence without its full stop that holds for a conforming unit. */
  readonly title: string;
  /** What its findings are; one of them may be milder. */
  readonly class: RuleClass;
  /** Clause of FMI 2.0.5. A rule with none of it does not speak of units of FMI 2.0. */
  readonly fmi2?: string;
  /** Clause of FMI 3.0.2. A rule with none of it does not speak of units of FMI 3.0. */
  readonly fmi3?: string;
  /** Clause of another standard, `its name, its section`, whatever the FMI version. */
  readonly other?: string;
  /** Kinds of interface that the rule speaks of; all when left out. */
  readonly interfaces?: readonly InterfaceKind[];
  /** The clause in our own words: what, and why. */
  readonly explanation: string;
}

/** A rule on the files of a unit; nothing of the unit is run. */
export interface RuleOn<N extends keyof Subjects> extends About {
  /** What it looks at; with several of them (libraries, say) it is asked about one after the other. */
  readonly needs: N;
  /** It speaks of units of any version of FMI, also of those that no other rule speaks of. */
  readonly ofAnyVersion?: boolean;
  /** Units that it finds nothing in. Required of the catalogue's own rules: they are its tests and its explanation. */
  readonly pass?: readonly Example[];
  /** Units that it finds something in. */
  readonly fail?: readonly Example[];
  /** Why the rule does not speak of this subject: words that complete “does not apply, …”; undefined when it does. */
  without?(subject: Subjects[N], unit: Fmu): string | undefined;
  /** Why it speaks of the subject and cannot be checked: words that complete “skipped, …”; undefined when it can. */
  skip?(subject: Subjects[N], unit: Fmu): string | undefined;
  check(subject: Subjects[N], unit: Fmu): Iterable<Defect>;
}

/** A rule on any of what the files of a unit hold. */
export type FileRule = { [N in keyof Subjects]: RuleOn<N> }[keyof Subjects];

/** A rule on what a unit does: it is run, on every binary for this machine with each of its interfaces. */
export interface BehaviourRule extends About {
  readonly needs: 'behaviour';
  /** Ways to break a conforming unit that it finds. Required of the catalogue's own rules. */
  readonly plants?: readonly Plant[];
  /**
   * `load`: it is asked also of a unit that cannot be instantiated. `instantiate`, `run`: it tells why one cannot, or what
   * ends an ordinary run; other rules that meet the same leave it to this one, and are skipped.
   */
  readonly stage?: 'load' | 'instantiate' | 'run';
  /** Why the rule does not speak of this target: words that complete “does not apply, …”; undefined when it does. */
  without?(target: Target): string | undefined;
  check(bench: Bench): Promise<void> | void;
}

/**
 * One rule of a check: a value that declares what it is about and what it needs, and a function that looks.
 *
 * In a check a rule is asked, in this order: whether its FMI versions (those whose clauses it names) and `interfaces`
 * are the unit's; whether what it `needs` is there, else it is skipped or does not apply, with the reason; `without`;
 * `skip`; and `check`. A rule keeps nothing from one call to the next: it may be asked of many units, in any order.
 *
 * `check` of a rule on files yields what is wrong, in the order of the file. `check` of a rule on behaviour opens one
 * unit or several with `bench.open`, calls them through the probe, which writes every call down, and tells what is
 * wrong with `bench.report`; units are closed for it. A call that the rule takes for granted and the unit refuses
 * (`probe.reach`, `probe.must`) ends the check: it is a finding, unless an ordinary run of the unit meets the same, for
 * which the rule is skipped. So is a unit that dies.
 *
 * Rules of both sorts say what is wrong in the same form, and their findings stand in every report in the same form.
 *
 * @public
 * @example
 * const hasDescription: Rule = {
 *   id: 'house/description',
 *   title: 'The unit says what it is',
 *   class: 'advice',
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

/** What a rule looks at. */
export type Need = Rule['needs'];

export function isOnBehaviour(rule: Rule): rule is BehaviourRule {
  return rule.needs === 'behaviour';
}

/** Versions of FMI that a rule speaks of. */
export function versionsOf({ fmi2, fmi3, other }: About): FmiVersion[] {
  if (other !== undefined) return ['2.0', '3.0'];
  return [...(fmi2 === undefined ? [] : ['2.0' as const]), ...(fmi3 === undefined ? [] : ['3.0' as const])];
}

/** Why a rule does not speak of units of this FMI version or edition; undefined when it does, or the version is not known. */
export function outsideVersion(
  rule: About,
  version: FmiVersion | undefined,
  judging?: Judging,
): string | undefined {
  if (version === undefined) return undefined;
  if (!versionsOf(rule).includes(version)) return `the unit is of FMI ${version}`;
  return judging === undefined ? undefined : outsideEdition(spanOf(rule), judging);
}

/** A rule that itself fails, which is its author's to mend: a UserError that names it, the unit and the place. */
export function faultOf(rule: About, unit: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const place = placeIn(error);
  const at = place === undefined ? '' : ` (${place})`;
  return new UserError(
    `check ${unit}: rule ${rule.id} itself fails: ${String(error)}${at}. Mend the rule, or leave it out.`,
    { cause: error },
  );
}

/** Where in the rule an error was thrown, or what it has called there; undefined where that is in this package. */
function placeIn(error: unknown): string | undefined {
  const frames = framesOf(error);
  const own = folderOf(framesOf(new Error())[0]);
  // Behind what waits there is the caller of the check.
  return frames.find((frame) => !frame.startsWith('async ') && !(own !== '' && frame.includes(own)));
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

/** The clause that a rule cites for a unit of this version. */
export function clauseOf(rule: About, version: FmiVersion | undefined): string {
  const clauses = [
    rule.fmi2 === undefined || version === '3.0' ? [] : `FMI 2.0.5, ${rule.fmi2}`,
    rule.fmi3 === undefined || version === '2.0' ? [] : `FMI 3.0.2, ${rule.fmi3}`,
    rule.other ?? [],
  ].flat();
  return clauses.join('; ');
}
