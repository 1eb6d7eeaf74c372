import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ComponentVariable, variableRows } from '../component/generate.ts';
import { UserError } from '../error.ts';
import { declaredMemory } from '../wasm/memory.ts';
import { scalarsOf } from './scalars.ts';

export type Platform = 'x86_64-linux' | 'aarch64-linux' | 'x86_64-windows';
export const platforms: readonly Platform[] = ['x86_64-linux', 'aarch64-linux', 'x86_64-windows'];

interface Target {
  compiler: string;
  /** Debian package that has the compiler. */
  package: string;
  extension: string;
  /** Name of the folder under `binaries/` in FMI 2.0, where it has one. */
  fmi2?: string;
  flags: string[];
}

const targets: Record<Platform, Target> = {
  'x86_64-linux': { compiler: 'gcc', package: 'gcc', extension: 'so', fmi2: 'linux64', flags: ['-fPIC'] },
  'aarch64-linux': {
    compiler: 'aarch64-linux-gnu-gcc',
    package: 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross',
    extension: 'so',
    flags: ['-fPIC'],
  },
  'x86_64-windows': {
    compiler: 'x86_64-w64-mingw32-gcc',
    package: 'gcc-mingw-w64-x86-64',
    extension: 'dll',
    fmi2: 'win64',
    flags: ['-static-libgcc', '-Wl,--no-insert-timestamp'],
  },
};

/** Without `-ffp-contract=off` results differ in their last bits from those of wasm. */
const flags = [
  '-O2',
  '-std=gnu11',
  '-ffp-contract=off',
  '-fno-math-errno',
  '-fvisibility=hidden',
  '-shared',
  '-s',
  '-DNDEBUG',
  '-w',
];

const sources = ['unit.c', 'variables.c', 'fmi3.c', 'fmi2.c'];
const native = fileURLToPath(new URL('../native', import.meta.url));

export interface NativeBinary {
  platform: Platform;
  /** Path in an archive of FMI 3.0, and of FMI 2.0 where that has a name for the platform. */
  path3: string;
  path2?: string;
  library: Uint8Array;
  /** Time of the compiler [s]. */
  seconds: number;
}

export interface NativeUnit {
  /** Sealed core module. */
  core: Uint8Array;
  modelIdentifier: string;
  token: string;
  layout: readonly ComponentVariable[];
  directionalDerivatives: boolean;
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
      const { extension, fmi2 } = targets[platform];
      const begin = performance.now();
      const library = compileLibrary(platform, folder, pages);
      const seconds = (performance.now() - begin) / 1000;
      const name = `${unit.modelIdentifier}.${extension}`;
      return {
        platform,
        path3: `binaries/${platform}/${name}`,
        ...(fmi2 === undefined ? {} : { path2: `binaries/${fmi2}/${name}` }),
        library,
        seconds,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the compiler for this platform is here. */
export function canBuild(platform: Platform): boolean {
  return spawnSync(targets[platform].compiler, ['--version']).error === undefined;
}

/** The platforms with these names; without any, all whose compiler is here. */
export function platformsNamed(names: readonly string[]): Platform[] {
  if (names.length === 0) {
    const here = platforms.filter(canBuild);
    if (here.length === 0) refuseMissing(platforms);
    return here;
  }
  return [...new Set(names)].map((name) => {
    const found = platforms.find((platform) => platform === name);
    if (found === undefined)
      throw new UserError(`build native: there is no platform ${name}. There are ${platforms.join(', ')}.`);
    return found;
  });
}

function refuseMissing(wanted: readonly Platform[]): void {
  const missing = wanted.filter((platform) => !canBuild(platform));
  if (missing.length === 0) return;
  const here = platforms.filter(canBuild);
  const what = missing.map(
    (p) => `${p} needs ${targets[p].compiler} (Debian: apt-get install ${targets[p].package})`,
  );
  throw new UserError(
    `build native: ${what.join('; ')}. ${here.length === 0 ? 'No platform can be built here.' : `Could be built here: ${here.join(', ')}.`}`,
  );
}

function wasmToC(folder: string): void {
  const wabt = dirname(createRequire(import.meta.url).resolve('wabt/package.json'));
  const args = [join(wabt, 'bin/wasm2c'), '-n', 'unit', 'unit.wasm', '-o', 'module.c'];
  run(process.execPath, args, folder);
}

function compileLibrary(platform: Platform, folder: string, pages: number): Uint8Array {
  const { compiler, flags: own, extension } = targets[platform];
  // With its extension: mingw adds one to a name that has none.
  const output = `library.${extension}`;
  const input = ['module.c', 'table.c', ...sources.map((file) => join(native, file))];
  const include = ['-I', native, '-I', folder, `-DUNIT_PAGES=${pages}`];
  run(compiler, [...flags, ...own, ...include, ...input, '-lm', '-o', output], folder);
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
`;
}
