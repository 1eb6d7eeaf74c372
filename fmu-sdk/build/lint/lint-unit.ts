import { dirname, relative, resolve } from 'node:path';
import type ts from 'typescript';
import { createProgram, type ReadFile } from './dialect-program.ts';
import { Kinds } from './expression-kinds.ts';
import { filesToCheck, markClean } from './lint-cache.ts';
import type { Context, Finding, Rule, UnitDeclaration } from './lint-rule.ts';
import { authorFile } from './resolve-import.ts';
import { allocation } from './rules/allocation.ts';
import { initial } from './rules/classes/initial.ts';
import { neverCalled } from './rules/classes/never-called.ts';
import { unitClass } from './rules/classes/unit-class.ts';
import { virtualCall } from './rules/classes/virtual-call.ts';
import { constantWritten } from './rules/constant-written.ts';
import { construct } from './rules/construct.ts';
import { doubleEvaluation } from './rules/double-evaluation.ts';
import { imports } from './rules/imports.ts';
import { moduleState } from './rules/module-state.ts';
import { parameterWritten } from './rules/parameter-written.ts';
import { syntax } from './rules/syntax.ts';
import { annotation } from './rules/types/annotation.ts';
import { arithmetic } from './rules/types/arithmetic.ts';
import { conversion } from './rules/types/conversion.ts';
import { dialectType } from './rules/types/dialect-type.ts';
import { integerDivision } from './rules/types/integer-division.ts';
import { mathArguments } from './rules/types/math-arguments.ts';
import { realLiteral } from './rules/types/real-literal.ts';
import { stringComparison } from './rules/types/string-comparison.ts';
import { unknownName } from './rules/unknown-name.ts';

export type { Finding, UnitDeclaration } from './lint-rule.ts';

/** Preconditions of the other rules. If one of these finds something, the others do not run. */
const first: readonly Rule[] = [syntax, imports, unitClass];

/** All rules of the dialect. */
export const rules: readonly Rule[] = [
  ...first,
  allocation,
  annotation,
  arithmetic,
  constantWritten,
  construct,
  conversion,
  dialectType,
  doubleEvaluation,
  initial,
  integerDivision,
  mathArguments,
  moduleState,
  neverCalled,
  parameterWritten,
  realLiteral,
  stringComparison,
  unknownName,
  virtualCall,
];

export interface LintOptions {
  /** Texts that replace files, by absolute path. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Reads other files. Default: from the disk. */
  readonly read?: ReadFile;
  /**
   * Facts from `unit.json`, by the absolute path of the `unit.ts`. Rules that need them skip all
   * other units.
   */
  readonly says?: ReadonlyMap<string, UnitDeclaration>;
}

/**
 * Checks a unit's entry file and its imports against the dialect. The author's package is checked
 * only if an entry belongs to it. Otherwise it is known to conform, and only rules that need all
 * files read it. Findings are sorted by file, line and column.
 */
export function lintUnit(entryFile: string, options: LintOptions = {}): Finding[] {
  return lintUnits([entryFile], options);
}

/** Checks several units together. Files that they share are checked once per process. */
export function lintUnits(entryFiles: readonly string[], options: LintOptions = {}): Finding[] {
  const entries = entryFiles.map((file) => resolve(file));
  const { program, imported } = createProgram(entries, options.sources, options.read);
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter((file) => !file.isDeclarationFile);
  const checkedFiles = entries.some(isAuthors) ? files : files.filter(({ fileName }) => !isAuthors(fileName));
  const unknown = filesToCheck(checkedFiles, imported);
  const findings = new Map<string, Finding>();
  const kinds = new Kinds(checker);
  const declarations = options.says ?? new Map<string, UnitDeclaration>();
  const run = (chosen: readonly Rule[]): void => {
    const visits: Visit[] = [];
    for (const { name, check, visit } of chosen) {
      const report = (node: ts.Node, message: string, mend: string): void => {
        const finding = locate(node, name, message, mend);
        findings.set(`${finding.file}:${finding.line}:${finding.column}:${name}:${message}`, finding);
      };
      const context: Context = {
        files,
        uncheckedFiles: unknown,
        program,
        checker,
        kinds,
        declarations,
        report,
      };
      check?.(context);
      if (visit !== undefined) visits.push((node) => visit(node, context));
    }
    for (const file of unknown) walk(file, visits);
  };
  run(first);
  if (findings.size === 0) run(rules);
  if (findings.size === 0) markClean(checkedFiles, imported);
  return [...findings.values()].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  );
}

/**
 * Formats a finding as `units/crane/unit.ts:12:7 integer-division: … Write …`, with the path
 * relative to the working folder.
 */
export function formatFinding(finding: Finding): string {
  const { line, column, rule, message, advice: mend } = finding;
  return `${relative(process.cwd(), finding.file)}:${line}:${column} ${rule}: ${message}. ${mend}.`;
}

/**
 * Returns true for files of the author's package. A test checks that it conforms to the dialect.
 */
function isAuthors(file: string): boolean {
  return dirname(file) === dirname(authorFile);
}

type Visit = (node: ts.Node) => void;

/** Applies all rules in one traversal, because the traversal takes longer than most rules. */
function walk(node: ts.Node, visits: readonly Visit[]): void {
  for (const visit of visits) visit(node);
  node.forEachChild((child) => walk(child, visits));
}

function locate(node: ts.Node, rule: string, message: string, mend: string): Finding {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
  return { file: file.fileName, line: line + 1, column: character + 1, rule, message, advice: mend };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
