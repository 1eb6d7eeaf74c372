import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, removeTemporaryFolder } from '../files/temp-folder.ts';
import { UserError } from '../user-error.ts';
import { clOptions } from './msvc.ts';

/**
 * Platform tuples of FMI 3.0 (2.5.1.4.1) for which native binaries can be made.
 *
 * @example
 * const native = platforms.filter((platform) => platform.endsWith('-linux'));
 * await buildUnit('my-filter', 'dist', { native });
 */
export const platforms = [
  'x86_64-linux',
  'aarch64-linux',
  'x86_64-windows',
  'x86_64-darwin',
  'aarch64-darwin',
] as const;
Object.freeze(platforms);

/** One of `platforms`. */
export type Platform = (typeof platforms)[number];

/** A compiler command, with the arguments that make it compile for the platform. */
export interface Compiler {
  command: string;
  args: readonly string[];
  /** Marks compilers that take the options of Microsoft's cl instead of gcc's. */
  isCl?: boolean;
}

/** Returns the arguments of the command for these gcc options, translated for cl if needed. */
export const argumentsFor = ({ args, isCl }: Compiler, words: readonly string[]): string[] =>
  isCl === true ? [...args, ...clOptions(words)] : [...args, ...words];

/** A compiler that was found on this machine. */
export interface FoundCompiler extends Compiler {
  /** Hash of the compiler's version, of its headers and of a library that it linked. */
  identity: string;
}

interface Target {
  extension: 'so' | 'dll' | 'dylib';
  /**
   * Folder under `binaries/` in FMI 2.0: FMI 2.0's names, else the platform tuple (FMI 2.0.5, 2.3).
   */
  fmi2: string;
  /** Matches the output of `-dumpmachine` of a compiler for this platform. */
  machine: RegExp;
  /** Candidates in order of preference. The first one that works is used. */
  compilers: readonly Compiler[];
  /** The compiler that is easiest to install, and its source. */
  install: string;
}

const gcc = (command: string, ...args: string[]): Compiler => ({ command, args });
const clang = (target: string, ...args: string[]): Compiler => ({
  command: 'clang',
  args: [`--target=${target}`, ...args],
});
const zig = (target: string, ...args: string[]): Compiler => ({
  command: 'zig',
  args: ['cc', '-target', target, ...args],
});
const debian = (compiler: string, packages: string): string =>
  `${compiler} (Debian: apt-get install ${packages}), clang, or zig`;
/** Without a time stamp, equal sources give equal bytes. */
const mingw = ['-static-libgcc', '-Wl,--no-insert-timestamp'];
const apple = 'zig (https://ziglang.org), or clang with the SDK of macOS';

const targets: Record<Platform, Target> = {
  'x86_64-linux': {
    extension: 'so',
    fmi2: 'linux64',
    machine: /^x86_64.*linux/,
    // zig's glibc 2.17 runs on every Linux since 2014.
    compilers: [gcc('gcc', '-s'), clang('x86_64-linux-gnu', '-s'), zig('x86_64-linux-gnu.2.17', '-s')],
    install: debian('gcc', 'gcc libc6-dev'),
  },
  'aarch64-linux': {
    extension: 'so',
    fmi2: 'aarch64-linux',
    machine: /^aarch64.*linux/,
    compilers: [
      gcc('aarch64-linux-gnu-gcc', '-s'),
      gcc('gcc', '-s'),
      clang('aarch64-linux-gnu', '-s'),
      zig('aarch64-linux-gnu.2.17', '-s'),
    ],
    install: debian('aarch64-linux-gnu-gcc', 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross'),
  },
  'x86_64-windows': {
    extension: 'dll',
    fmi2: 'win64',
    machine: /^x86_64-w64-(mingw32|windows-gnu)/,
    compilers: [
      gcc('x86_64-w64-mingw32-gcc', '-s', ...mingw),
      clang('x86_64-w64-mingw32', '-s', ...mingw),
      zig('x86_64-windows-gnu', '-s'),
      { command: 'cl', args: [], isCl: true },
    ],
    install: debian('x86_64-w64-mingw32-gcc', 'gcc-mingw-w64-x86-64'),
  },
  // Apple's linker does not support -s. Its option -x removes all symbols that are not exported.
  'x86_64-darwin': {
    extension: 'dylib',
    fmi2: 'darwin64',
    machine: /^x86_64-apple/,
    compilers: [clang('x86_64-apple-macos11', '-Wl,-x'), zig('x86_64-macos', '-s')],
    install: apple,
  },
  'aarch64-darwin': {
    extension: 'dylib',
    fmi2: 'aarch64-darwin',
    machine: /^(arm64|aarch64)-apple/,
    compilers: [clang('arm64-apple-macos11', '-Wl,-x'), zig('aarch64-macos', '-s')],
    install: apple,
  },
};

/** Returns the path of the binary in an FMU of this FMI version. */
export function binaryPath(platform: Platform, fmi: 2 | 3, modelIdentifier: string): string {
  const { fmi2, extension } = targets[platform];
  return `binaries/${fmi === 2 ? fmi2 : platform}/${modelIdentifier}.${extension}`;
}

const foundCompilers = new Map<Platform, FoundCompiler | undefined>();

/** Returns the compiler on this machine that can link a library for the platform, or undefined. */
export function compilerFor(platform: Platform): FoundCompiler | undefined {
  if (!foundCompilers.has(platform)) foundCompilers.set(platform, firstWorkingCompiler(targets[platform]));
  return foundCompilers.get(platform);
}

function firstWorkingCompiler(target: Target): FoundCompiler | undefined {
  for (const compiler of target.compilers) {
    const identity = identityByLinking(compiler, target);
    if (identity !== undefined) return { ...compiler, identity };
  }
  return undefined;
}

/**
 * Returns the platforms with these names. Without names: all platforms that have a compiler here.
 */
export function platformsNamed(names: readonly string[]): Platform[] {
  if (names.length === 0) {
    const available = platforms.filter(compilerFor);
    if (available.length === 0) refuseMissing(platforms);
    return available;
  }
  return [...new Set(names)].map((name) => {
    const named = platforms.find((platform) => platform === name);
    if (named === undefined)
      throw new UserError(
        `build native: unknown platform ${name}. Supported platforms: ${platforms.join(', ')}.`,
      );
    return named;
  });
}

export function refuseMissing(wanted: readonly Platform[]): void {
  const missing = wanted.filter((platform) => compilerFor(platform) === undefined);
  if (missing.length === 0) return;
  const available = platforms.filter(compilerFor);
  const what = missing.map((platform) => `${platform} needs ${targets[platform].install}`);
  throw new UserError(
    `build native: ${what.join('; ')}. ${available.length === 0 ? 'No compiler for any platform was found on this machine.' : `Platforms with a compiler on this machine: ${available.join(', ')}.`}`,
  );
}

/** Test program that uses the system headers and functions that FMU libraries need. */
const probe = `#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int probe(char* to, double x) { return snprintf(to, 20, "%g", nearbyint(fmod(x, 3))); }
`;

/**
 * Links a test library for the target and returns the compiler's identity, or undefined if linking
 * fails. A compiler that is installed may still be for another machine, or lack headers or
 * libraries.
 */
function identityByLinking(compiler: Compiler, { machine, extension }: Target): string | undefined {
  const { command } = compiler;
  const version = compiler.isCl === true ? clVersion(command) : gccVersion(compiler, machine);
  if (version === undefined) return undefined;
  const folder = makeTemporaryFolder('compiler');
  try {
    writeFileSync(join(folder, 'probe.c'), probe);
    // The output path must not contain a folder: mingw derives the library's base address from the
    // text after -o.
    const output = `probe.${extension}`;
    const run = (...options: string[]): string | undefined => {
      const { status, stdout } = spawnSync(command, argumentsFor(compiler, options), {
        cwd: folder,
        encoding: 'utf8',
      });
      return status === 0 ? stdout : undefined;
    };
    if (run('-fPIC', '-shared', 'probe.c', '-lm', '-o', output) === undefined) return undefined;
    const hash = createHash('sha256').update(readFileSync(join(folder, output)));
    return hash.update(`${version}${run('-E', 'probe.c')}`).digest('hex');
  } catch {
    return undefined;
  } finally {
    removeTemporaryFolder(folder);
  }
}

/** Returns the version text of a gcc-like compiler if it compiles for this machine. */
function gccVersion({ command, args }: Compiler, machine: RegExp): string | undefined {
  const runCompiler = (option: string) => spawnSync(command, [...args, option], { encoding: 'utf8' });
  const { error, stdout } = runCompiler('-dumpmachine');
  if (error !== undefined || (command !== 'zig' && !machine.test(stdout.trim()))) return undefined;
  return runCompiler('--version').stdout;
}

/** Returns the version text of cl, which writes it to standard error. Accepts cl for x64 only. */
function clVersion(command: string): string | undefined {
  const { error, stderr } = spawnSync(command, [], { encoding: 'utf8' });
  return error === undefined && /for x64/.test(stderr) ? stderr : undefined;
}
