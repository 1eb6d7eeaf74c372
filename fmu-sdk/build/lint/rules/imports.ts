import ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';

/** Every import names a file of the unit, or `fmukit/author`, without an extension or with `.js`, which TypeScript takes for it in Node's modules. */
export const imports: Rule = {
  name: 'imports',
  visit(node: ts.Node, { program, report }: Context): void {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return;
    const from = node.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from)) return;
    if (ts.isImportDeclaration(node) && node.importClause?.name !== undefined)
      report(node.importClause.name, 'a default import is not in the dialect', 'Write import { … } from');
    if (/\.([cm]?ts|[cm]js)$/.test(from.text))
      report(from, `${text(from)} has an extension`, 'AssemblyScript adds it: leave it away');
    else if (program.getSourceFile(resolved(from, program)) === undefined)
      report(
        from,
        `there is no file for ${text(from)}`,
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
