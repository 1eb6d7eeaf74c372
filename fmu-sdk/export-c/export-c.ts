import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  binaryPath,
  type Compiler,
  compilerFor,
  type Platform,
  refuseMissing,
} from '../c-compiler/compilers.ts';
import { UserError } from '../error.ts';
import { makeScratch, removeScratch } from '../files/scratch.ts';
import { canonicalImports } from '../host/component/names.ts';
import type { LayoutVariable } from '../layout/layout.ts';
import { columns, variableRows } from '../layout/rows.ts';
import { scalarsOf } from '../layout/scalars.ts';
import { packageFile, packageRequire } from '../package.ts';
import { declaredMemory } from '../wasm/memory.ts';

/** Without `-ffp-contract=off` results differ in their last bits from those of wasm. */
const flags = [
  '-O2',
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

const sources = ['unit.c', 'state.c', 'fmi3.c', 'absent3.c', 'fmi2.c', 'absent2.c'];
const here = packageFile('fmu-sdk/export-c');
const headers = packageFile('fmu-sdk/standard/c');

/** A shared library that was made, for one platform. */
export interface NativeBinary {
  platform: Platform;
  library: Uint8Array;
  /** Time of the compiler [s]. */
  seconds: number;
}

export interface NativeUnit {
  /** Sealed core module of the unit's component: the unit and the state machine around it. */
  core: Uint8Array;
  token: string;
  layout: readonly LayoutVariable[];
}

/** Shared libraries made from the sealed core: wasm → C → one library for each platform, serving FMI 2.0 and 3.0. */
export function buildNative(unit: NativeUnit, wanted: readonly Platform[]): NativeBinary[] {
  refuseMissing(wanted);
  const folder = makeScratch('compile');
  try {
    writeFileSync(join(folder, 'unit.wasm'), unit.core);
    wasmToC(folder);
    writeFileSync(join(folder, 'table.c'), table(unit));
    writeFileSync(join(folder, 'imports.h'), importNames());
    const pages = declaredMemory(unit.core).largest / 65536;
    return wanted.map((platform) => {
      const begin = performance.now();
      const library = compileLibrary(platform, folder, pages);
      return { platform, library, seconds: (performance.now() - begin) / 1000 };
    });
  } finally {
    removeScratch(folder);
  }
}

function wasmToC(folder: string): void {
  const wabt = dirname(packageRequire.resolve('wabt/package.json'));
  const args = [join(wabt, 'bin/wasm2c'), '-n', 'unit', 'unit.wasm', '-o', 'module.c'];
  run(process.execPath, args, folder);
}

function compileLibrary(platform: Platform, folder: string, pages: number): Uint8Array {
  const { command, args } = compilerFor(platform) as Compiler;
  // With its extension: mingw adds one to a name that has none.
  const output = basename(binaryPath(platform, 3, 'library'));
  const input = ['module.c', 'table.c', ...sources.map((file) => join(here, file))];
  const include = ['-I', here, '-I', headers, '-I', folder, `-DUNIT_PAGES=${pages}`];
  // The core has exports for other hosts, which nobody calls here.
  const unused = platform.endsWith('darwin') ? '-Wl,-dead_strip' : '-Wl,--gc-sections';
  run(command, [...args, ...flags, ...include, ...input, unused, '-lm', '-o', output], folder);
  const library = readFileSync(join(folder, output));
  rmSync(join(folder, output));
  return library;
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new UserError(`build native: ${program} failed: ${error?.message ?? stderr}`);
}

/** Names in C of what the core imports: macros for the functions that `unit.c` defines. */
function importNames(): string {
  const names = {
    logMessage: 'LOG_MESSAGE',
    intermediateUpdate: 'INTERMEDIATE_UPDATE',
    handle: 'NEW_HANDLE',
  };
  return Object.entries(names)
    .map(([key, macro]) => {
      const [module, item] = canonicalImports[key as keyof typeof names].map(mangled);
      return `#define ${macro}_HOST w2c_${module}\n#define ${macro} w2c_${module}_${item}\n`;
    })
    .join('');
}

/** A name of wasm in C, as wasm2c writes it. */
function mangled(name: string): string {
  return name.replace(
    /[^A-Za-z0-9]/g,
    (c) => `0x${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** C source of the tables of `unit.h`: numbers and the token, no names. */
function table(unit: NativeUnit): string {
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
  return `#include "unit.h"
const Variable unit_variables[] = {${rows.join(', ')}};
const uint32_t unit_variable_count = ${rows.length};
const Scalar unit_scalars[] = {${scalars.length === 0 ? '{0, 0}' : scalars.join(', ')}};
const uint32_t unit_scalar_count = ${scalars.length};
const char unit_token[] = ${JSON.stringify(unit.token)};
`;
}
