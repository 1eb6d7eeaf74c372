import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  binaryPath,
  type Compiler,
  compilerFor,
  type Platform,
  refuseMissing,
} from '../c-compiler/compilers.ts';
import { UserError } from '../error.ts';
import type { LayoutVariable } from '../layout/layout.ts';
import { variableRows } from '../layout/rows.ts';
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
  '-shared',
  '-DNDEBUG',
  '-w',
];

const sources = ['unit.c', 'variables.c', 'events.c', 'fmi3.c', 'fmi2.c'];
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
  /** Sealed core module. */
  core: Uint8Array;
  modelIdentifier: string;
  token: string;
  layout: readonly LayoutVariable[];
  directionalDerivatives: boolean;
  /** Whether the unit has Event Mode. */
  events: boolean;
}

/** Shared libraries made from the sealed core: wasm → C → one library for each platform, serving FMI 2.0 and 3.0. */
export function buildNative(unit: NativeUnit, wanted: readonly Platform[]): NativeBinary[] {
  refuseMissing(wanted);
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-'));
  try {
    writeFileSync(join(folder, 'unit.wasm'), unit.core);
    wasmToC(folder);
    writeFileSync(join(folder, 'table.c'), table(unit));
    const pages = declaredMemory(unit.core).largest / 65536;
    return wanted.map((platform) => {
      const begin = performance.now();
      const library = compileLibrary(platform, folder, pages);
      return { platform, library, seconds: (performance.now() - begin) / 1000 };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
  run(command, [...args, ...flags, ...include, ...input, '-lm', '-o', output], folder);
  const library = readFileSync(join(folder, output));
  rmSync(join(folder, output));
  return library;
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new UserError(`build native: ${program} failed: ${error?.message ?? stderr}`);
}

/** C source of the tables of `unit.h`: numbers and the token, no names. */
function table(unit: NativeUnit): string {
  const rows = variableRows(unit.layout).map(
    ([type, causality, variability, size, min, max, extra]) =>
      `{${[type, causality, variability, size, min, max, extra].join(', ')}}`,
  );
  const scalars = scalarsOf(unit.layout).map(({ variable, element }) => `{${variable}, ${element}}`);
  return `#include "unit.h"
const Variable unit_variables[] = {${rows.join(', ')}};
const uint32_t unit_variable_count = ${rows.length};
const Scalar unit_scalars[] = {${scalars.length === 0 ? '{0, 0}' : scalars.join(', ')}};
const uint32_t unit_scalar_count = ${scalars.length};
const char unit_token[] = ${JSON.stringify(unit.token)};
const bool unit_has_derivatives = ${unit.directionalDerivatives};
const bool unit_has_events = ${unit.events};
`;
}
