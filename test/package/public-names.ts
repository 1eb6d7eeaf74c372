import { readFileSync } from 'node:fs';
import ts from '../typescript.ts';

/** A name that an entry of the package exports. */
export interface PublicName {
  readonly name: string;
  /** True if the name exists at run time. */
  readonly isValue: boolean;
  /** Doc comment. */
  readonly doc: string;
  readonly examples: readonly string[];
}

/** Returns the exports of the declarations of an entry. */
export function publicNames(file: string): readonly PublicName[] {
  const program = ts.createProgram([file], { noEmit: true, skipLibCheck: true, types: [] });
  const checker = program.getTypeChecker();
  const entry = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return checker.getExportsOfModule(entry).map((exported) => {
    const named = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const asType = exported.declarations?.some(
      (declaration) =>
        ts.isExportSpecifier(declaration) && (declaration.isTypeOnly || declaration.parent.parent.isTypeOnly),
    );
    return {
      name: exported.name,
      isValue: (named.flags & ts.SymbolFlags.Value) !== 0 && asType !== true,
      doc: ts.displayPartsToString(named.getDocumentationComment(checker)),
      examples: named
        .getJsDocTags(checker)
        .filter((tag) => tag.name === 'example')
        .map((tag) => ts.displayPartsToString(tag.text)),
    };
  });
}

/**
 * Returns all examples in doc comments of declarations, including members of classes, each with the
 * line below it. Leaves out declarations with names outside of `known`.
 */
export function examplesIn(
  file: string,
  known: readonly string[],
): readonly { readonly above: string; readonly text: string }[] {
  const comments = [...readFileSync(file, 'utf8').matchAll(/\/\*\*([\s\S]*?)\*\/\s*([^\n]*)/g)];
  return comments.flatMap(([, comment, above]) => {
    const [, name] = /^declare (?:abstract )?\w+ (\w+)/.exec(above) ?? [];
    if (name !== undefined && !known.includes(name)) return [];
    const commentText = comment.replace(/^[ \t]*\* ?/gm, '');
    const parts = commentText.split(/^@(?=\w)/m).filter((part) => /^example\s/.test(part));
    return parts.map((part) => ({ above, text: part.replace(/^example\s+/, '').trimEnd() }));
  });
}
