import ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';

/**
 * Requires that state belongs to the unit's object, not to a module variable or a mutable static
 * field.
 */
export const moduleState: Rule = {
  name: 'module-state',
  visit(node: ts.Node, { report }: Context): void {
    if (ts.isVariableStatement(node) && node.parent.kind === ts.SyntaxKind.SourceFile) {
      if ((node.declarationList.flags & ts.NodeFlags.Const) === 0)
        report(
          node,
          `${text(node)} is a variable of the module`,
          'Make it a field of the unit, or a const with a type',
        );
    }
    if (!ts.isPropertyDeclaration(node)) return;
    const flags = ts.getCombinedModifierFlags(node);
    if (flags & ts.ModifierFlags.Static && !(flags & ts.ModifierFlags.Readonly))
      report(node.name, `static field ${text(node.name)} can change`, 'Make it static readonly, or a field');
  },
};
