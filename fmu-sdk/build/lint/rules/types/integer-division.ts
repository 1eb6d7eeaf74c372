import ts from 'typescript';
import { isInteger } from '../../expression-kinds.ts';
import { type Context, type Rule, text } from '../../lint-rule.ts';

/**
 * Rejects `/` with two integers. The quotient is real in TypeScript, but truncated in
 * AssemblyScript: 1 / 2 is 0.
 */
export const integerDivision: Rule = {
  name: 'integer-division',
  visit(node: ts.Node, { kinds, report }: Context): void {
    if (!ts.isBinaryExpression(node)) return;
    const operator = node.operatorToken.kind;
    if (operator !== ts.SyntaxKind.SlashToken && operator !== ts.SyntaxKind.SlashEqualsToken) return;
    const [a, b] = [kinds.of(node.left), kinds.of(node.right)];
    if (isInteger(a) && isInteger(b))
      report(
        node,
        `${text(node)} divides two integers`,
        'Write idiv(a, b) for the truncated quotient, or f64(a) / f64(b), or literals with a decimal point',
      );
    else if (a === 'unknown' || b === 'unknown')
      report(
        node,
        `${text(node)}: the type of ${text(a === 'unknown' ? node.left : node.right)} is unknown`,
        'Store it in an annotated local, or write f64(…) around it',
      );
  },
};
