import ts from 'typescript';
import { withNoun } from '../../../../util/printable.ts';
import { type Context, type Rule, text } from '../../lint-rule.ts';

/**
 * Requires the exact number of arguments for functions of Math. AssemblyScript's max, min and hypot
 * have two.
 */
export const mathArguments: Rule = {
  name: 'math-arguments',
  visit(node: ts.Node, { checker, report }: Context): void {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { expression, name } = node.expression;
    if (!ts.isIdentifier(expression) || expression.text !== 'Math') return;
    const call = checker.getTypeAtLocation(node.expression).getCallSignatures()[0];
    const wanted = call?.parameters.length ?? node.arguments.length;
    if (wanted === node.arguments.length) return;
    report(
      node,
      `Math.${text(name)} takes ${withNoun(wanted, 'argument')}, not ${node.arguments.length}`,
      wanted === 2 ? `Nest it: Math.${text(name)}(a, Math.${text(name)}(b, c))` : 'Give it that many',
    );
  },
};
