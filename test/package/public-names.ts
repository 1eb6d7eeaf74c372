import { readFileSync } from 'node:fs';
import ts from '../typescript.ts';

/** A name that an entry of the package exports. */
export interface PublicName {
  readonly name: string;
  /** Whether it is there when the package runs. */
  readonly isValue: boolean;
  /** What its doc comment says. */
  readonly doc: string;
  readonly examples: readonly string[];
}

/** What the declarations of an entry export. */
export function publicNames(file: string): readonly PublicName[] {
  const program = ts.createProgram([file], { noEmit: true, skipLibCheck: true, types: [] });
  const checker = program.getTypeChecker();
  const entry = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return checker.getExportsOfModule(entry).map((exported) => {
    const named = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const asType = exported.declarations?.some(
      (each) => ts.isExportSpecifier(each) && (each.isTypeOnly || each.parent.parent.isTypeOnly),
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
 * All examples in the doc comments of declarations, those of members of classes too, each with the line that it is written above; but for
 * declarations of other names than `known`.
 */
export function examplesIn(
  file: string,
  known: readonly string[],
): readonly { readonly above: string; readonly text: string }[] {
  const comments = [...readFileSync(file, 'utf8').matchAll(/\/\*\*([\s\S]*?)\*\/\s*([^\n]*)/g)];
  return comments.flatMap(([, comment, above]) => {
    const [, name] = /^declare (?:abstract )?\w+ (\w+)/.exec(above) ?? [];
    if (name !== undefined && !known.includes(name)) return [];
    const plain = comment.replace(/^[ \t]*\* ?/gm, '');
    const parts = plain.split(/^@(?=\w)/m).filter((part) => /^example\s/.test(part));
    return parts.map((part) => ({ above, text: part.replace(/^example\s+/, '').trimEnd() }));
  });
}
