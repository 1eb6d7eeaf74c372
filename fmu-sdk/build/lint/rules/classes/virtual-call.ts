import ts from 'typescript';
import { type Context, type Rule, text } from '../../lint-rule.ts';
import { classesOf, overriders } from './class-hierarchy.ts';

/**
 * Rejects calls of overridden methods in constructors. AssemblyScript sets the fields of the
 * derived class before the base constructor runs. TypeScript sets them after it.
 */
export const virtualCall: Rule = {
  name: 'virtual-call',
  check(context: Context): void {
    const { checker, report } = context;
    const classes = classesOf(context);
    const inspect = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword) {
        const symbol = checker.getSymbolAtLocation(node.name);
        if (symbol !== undefined && isCode(symbol) && overriders(symbol, classes, checker).length > 0)
          report(
            node,
            `${text(node)} is overridden in a derived class, but a constructor calls it`,
            'Call it from initialize',
          );
      }
      node.forEachChild(inspect);
    };
    for (const member of classes.flatMap((node) => [...node.members])) {
      if (ts.isConstructorDeclaration(member)) inspect(member);
      if (ts.isPropertyDeclaration(member) && member.initializer !== undefined) inspect(member.initializer);
    }
  },
};

function isCode(symbol: ts.Symbol): boolean {
  return (symbol.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0;
}
