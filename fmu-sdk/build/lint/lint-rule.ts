import type ts from 'typescript';
import type { Kinds } from './expression-kinds.ts';

/** One place in a unit's source that breaks the dialect, and what to write instead. */
export interface Finding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly rule: string;
  readonly message: string;
  readonly mend: string;
}

/** What `unit.json` says of a unit that its generated variables do not show. */
export interface UnitSays {
  /** Name of the class that `unit.ts` exports. */
  readonly className: string;
  readonly directionalDerivatives: boolean;
}

/** What every rule sees: the linted files (the unit's and the author's package), and the questions it may ask. */
export interface Context {
  readonly files: readonly ts.SourceFile[];
  /** Those in which no call before has found nothing: all that a rule needs to look at that judges each file alone. */
  readonly unknown: readonly ts.SourceFile[];
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly kinds: Kinds;
  /** What `unit.json` says of the units, by the path of their `unit.ts`. */
  readonly says: ReadonlyMap<string, UnitSays>;
  report(node: ts.Node, message: string, mend: string): void;
}

/**
 * A rule of the dialect. `visit` is called for each node of each file that is not known, parents first, and what it
 * finds follows from that file and what it imports; `check` once, for rules that need all files at a time.
 */
export interface Rule {
  readonly name: string;
  visit?(node: ts.Node, context: Context): void;
  check?(context: Context): void;
}

/** The source text of a node on one line, shortened for a message. */
export function text(node: ts.Node): string {
  const whole = node.getText().replace(/\s+/g, ' ');
  return whole.length > 40 ? `${whole.slice(0, 37)}…` : whole;
}
