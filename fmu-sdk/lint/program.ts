import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { prelude } from './prelude.ts';
import { resolveImport } from './resolve.ts';

const preludeFile = '/fmukit-dialect.d.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noEmit: true,
  noLib: true,
  types: [],
};

/** A program of the entries and all that they import, whose only library is the dialect. */
export function createProgram(
  entries: readonly string[],
  sources: Readonly<Record<string, string>> = {},
): ts.Program {
  const exists = (file: string): boolean => file === preludeFile || file in sources || existsSync(file);
  const read = (file: string): string =>
    file === preludeFile ? prelude : (sources[file] ?? readFileSync(file, 'utf8'));
  const host: ts.CompilerHost = {
    getSourceFile: (file, target) =>
      exists(file) ? ts.createSourceFile(file, read(file), target, true) : undefined,
    getDefaultLibFileName: () => preludeFile,
    writeFile: () => undefined,
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: exists,
    readFile: (file) => (exists(file) ? read(file) : undefined),
    resolveModuleNameLiterals: (names, from) =>
      names.map(({ text }) => {
        const file = resolveImport(text, from, exists);
        return {
          resolvedModule:
            file === undefined ? undefined : { resolvedFileName: file, extension: ts.Extension.Ts },
        };
      }),
  };
  return ts.createProgram({ rootNames: [preludeFile, ...entries], options, host });
}
