import ts from 'typescript';
import { dashedOption } from '../../../master/run/options/option-row.ts';

/** Returns whether code, without its comments and imports, names an option of `fmu run`. */
export function namesOption(source: string, option: string): boolean {
  const wanted = new Set([option, dashedOption(option), dashedOption(option).slice(2)]);
  // Most files lack the word, and need not be parsed.
  if (![...wanted].some((word) => source.includes(word))) return false;
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): boolean =>
    !ts.isImportDeclaration(node) &&
    (((ts.isIdentifier(node) || ts.isStringLiteral(node)) && wanted.has(node.text)) ||
      ts.forEachChild(node, visit) === true);
  return visit(file);
}
