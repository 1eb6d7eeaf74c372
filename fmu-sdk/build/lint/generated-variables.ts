import { basename, dirname } from 'node:path';
import ts from 'typescript';

/** The class of a unit's variables that is made from `unit.json`: `MyFilterVariables`. */
export interface GeneratedVariables {
  readonly file: ts.SourceFile;
  readonly name: string;
  readonly declaration: ts.ClassDeclaration;
}

/** What `variables.ts` gives that is among these files; one for each unit. */
export function generatedVariables(files: readonly ts.SourceFile[]): GeneratedVariables[] {
  return files
    .filter(({ fileName }) => basename(fileName) === 'variables.ts')
    .flatMap((file) =>
      file.statements
        .filter(ts.isClassDeclaration)
        .filter(({ name }) => name !== undefined && /.Variables$/.test(name.text))
        .map((declaration) => ({ file, declaration, name: (declaration.name as ts.Identifier).text })),
    );
}

/** The unit's own file beside them. */
export function unitFileOf(
  { file }: GeneratedVariables,
  files: readonly ts.SourceFile[],
): ts.SourceFile | undefined {
  return files.find(
    ({ fileName }) => basename(fileName) === 'unit.ts' && dirname(fileName) === dirname(file.fileName),
  );
}
