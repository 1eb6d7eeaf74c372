import ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';

/**
 * Permits the unit's own names, the author's package, and the dialect. Rejects console, Date and
 * Array methods, for example.
 */
export const unknownName: Rule = {
  name: 'unknown-name',
  visit(node: ts.Node, { checker, report }: Context): void {
    if (!ts.isIdentifier(node) || isLabel(node)) return;
    if (
      checker.getSymbolAtLocation(node) !== undefined &&
      node.text !== 'undefined' &&
      node.text !== 'globalThis'
    )
      return;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
      if (checker.getTypeAtLocation(parent.expression).flags & ts.TypeFlags.Any) return;
      report(node, `${text(parent)} is not in the dialect`, advice(text(parent)));
    } else if (node.text === 'undefined') report(node, 'undefined is not in the dialect', 'Use null');
    else report(node, `${node.text} is not in the dialect`, advice(node.text));
  },
};

const adviceByName: Readonly<Record<string, string>> = {
  'Math.random': 'Give the unit an input or a parameter for it',
  Date: 'Use this.time: a unit cannot read the clock',
  console: 'A unit cannot print: make it a variable of unit.json',
  JSON: 'Make it variables of unit.json',
  Array: 'Use StaticArray',
  Map: 'Use StaticArray and i32 indexes',
  Set: 'Use StaticArray<bool>',
  Float64Array: 'Use StaticArray<f64>',
  Number: 'Use NaN, Infinity, isNaN or a const with the number',
  Error: 'Call fail(message)',
};

function advice(name: string): string {
  return adviceByName[name] ?? adviceByName[name.split('.')[0]] ?? 'Declare it, import it, or remove it';
}

function isLabel({ parent }: ts.Identifier): boolean {
  return ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent);
}
