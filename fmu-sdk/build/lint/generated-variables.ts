import { basename, dirname } from 'node:path';
import ts from 'typescript';

/** Class of a unit's variables, generated from `unit.json`: `MyFilterVariables`. */
export interface GeneratedVariables {
  readonly file: ts.SourceFile;
  readonly name: string;
  readonly declaration: ts.ClassDeclaration;
}

/** Returns the classes that `variables.ts` generates among these files, one per unit. */
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

/** Returns the unit's own file beside its variables. */
export function unitFileOf(
  { file }: GeneratedVariables,
  files: readonly ts.SourceFile[],
): ts.SourceFile | undefined {
  return files.find(
    ({ fileName }) => basename(fileName) === 'unit.ts' && dirname(fileName) === dirname(file.fileName),
  );
}
