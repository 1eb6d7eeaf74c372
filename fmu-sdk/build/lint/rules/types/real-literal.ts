import ts from 'typescript';
import { type Context, type Rule, text } from '../../lint-rule.ts';
import { eachExpected } from './expected-kind.ts';

/**
 * Requires real literals for real values: 2.0, not 2. AssemblyScript computes 1 / 2 * x as 0 * x.
 */
export const realLiteral: Rule = {
  name: 'real-literal',
  visit(node: ts.Node, context: Context): void {
    eachExpected(node, context, (value, expected, { kinds, report }) => {
      if (expected !== 'f64' && expected !== 'f32') return;
      if (kinds.of(value) !== 'literal') return;
      const mend = ts.isNumericLiteral(value) ? `${value.getText()}.0` : 'its literals with a decimal point';
      report(value, `${text(value)} is an integer where a real is expected`, `Write ${mend}`);
    });
  },
};
