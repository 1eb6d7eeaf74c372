import ts from 'typescript';
import { generatedVariables } from '../../generated-variables.ts';
import type { Context } from '../../lint-rule.ts';

/** A write to a field of the generated class. */
export interface FieldWrite {
  readonly target: ts.Expression;
  readonly comment: string;
}

/**
 * Returns the field of a unit's generated variables that this node changes, if any. Start values
 * set by the generated class itself do not count.
 */
export function writtenField(node: ts.Node, { checker, files }: Context): FieldWrite | undefined {
  const target = assignmentTarget(node);
  if (target === undefined) return undefined;
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(target) ? target.name : target);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined || !ts.isPropertyDeclaration(declaration)) return undefined;
  if (node.getSourceFile() === declaration.getSourceFile()) return undefined;
  const known = generatedVariables(files).some(
    (generatedVariable) => generatedVariable.declaration === declaration.parent,
  );
  return known ? { target, comment: commentOf(declaration) } : undefined;
}

function commentOf(declaration: ts.Declaration): string {
  return declaration.getFullText().replace(/^\s*\/\*\*\s*/, '');
}

/** Returns the target of an assignment, `++` or `--`: a property, or the array of an element. */
function assignmentTarget(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const assigns = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return assigns ? property(node.left) : undefined;
  }
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return undefined;
  const changes =
    node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
  return changes ? property(node.operand) : undefined;
}

function property(expression: ts.Expression): ts.Expression | undefined {
  if (ts.isParenthesizedExpression(expression) || ts.isElementAccessExpression(expression))
    return property(expression.expression);
  return ts.isPropertyAccessExpression(expression) ? expression : undefined;
}
