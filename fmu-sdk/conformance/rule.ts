import type { Example } from './example/example.ts';
import type { Fmu } from './fmu/fmu.ts';

/** error: the standard forbids it. warning: the standard advises against it, or a tool will stumble. note: to know. */
export type Severity = 'error' | 'warning' | 'note';

/** A file of the unit, and a line and column in it (from 1) where there are lines. */
export interface Place {
  file: string;
  line?: number;
  column?: number;
}

/** One defect that a rule has found. */
export interface Problem {
  /** What is wrong: names the thing. */
  message: string;
  /** The offending value, as it stands in the file or came out of a call. */
  value?: string;
  /** What would be right. */
  expected: string;
  place?: Place;
  /** The binary and interface that it was found on (dynamic rules). */
  target?: string;
  /** The calls that lead to it, one a line, so that they can be repeated (dynamic rules). */
  sequence?: readonly string[];
}

/** What a rule says of one unit: never silence. */
export type Judgement =
  | { problems: Iterable<Problem> }
  /** It speaks of the unit, but could not be checked. */
  | { skipped: string }
  /** The unit has nothing that it speaks of. */
  | { inapplicable: string };

/** What every rule declares. A rule applies to the FMI versions whose clause it names. */
export interface About {
  /** `area/rule`, the path of its file. */
  readonly id: string;
  /** The claim, as a sentence that holds for a conforming unit. */
  readonly title: string;
  readonly severity: Severity;
  /** Clause of FMI 2.0.5. */
  readonly fmi2?: string;
  /** Clause of FMI 3.0.2. */
  readonly fmi3?: string;
  /** Clause of another standard, whatever the FMI version. */
  readonly other?: string;
  /** The clause in our own words: what, and why. */
  readonly explanation: string;
}

/** A rule on the files of a unit; nothing of the unit is run. Its examples are its tests. */
export interface StaticRule extends About {
  readonly kind: 'static';
  readonly pass: readonly Example[];
  readonly fail: readonly Example[];
  judge(fmu: Fmu): Judgement;
}

/** The clause that a rule cites for a unit of this version. */
export function clauseOf(rule: About, version: '2.0' | '3.0' | undefined): string {
  const clauses = [
    rule.fmi2 === undefined || version === '3.0' ? [] : `FMI 2.0.5, ${rule.fmi2}`,
    rule.fmi3 === undefined || version === '2.0' ? [] : `FMI 3.0.2, ${rule.fmi3}`,
    rule.other ?? [],
  ].flat();
  return clauses.join('; ');
}
