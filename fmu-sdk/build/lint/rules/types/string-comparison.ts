import ts from 'typescript';
import { type Context, type Rule, text } from '../../lint-rule.ts';
import { operatorsOf } from '../../operator-kinds.ts';

const operators: ReadonlySet<ts.SyntaxKind> = operatorsOf('== === != !== < > <= >=');

/** Rejects comparisons of strings, by value or by identity. Strings serve messages only. */
export const stringComparison: Rule = {
  name: 'string-comparison',
  visit(node: ts.Node, { kinds, report }: Context): void {
    if (ts.isSwitchStatement(node) && kinds.of(node.expression) === 'string')
      report(node.expression, `switch on the string ${text(node.expression)}`, 'Switch on an enum');
    if (!ts.isBinaryExpression(node) || !operators.has(node.operatorToken.kind)) return;
    if ([node.left, node.right].every((side) => kinds.of(side) !== 'string')) return;
    report(node, `${text(node)} compares strings`, 'Use an enum, or compare the bytes of a Bytes');
  },
};
