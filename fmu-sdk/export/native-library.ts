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
/** Sources for packs that carry FMUs. `-DCARRIED` announces them to the others. */
const carriedSources = ['carried-fmus', 'carried-fmi2', 'carried-fmi3', 'resource-path'].map(
  (name) => `carried/${name}.c`,
);
const exportFolder = packageFile('fmu-sdk/export');
const headers = packageFile('fmu-sdk/standard/c');
/** Code of the native host that loads a library. */
const loader = (platform: Platform): string =>
  packageFile(`fmu-sdk/host/native/platform/load-library${platform.endsWith('windows') ? '-windows' : ''}.c`);

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
  carried?: CarriedCode;
}

/** Code for FMUs of other tools that the library loads. */
export interface CarriedCode {
  /** Import by which the core calls them: module and item. */
  import: readonly [string, string];
  /** Returns the C source with the facts on them. */
  table: (platform: Platform) => string;
}

/**
 * Compiles shared libraries from the sealed core: wasm → C → one library for each platform, for FMI
 * 2.0 and 3.0. Takes libraries from the cache if compiler and input are unchanged.
 */
export function buildNative(unit: SealedCore, platforms: readonly Platform[]): NativeBinary[] {
  refuseMissing(platforms);
  const { exchange = false, carried } = unit;
  const shared = { 'table.c': table(unit), 'imports.h': importNames(exchange, carried) };
  const macros = [
    `-DUNIT_PAGES=${declaredMemory(unit.core).largest / 65536}`,
    ...(exchange ? ['-DMODEL_EXCHANGE'] : []),
    ...(carried === undefined ? [] : ['-DCARRIED']),
  ];
  return platforms.map((platform) => {
    const generatedFiles = {
      ...shared,
      ...(carried && { 'carried.c': carried.table(platform) }),
    };
    const cacheInputs = [
      ...[unit.core, wabtVersion(), ...macros, ...Object.values(generatedFiles), ...packagedSources()],
      ...(carried === undefined ? [] : loaderSources()),
    ];
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

/** Size of the memory in the checks of addresses. It never changes, and a constant saves a load in each. */
const memorySize = /\(?\bmem\)?->size\b/g;

/** Returns the core as C, which is equal for all platforms. */
function coreAsC(core: Uint8Array): Record<string, string> {
  const { content } = readOrMakeArtifact(keyOf('C', [core, wabtVersion(), memorySize.source]), () =>
    withTemporaryFolder({ 'unit.wasm': core }, (folder) => {
      const args = [join(wabt(), 'bin/wasm2c'), '-n', 'unit', 'unit.wasm', '-o', 'module.c'];
      run(process.execPath, args, folder);
      const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
      const code = text('module.c').replace(memorySize, 'UNIT_BYTES');
      const files = { 'module.c': code, 'module.h': text('module.h') };
      return new TextEncoder().encode(JSON.stringify(files));
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
  return textsIn([exportFolder, headers]);
}

/** Lists those that only packs with carried FMUs need. */
function loaderSources(): string[] {
  const host = ['calls', 'engine', 'platform'].map((part) => packageFile(`fmu-sdk/host/native/${part}`));
  return textsIn([join(exportFolder, 'carried'), ...host]);
}

function textsIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.[ch]$/.test(name))
      .sort()
      .flatMap((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** Returns linker flags that remove the core's exports for other hosts. */
function linkingFor(platform: Platform): string[] {
  const collecting = platform.endsWith('darwin') ? '-Wl,-dead_strip' : '-Wl,--gc-sections';
  // Older C libraries for Linux have the functions that load libraries in a library of their own.
  return [collecting, '-lm', ...(platform.endsWith('linux') ? ['-ldl'] : [])];
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
  const carries = macros.includes('-DCARRIED');
  const libraryFiles = [
    ...sources,
    ...(macros.includes('-DMODEL_EXCHANGE') ? exchangeSources : []),
    ...(carries ? carriedSources : []),
  ];
  const input = [
    ...['module.c', 'table.c', ...libraryFiles.map((file) => join(exportFolder, file))],
    ...(carries ? ['carried.c', loader(platform)] : []),
  ];
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
function importNames(exchange: boolean, carried?: CarriedCode): string {
  const names: Partial<Record<keyof typeof canonicalImports, string>> = {
    logMessage: 'LOG_MESSAGE',
    intermediateUpdate: 'INTERMEDIATE_UPDATE',
    handle: 'NEW_HANDLE',
    ...(exchange && { exchangeHandle: 'NEW_EXCHANGE_HANDLE' }),
  };
  const items = Object.entries(names).map(
    ([key, macro]) => [canonicalImports[key as keyof typeof canonicalImports], macro] as const,
  );
  return [...items, ...(carried === undefined ? [] : [[carried.import, 'CARRIED_CALL'] as const])]
    .map(([names, macro]) => {
      const [module, item] = names.map(mangled);
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
