import ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';
import { endsStep, reachable } from './classes/reachable-methods.ts';

const where = 'is reached from a step: memory that a step takes is never freed';

/**
 * Permits allocation in constructors and field initialisers only. Nothing that a step or initialize
 * can reach may allocate, except the message of a failure.
 */
export const allocation: Rule = {
  name: 'allocation',
  check(context: Context): void {
    for (const body of reachable(context)) inspect(body, context);
  },
};

function inspect(node: ts.Node, context: Context): void {
  const { kinds, report } = context;
  if (endsStep(node, context.checker)) return;
  if (ts.isNewExpression(node))
    report(node, `${text(node)} ${where}`, 'Make it a field that is initialised with new, and reuse it');
  const sum = ts.isBinaryExpression(node) && plus.has(node.operatorToken.kind);
  if (sum && kinds.of(node) === 'string')
    report(node, `${text(node)} joins strings and ${where}`, 'Use a string constant');
  if (ts.isTemplateExpression(node)) report(node, `${text(node)} ${where}`, 'Use a string constant');
  node.forEachChild((child) => inspect(child, context));
}

const plus: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.PlusToken, ts.SyntaxKind.PlusEqualsToken]);
