import ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';

/**
 * Requires that every import names a file of the unit or `fmukit/author`. An extension other than
 * `.js`, which TypeScript needs in Node's modules, is an error.
 */
export const imports: Rule = {
  name: 'imports',
  visit(node: ts.Node, { program, report }: Context): void {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return;
    const from = node.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from)) return;
    if (ts.isImportDeclaration(node) && node.importClause?.name !== undefined)
      report(node.importClause.name, 'a default import is not in the dialect', 'Write import { … } from');
    if (/\.([cm]?ts|[cm]js)$/.test(from.text))
      report(from, `${text(from)} has an extension`, 'Remove it, because AssemblyScript adds it');
    else if (program.getSourceFile(resolved(from, program)) === undefined)
      report(
        from,
        `file ${text(from)} does not exist`,
        from.text.endsWith('/variables')
          ? 'variables.ts is generated from unit.json: run fmu build'
          : "Import './…' relative to this file, or 'fmukit/author'",
      );
  },
};

function resolved(from: ts.StringLiteral, program: ts.Program): string {
  const symbol = program.getTypeChecker().getSymbolAtLocation(from);
  return symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
}
