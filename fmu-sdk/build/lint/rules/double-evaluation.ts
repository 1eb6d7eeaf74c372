import ts from 'typescript';
import { isAssignment } from '../expression-kinds.ts';
import { type Context, type Rule, text } from '../lint-rule.ts';

/** AssemblyScript evaluates the place of `place += x` and `place++` twice: `a[i++] += x` counts by two. */
export const doubleEvaluation: Rule = {
  name: 'double-evaluation',
  visit(node: ts.Node, context: Context): void {
    const target = changed(node);
    if (target === undefined || !acts(target, context)) return;
    context.report(
      target,
      `AssemblyScript evaluates ${text(target)} twice here`,
      'Store the object and the index in locals first',
    );
  },
};

/** What `+=`, `++` and their like read and write. */
function changed(node: ts.Node): ts.Expression | undefined {
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

/** Whether an expression may do more than give a value: it assigns, counts, or calls what is not of the dialect. */
function acts(node: ts.Node, context: Context): boolean {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return true;
  if (counts(node) || ts.isNewExpression(node)) return true;
  if (ts.isCallExpression(node) && !isOfDialect(node, context)) return true;
  return ts.forEachChild(node, (child) => acts(child, context) || undefined) ?? false;
}

/** f64(…), Math.floor(…), unchecked(…): declared in the dialect itself. */
function isOfDialect(node: ts.CallExpression, { checker }: Context): boolean {
  return checker.getResolvedSignature(node)?.declaration?.getSourceFile().isDeclarationFile ?? false;
}
