import { existsSync } from 'node:fs';
import ts from 'typescript';
import { readSource } from '../../util/regular-file.ts';
import { prelude } from './dialect-prelude.ts';
import type { Imported } from './lint-cache.ts';
import { resolveImport } from './resolve-import.ts';

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

/** Returns the text of a file by its path, or null if the file is missing. */
export type ReadFile = (file: string) => string | null;

export interface DialectProgram {
  program: ts.Program;
  imported: Imported;
}

/** Creates a program of the entries and their imports. Its only library is the dialect. */
export function createProgram(
  entries: readonly string[],
  sources: Readonly<Record<string, string>> = {},
  readFile: ReadFile = textOf,
): DialectProgram {
  const named = new Map<string, string[]>();
  const textIfThere = (file: string): string | null =>
    file === preludeFile ? prelude : (sources[file] ?? readFile(file));
  const exists = (file: string): boolean => textIfThere(file) !== null;
  const host: ts.CompilerHost = {
    getSourceFile: (file, target) => {
      const text = textIfThere(file);
      return text === null ? undefined : parseCached(file, text, target);
    },
    getDefaultLibFileName: () => preludeFile,
    writeFile: () => undefined,
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: exists,
    readFile: (file) => textIfThere(file) ?? undefined,
    resolveModuleNameLiterals: (names, from) => {
      const files = names.map(({ text }) => resolveImport(text, from, exists));
      named.set(
        from,
        files.filter((file) => file !== undefined),
      );
      return files.map((file) => ({
        resolvedModule:
          file === undefined ? undefined : { resolvedFileName: file, extension: ts.Extension.Ts },
      }));
    },
  };
  const program = ts.createProgram({ rootNames: [preludeFile, ...entries], options, host });
  return { program, imported: (file) => importedBy(file, program, named) };
}

function importedBy(
  file: ts.SourceFile,
  program: ts.Program,
  named: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<ts.SourceFile> {
  const all = new Set([file]);
  for (const { fileName } of all)
    for (const name of named.get(fileName) ?? []) {
      const next = program.getSourceFile(name);
      if (next !== undefined) all.add(next);
    }
  return all;
}

const trees = new Map<string, ts.SourceFile>();

/**
 * Returns the syntax tree of a text. Reuses the tree of the last program if the text at this path
 * is unchanged, because units share most of their sources.
 */
function parseCached(
  file: string,
  text: string,
  target: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile {
  const last = trees.get(file);
  if (last?.text === text) return last;
  const tree = ts.createSourceFile(file, text, target, true);
  trees.set(file, tree);
  return tree;
}

function textOf(file: string): string | null {
  return existsSync(file) ? readSource(file) : null;
}
