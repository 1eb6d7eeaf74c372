import type ts from 'typescript';
import type { Kinds } from './expression-kinds.ts';

/** A place in a unit's source that breaks the dialect, and the advice. */
export interface Finding {
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  /** Column number, from 1. */
  readonly column: number;
  readonly rule: string;
  readonly message: string;
  readonly advice: string;
}

/** Facts about a unit from `unit.json` that its generated variables do not show. */
export interface UnitDeclaration {
  /** Name of the class that `unit.ts` exports. */
  readonly className: string;
  readonly directionalDerivatives: boolean;
}

/** Input of every rule: the files of the unit and of the author's package, and helpers. */
export interface Context {
  readonly files: readonly ts.SourceFile[];
  /** Files that are not yet known to be clean. Rules that judge each file alone only read these. */
  readonly uncheckedFiles: readonly ts.SourceFile[];
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly kinds: Kinds;
  /** Facts from `unit.json`, by the path of the `unit.ts`. */
  readonly declarations: ReadonlyMap<string, UnitDeclaration>;
  report(node: ts.Node, message: string, advice: string): void;
}

/**
 * Rule of the dialect. `visit` is called for each node of each file that is not known to be clean,
 * parents first. Its findings follow from that file and its imports. `check` is called once, for
 * rules that need all files together.
 */
export interface Rule {
  readonly name: string;
  visit?(node: ts.Node, context: Context): void;
  check?(context: Context): void;
}

/** Returns the source text of a node on one line, shortened for a message. */
export function text(node: ts.Node): string {
  const whole = node.getText().replace(/\s+/g, ' ');
  return whole.length > 40 ? `${whole.slice(0, 37)}…` : whole;
}
