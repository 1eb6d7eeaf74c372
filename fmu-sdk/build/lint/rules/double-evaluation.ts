import ts from 'typescript';
import { isAssignment } from '../expression-kinds.ts';
import { type Context, type Rule, text } from '../lint-rule.ts';

/**
 * Rejects side effects in the target of `place += x` and `place++`. AssemblyScript evaluates the
 * target twice: `a[i++] += x` increments i by two.
 */
export const doubleEvaluation: Rule = {
  name: 'double-evaluation',
  visit(node: ts.Node, context: Context): void {
    const target = changedTarget(node);
    if (target === undefined || !hasSideEffect(target, context)) return;
    context.report(
      target,
      `AssemblyScript evaluates ${text(target)} twice here`,
      'Store the object and the index in locals first',
    );
  },
};

/** Returns the expression that `+=`, `++` and similar operators read and write. */
function changedTarget(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return isAssignment(kind) && kind !== ts.SyntaxKind.EqualsToken ? node.left : undefined;
  }
  return counts(node) ? node.operand : undefined;
}

function counts(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return false;
  return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
}

/**
 * Returns true if an expression may have side effects: it assigns, increments, or calls code
 * outside the dialect.
 */
function hasSideEffect(node: ts.Node, context: Context): boolean {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return true;
  if (counts(node) || ts.isNewExpression(node)) return true;
  if (ts.isCallExpression(node) && !isOfDialect(node, context)) return true;
  return ts.forEachChild(node, (child) => hasSideEffect(child, context) || undefined) ?? false;
}

/**
 * Returns true for functions that the dialect itself declares: f64(…), Math.floor(…), unchecked(…).
 */
function isOfDialect(node: ts.CallExpression, { checker }: Context): boolean {
  return checker.getResolvedSignature(node)?.declaration?.getSourceFile().isDeclarationFile ?? false;
}
