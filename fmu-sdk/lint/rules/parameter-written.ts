import ts from 'typescript';
import { generatedVariables } from '../generated-variables.ts';
import { type Context, type Rule, text } from '../rule.ts';

/** A parameter is set by who runs the unit; what the unit writes over it is lost to him, and to a reset. */
export const parameterWritten: Rule = {
  name: 'parameter-written',
  visit(node: ts.Node, context: Context): void {
    const target = written(node);
    if (target === undefined) return;
    const symbol = context.checker.getSymbolAtLocation(
      ts.isPropertyAccessExpression(target) ? target.name : target,
    );
    const declaration = symbol?.valueDeclaration;
    if (declaration === undefined || !isParameter(declaration, context)) return;
    // The class of the variables gives the start values itself.
    if (node.getSourceFile() === declaration.getSourceFile()) return;
    context.report(
      node,
      `${text(target)} is a parameter, which who runs the unit sets, and the unit writes it`,
      'Compute into a field of your own, or make it an output or a local variable in unit.json',
    );
  },
};

/** What an assignment, `++` or `--` changes: a property, or the array that it is an element of. */
function written(node: ts.Node): ts.Expression | undefined {
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

/** A field of the generated class whose comment begins with its causality. */
function isParameter(declaration: ts.Declaration, { files }: Context): boolean {
  if (!ts.isPropertyDeclaration(declaration)) return false;
  const known = generatedVariables(files).some((each) => each.declaration === declaration.parent);
  return known && /^\s*\/\*\* (?:structuralParameter|parameter)\b/.test(declaration.getFullText());
}
