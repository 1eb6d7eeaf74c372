import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { readLibrary } from '../../check/binary/shared-library.ts';
import type { SourceFileSet } from '../../description/build-configuration.ts';
import { header2, header3 } from '../../standard/c-headers.ts';
import { functions2 } from '../../standard/fmi2-functions.ts';
import { functions3 } from '../../standard/fmi3-functions.ts';
import { importerHeaders } from '../../standard/importer-headers.ts';
import { binaryPath, type Compiler, type Platform } from '../../util/c-compiler/compilers.ts';
import { optimizationOption } from '../../util/c-compiler/optimization-level.ts';
import { makeFolder } from '../../util/files/make-folder.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../util/files/temp-folder.ts';
import { printableName } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { rejectUnsafeFlags } from './compiler-flags.ts';
import type { Recipe } from './library-recipe.ts';
import { unprefixedNames } from './unprefixed-names.ts';

/** Target of a compilation: a platform's library, or a component. */
export type PortPlatform = Platform | typeof wasmPlatform;
/** Folder of components in `binaries/`, as FMI-LS-WASM names it. */
export const wasmPlatform: 'wasm32-wasip2' = 'wasm32-wasip2';

/** Describes a compilation for one platform: an FMU's files below `sources/` and the recipe. */
export interface Task {
  /** The archive, for errors. */
  file: string;
  fmi: 2 | 3;
  sources: ReadonlyMap<string, Uint8Array>;
  recipe: Recipe;
  platform: PortPlatform;
  compiler: Compiler;
  /** Macros in addition to the recipe's: `NAME`, `NAME=value`. */
  defines: readonly string[];
}

/** Wall time limit of one compiler call [ms]: half an hour, for large sources on a busy machine. */
const compilerTimeout = 1_800_000;

/**
 * Limits of a compiler that reads foreign sources: address space [KiB] and size of a file [512 bytes].
 * A few lines of C can ask for any amount.
 */
const limits = { memory: 8 * 2 ** 20, file: 2 * 2 ** 20 };

/** Starts a compiler with limits where the shell can set them. */
function limited(command: string, args: readonly string[]): [string, readonly string[]] {
  if (process.platform !== 'linux') return [command, args];
  const script = `ulimit -v ${limits.memory}; ulimit -f ${limits.file}; exec "$0" "$@"`;
  return ['/bin/sh', ['-c', script, command, ...args]];
}

/** Returns flags that give the bits of x86-64 also on processors with a fused multiply-add. */
export const flags = (): readonly string[] => [optimizationOption('C'), '-ffp-contract=off', '-w'];
const position = ['-fPIC'];

/** Language standards by their names in FMI 3.0.2 (2.4.10.2), with POSIX extensions. */
const languages: Readonly<Record<string, string>> = {
  ...{ C89: 'gnu89', C90: 'gnu90', C99: 'gnu99', C11: 'gnu11', C17: 'gnu17', C18: 'gnu17', C23: 'gnu23' },
  ...{ 'C++98': 'gnu++98', 'C++03': 'gnu++03', 'C++11': 'gnu++11', 'C++14': 'gnu++14', 'C++17': 'gnu++17' },
  ...{ 'C++20': 'gnu++20', 'C++23': 'gnu++23' },
};

const isCpp = (name: string): boolean => /\.(cc|cpp|cxx)$/i.test(name);

/**
 * Compiles a recipe to a shared library. No code of the FMU runs. A compiler reads its sources with
 * the user's rights.
 */
export function compile(task: Task & { platform: Platform }): Uint8Array {
  const { fmi, recipe, platform } = task;
  return inFolder(task, (folder) => {
    const run = runner(task, folder);
    const functions = fmi === 2 ? functions2 : functions3;
    const objects = compileSources(task, run, position);
    const cpp = recipe.sets.some((set) => set.files.some(({ name }) => isCpp(name)));
    const output = binaryPath(platform, 3, 'library').replace(/^.*\//, '');
    const libraries = [...recipe.libraries, 'm'].map((name) => `-l${name}`);
    const link = (parts: readonly string[]): Uint8Array => {
      run(cpp, ['-shared', ...parts, ...libraries, '-o', output], 'the library');
      return readFileSync(join(folder, output));
    };
    const library = link(objects);
    const text = unprefixedNames(fmi, functions, recipe.modelIdentifier, readLibrary(library).exports);
    if (text === '') return library;
    write(join(folder, 'headers/types.h'), fmi === 2 ? header2() : header3());
    write(join(folder, 'plain.c'), text);
    run(
      false,
      [...flags(), ...position, '-Iheaders', '-c', 'plain.c', '-o', 'plain.o'],
      'the names of the standard',
    );
    return link([...objects, 'plain.o']);
  });
}

/** Calls `make` with a temporary folder that holds the sources and the standard's headers. */
export function inFolder<T>({ file, fmi, sources, recipe }: Task, make: (folder: string) => T): T {
  rejectUnsafeFlags(file, sources, recipe);
  const folder = makeTemporaryFolder('port');
  try {
    for (const [path, bytes] of sources) write(join(folder, 'sources', path), bytes);
    for (const [name, text] of Object.entries(importerHeaders(fmi)))
      write(join(folder, 'headers', name), text);
    return make(folder);
  } finally {
    removeTemporaryFolder(folder);
  }
}

/** Compiles each source to an object file and returns their names in the folder. */
export function compileSources(
  { fmi, recipe, defines }: Task,
  run: ReturnType<typeof runner>,
  more: readonly string[] = [],
): string[] {
  return recipe.sets.flatMap((set, s) =>
    set.files.map(({ name }, k) => {
      const object = `${s}-${k}.o`;
      const args = [...ofSet(set, fmi, name), ...more, ...defines.map((d) => `-D${d}`)];
      run(isCpp(name), [...args, '-c', `sources/${name}`, '-o', object], name);
      return object;
    }),
  );
}

export function write(path: string, content: string | Uint8Array): void {
  makeFolder(dirname(path));
  writeFileSync(path, content);
}

/** Returns the compiler arguments for a source of a set. */
function ofSet(set: SourceFileSet, fmi: 2 | 3, name: string): string[] {
  const standard = languages[set.language ?? ''];
  return [
    ...(standard === undefined || isCpp(name) !== standard.includes('++') ? [] : [`-std=${standard}`]),
    ...flags(),
    ...(set.compilerOptions?.split(/\s+/).filter((option) => option !== '') ?? []),
    `-DFMI${fmi}_OVERRIDE_FUNCTION_PREFIX`,
    // Optional definitions are left out.
    ...set.definitions
      .filter(({ optional }) => optional !== true)
      .map((d) => `-D${d.name}${d.value === undefined ? '' : `=${d.value}`}`),
    ...['-Isources', ...set.includeDirectories.map((directory) => `-Isources/${directory.name}`)],
    '-Iheaders',
  ];
}

/**
 * Returns a function that runs the C or C++ compiler in the folder. Throws the compiler's output.
 */
export function runner({ file, platform, compiler }: Task, folder: string) {
  return (cpp: boolean, args: readonly string[], what: string): void => {
    const [command, before] = cpp ? forCpp(compiler) : [compiler.command, compiler.args];
    const [program, words] = limited(command, [...before, ...args]);
    const { status, signal, stderr, error } = spawnSync(program, words, {
      cwd: folder,
      env: { ...process.env, PATH: ownPath() },
      encoding: 'utf8',
      timeout: compilerTimeout,
      maxBuffer: 2 ** 24,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status === 0) return;
    const output =
      reasonOf(error) ?? (stderr.trim() === '' ? `it ended with ${signal ?? status}` : stderr.trim());
    throw new UserError(
      `port ${file}: ${command} could not compile ${printableName(what)} for ${platform}. Name other sources with --source, or ask its author for a binary. Its output:`,
      { details: faults(output) },
    );
  };
}

/**
 * Returns the search path without programs of npm packages. clang runs each `wasm-opt` that it finds,
 * and results must not depend on how fmukit was started.
 */
function ownPath(): string {
  const isOfPackage = /[\\/]node_modules[\\/]\.bin[\\/]?$/;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !isOfPackage.test(folder)).join(delimiter);
}

/** Returns the reason why a compiler was ended, if it did not end by itself. */
function reasonOf(error: NodeJS.ErrnoException | undefined): string | undefined {
  if (error?.code === 'ENOBUFS') return 'error: it printed more than 16 MiB of messages';
  if (error?.code === 'ETIMEDOUT') return 'error: it took more than half an hour';
  return error?.message;
}

/** Length of a line of a compiler in a message. */
const longestLine = 400;

/** Returns the lines of a compiler's output that name an error, or all lines if no line does. */
function faults(output: string): string[] {
  const lines = output.split('\n');
  const named = lines.filter((line) => /\berror\b|undefined (reference|symbol)/i.test(line));
  return (named.length > 0 ? named : lines).map((line) => line.slice(0, longestLine));
}

/** Returns the C++ compiler that belongs to a C compiler. */
function forCpp({ command, args }: Compiler): [string, readonly string[]] {
  if (command === 'zig') return [command, ['c++', ...args.slice(1)]];
  return [command.replace(/gcc$/, 'g++').replace(/clang$/, 'clang++'), args];
}
