import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { scalarsOf } from '../build/layout/fmi2-scalars.ts';
import type { LayoutVariable } from '../build/layout/variable-layout.ts';
import { columns, variableRows } from '../build/layout/variable-rows.ts';
import { keyOf, readOrMakeArtifact } from '../cache/artifact-cache.ts';
import { canonicalImports } from '../host/component/canonical-abi/canonical-names.ts';
import {
  argumentsFor,
  binaryPath,
  compilerFor,
  type FoundCompiler,
  type Platform,
  refuseMissing,
} from '../util/c-compiler/compilers.ts';
import { optimizationOption } from '../util/c-compiler/optimization-level.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../util/files/temp-folder.ts';
import { packageFile, packageRequire } from '../util/package-files.ts';
import { UserError } from '../util/user-error.ts';
import { declaredMemory } from '../wasm/memory-section.ts';

/** Compiler flags. Without `-ffp-contract=off` the last bits of results differ from wasm. */
const flags = (): string[] => [
  optimizationOption('C'),
  '-std=gnu11',
  '-ffp-contract=off',
  '-fno-math-errno',
  '-fvisibility=hidden',
  '-fPIC',
  '-ffunction-sections',
  '-shared',
  '-DNDEBUG',
  '-w',
];

const sources = [
  'instance-functions.c',
  'fmu-state.c',
  'fmi3-functions.c',
  'absent-fmi3.c',
  'fmi2-functions.c',
  'absent-fmi2.c',
];
/** Sources for units with model exchange. `-DMODEL_EXCHANGE` announces them to the others. */
const exchangeSources = ['model-exchange-functions.c'];
const exportFolder = packageFile('fmu-sdk/export');
const headers = packageFile('fmu-sdk/standard/c');

/** A compiled shared library for one platform. */
export interface NativeBinary {
  platform: Platform;
  library: Uint8Array;
  /** Build time [s]. */
  seconds: number;
  /** True if the library came from the cache, because compiler and input are unchanged. */
  fromCache: boolean;
}

export interface SealedCore {
  /** Sealed core module of the unit's component: the unit and the state machine around it. */
  core: Uint8Array;
  token: string;
  layout: readonly LayoutVariable[];
  /** True if the core has the calls of model exchange. */
  exchange?: boolean;
}

/**
 * Compiles shared libraries from the sealed core: wasm → C → one library for each platform, for FMI
 * 2.0 and 3.0. Takes libraries from the cache if compiler and input are unchanged.
 */
export function buildNative(unit: SealedCore, platforms: readonly Platform[]): NativeBinary[] {
  refuseMissing(platforms);
  const { exchange = false } = unit;
  const generatedFiles = { 'table.c': table(unit), 'imports.h': importNames(exchange) };
  const macros = [
    `-DUNIT_PAGES=${declaredMemory(unit.core).largest / 65536}`,
    ...(exchange ? ['-DMODEL_EXCHANGE'] : []),
  ];
  const cacheInputs = [
    unit.core,
    wabtVersion(),
    ...macros,
    ...Object.values(generatedFiles),
    ...packagedSources(),
  ];
  return platforms.map((platform) => {
    const begin = performance.now();
    const compiler = compilerFor(platform) as FoundCompiler;
    const { identity, command } = compiler;
    const options = linkingFor(platform);
    const words = argumentsFor(compiler, [...flags(), ...options]);
    const key = keyOf('native library', [identity, command, ...words, ...cacheInputs]);
    const { content, before } = readOrMakeArtifact(key, () =>
      withTemporaryFolder({ ...coreAsC(unit.core), ...generatedFiles }, (folder) =>
        compileLibrary(compiler, platform, folder, macros, options),
      ),
    );
    return { platform, library: content, seconds: (performance.now() - begin) / 1000, fromCache: before };
  });
}

/** Returns the result of `make` in a temporary folder with these files. */
function withTemporaryFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  make: (folder: string) => T,
): T {
  const folder = makeTemporaryFolder('compile');
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return make(folder);
  } finally {
    removeTemporaryFolder(folder);
  }
}

/** Returns the core as C, which is equal for all platforms. */
function coreAsC(core: Uint8Array): Record<string, string> {
  const { content } = readOrMakeArtifact(keyOf('C', [core, wabtVersion()]), () =>
    withTemporaryFolder({ 'unit.wasm': core }, (folder) => {
      const args = [join(wabt(), 'bin/wasm2c'), '-n', 'unit', 'unit.wasm', '-o', 'module.c'];
      run(process.execPath, args, folder);
      const files = ['module.c', 'module.h'].map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
      return new TextEncoder().encode(JSON.stringify(Object.fromEntries(files)));
    }),
  );
  return JSON.parse(new TextDecoder().decode(content)) as Record<string, string>;
}

function wabt(): string {
  return dirname(packageRequire.resolve('wabt/package.json'));
}

function wabtVersion(): string {
  return readFileSync(join(wabt(), 'package.json'), 'utf8');
}

/** Lists names and texts of the C sources that all units share. */
function packagedSources(): string[] {
  return [exportFolder, headers].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.[ch]$/.test(name))
      .sort()
      .flatMap((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** Returns linker flags that remove the core's exports for other hosts. */
function linkingFor(platform: Platform): string[] {
  return [platform.endsWith('darwin') ? '-Wl,-dead_strip' : '-Wl,--gc-sections', '-lm'];
}

function compileLibrary(
  compiler: FoundCompiler,
  platform: Platform,
  folder: string,
  macros: readonly string[],
  linking: readonly string[],
): Uint8Array {
  // Includes the extension, because mingw adds one to a name without.
  const output = basename(binaryPath(platform, 3, 'library'));
  const libraryFiles = macros.includes('-DMODEL_EXCHANGE') ? [...sources, ...exchangeSources] : sources;
  const input = ['module.c', 'table.c', ...libraryFiles.map((file) => join(exportFolder, file))];
  const include = ['-I', exportFolder, '-I', headers, '-I', folder, ...macros];
  const words = [...flags(), ...include, ...input, ...linking, '-o', output];
  run(compiler.command, argumentsFor(compiler, words), folder);
  return readFileSync(join(folder, output));
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new UserError(`build native: ${program} failed: ${error?.message ?? stderr}`);
}

/**
 * Returns the C names of the core's imports: macros for the functions in `instance-functions.c`.
 */
function importNames(exchange: boolean): string {
  const names: Partial<Record<keyof typeof canonicalImports, string>> = {
    logMessage: 'LOG_MESSAGE',
    intermediateUpdate: 'INTERMEDIATE_UPDATE',
    handle: 'NEW_HANDLE',
    ...(exchange && { exchangeHandle: 'NEW_EXCHANGE_HANDLE' }),
  };
  return Object.entries(names)
    .map(([key, macro]) => {
      const [module, item] = canonicalImports[key as keyof typeof canonicalImports].map(mangled);
      return `#define ${macro}_HOST w2c_${module}\n#define ${macro} w2c_${module}_${item}\n`;
    })
    .join('');
}

/** Returns wasm2c's C name of a name in wasm. */
function mangled(name: string): string {
  return name.replace(
    /[^A-Za-z0-9]/g,
    (c) => `0x${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/**
 * Returns C source of the tables in `instance-functions.h`: numbers and the token, without names.
 */
function table(unit: SealedCore): string {
  const at = (name: (typeof columns)[number]): number => columns.indexOf(name);
  const rows = variableRows(unit.layout).map((row, i) => {
    const numbers = [
      row[at('size')],
      unit.layout[i].maxSize ?? 0,
      row[at('settable3')],
      row[at('settable2')],
    ];
    return `{${[row[at('type')], ...numbers].join(', ')}}`;
  });
  const scalars = scalarsOf(unit.layout).map(({ variable, element }) => `{${variable}, ${element}}`);
  return `#include "instance-functions.h"
const Variable unit_variables[] = {${rows.join(', ')}};
const uint32_t unit_variable_count = ${rows.length};
const Scalar unit_scalars[] = {${scalars.length === 0 ? '{0, 0}' : scalars.join(', ')}};
const uint32_t unit_scalar_count = ${scalars.length};
const char unit_token[] = ${JSON.stringify(unit.token)};
`;
}
