import ts from 'typescript';
import { isNumber } from '../../expression-kinds.ts';
import { type Context, type Rule, text } from '../../lint-rule.ts';

/**
 * Requires a type annotation on every field, parameter, result, constant and local number, because
 * AssemblyScript infers other types.
 */
export const annotation: Rule = {
  name: 'annotation',
  visit(node: ts.Node, context: Context): void {
    const { report } = context;
    if (ts.isPropertyDeclaration(node) && node.type === undefined)
      report(node.name, `field ${text(node.name)} lacks a type`, adviceFor(text(node.name)));
    if (ts.isParameter(node) && node.type === undefined)
      report(node.name, `parameter ${text(node.name)} lacks a type`, adviceFor(text(node.name)));
    if (ts.isVariableDeclaration(node) && node.type === undefined && needsType(node, context))
      report(node.name, `${text(node.name)} lacks a type`, adviceFor(text(node.name)));
    if (returns(node) && node.type === undefined)
      report(node.name ?? node, `${text(node.name ?? node)} lacks a result type`, 'Write ): f64 or ): void');
  },
};

type Returning =
  | ts.FunctionDeclaration
  | ts.MethodDeclaration
  | ts.GetAccessorDeclaration
  | ts.MethodSignature;

function returns(node: ts.Node): node is Returning {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isMethodSignature(node)
  );
}

/**
 * Returns true if a declaration needs a type. Objects do not: their class is evident. Module
 * constants do, and so do values of unknown kind.
 */
function needsType(node: ts.VariableDeclaration, { kinds }: Context): boolean {
  const statement = node.parent.parent;
  if (ts.isForOfStatement(statement) || ts.isForInStatement(statement) || !ts.isIdentifier(node.name))
    return false;
  if (node.initializer === undefined || statement.parent.kind === ts.SyntaxKind.SourceFile) return true;
  const kind = kinds.of(node.initializer);
  return isNumber(kind) || kind === 'bool' || kind === 'unknown';
}

function adviceFor(name: string): string {
  return `Write ${name}: f64, ${name}: i32 or its actual type`;
}
