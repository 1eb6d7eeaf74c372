import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Compiler, compilerFor, type Platform } from '../../c-compiler/compilers.ts';
import { messageOf, UserError } from '../../error.ts';
import { packageFile, packageRequire, packageVersion } from '../../package.ts';
import { platformName } from '../platform.ts';
import { cacheFolders, keep, kept } from './cache.ts';

/** What runs native units: an addon of this process, and the program of an isolated unit's process. */
export interface Programs {
  addon: string;
  unit: string;
}

const here = packageFile('fmu-sdk/host/native');
const headers = (): string => dirname(packageRequire.resolve('node-api-headers/package.json'));
export const engineSources: readonly string[] = [
  'engine.c',
  'allocated.c',
  'guard.c',
  'fmi2.c',
  'fmi3.c',
  'caller.c',
  'log.c',
  'wait.c',
  'sleep.c',
  'pages.c',
  'library.c',
  'folder.c',
];
const shared = [...engineSources, 'descriptor.c'];
export const addonSources: readonly string[] = [
  ...shared,
  'child.c',
  'child-copies.c',
  'spawn.c',
  'loop.c',
  'addon.c',
];
const confined = [
  'launch.c',
  'sandbox.c',
  'namespaces.c',
  'landlock.c',
  'processes.c',
  'seccomp.c',
  'copies.c',
  'wine.c',
];
export const unitSources: readonly string[] = [...shared, ...confined, 'unit.c'];
const included = (): string[] =>
  readdirSync(here)
    .filter((name) => name.endsWith('.h'))
    .sort();
const standard = ['../../standard/c/fmi2.h', '../../standard/c/fmi3.h'];
/** Those of `FMUKIT_CFLAGS` are for builds that look for faults; programs are kept apart by their flags. */
const own = (process.env.FMUKIT_CFLAGS ?? '').split(' ').filter(Boolean);
/** Without tables of jumps: a processor foresees a call that goes from one place to one function, and in many machines not a jump to many places. */
const flags = ['-std=gnu11', '-O2', '-fno-jump-tables', '-ffp-contract=off', '-Wall', '-Wextra', ...own];
/** The program in which Wine runs a unit's library for Windows. */
export const windowsSources: readonly string[] = [
  ...engineSources.filter((name) => !['sleep.c', 'pages.c', 'library.c', 'folder.c'].includes(name)),
  'sleep-windows.c',
  'pages-windows.c',
  'library-windows.c',
  'windows.c',
];
/** Texts as C has them since 1999, what Windows has since version 7, and no library beside it. */
const windowsFlags = [
  '-D__USE_MINGW_ANSI_STDIO=1',
  '-DWIN32_LEAN_AND_MEAN',
  '-D_WIN32_WINNT=0x0601',
  '-static',
  '-s',
];

const found = new Map<string, string[]>();

/** The programs, compiled from their C sources unless that was done before; `folders` are where they may be kept. */
export function programs(folders: readonly string[] = cacheFolders(dirname(headers()))): Programs {
  const [library, program] = made(folders, native);
  return { addon: library, unit: program };
}

/** The program for Windows, compiled likewise. */
export function windowsProgram(folders: readonly string[] = cacheFolders(dirname(headers()))): string {
  return made(folders, windows)[0];
}

/** Programs that are kept together. */
interface Making {
  platform: Platform;
  files: readonly string[];
  sources: readonly string[];
  compile(compiler: Compiler, folder: string): void;
}

const native: Making = {
  platform: platformName() as Platform,
  files: ['addon.node', 'unit'],
  sources: [...addonSources, ...unitSources],
  compile,
};
const windows: Making = {
  platform: 'x86_64-windows',
  files: ['unit.exe'],
  sources: windowsSources,
  compile: compileWindows,
};

/** Paths of its files. */
function made(folders: readonly string[], making: Making): string[] {
  const key = [making.platform, ...folders].join('\n');
  const known = found.get(key);
  if (known?.every((file) => existsSync(file))) return known;
  const { files } = making;
  const name = `native-${sourceHash(making)}`;
  const entry = firstOf(folders, (folder) => kept(folder, name, files)) ?? compileInto(folders, name, making);
  const there = files.map((file) => join(entry, file));
  found.set(key, there);
  return there;
}

/** Compiles into the first of the folders that can be used. */
function compileInto(folders: readonly string[], name: string, making: Making): string {
  const compiler = compilerFor(making.platform);
  if (compiler === undefined)
    throw new UserError(
      `run a native unit: there is no C compiler here for what calls it. Install one (Debian: apt-get install gcc libc6-dev), ` +
        `or run the unit's WebAssembly component, which needs none.`,
    );
  const reasons: unknown[] = [];
  for (const folder of folders)
    try {
      return keep(folder, name, making.files, (passing) => making.compile(compiler, passing));
    } catch (error) {
      reasons.push(error);
    }
  const failure = reasons.find((reason) => reason instanceof UserError);
  if (failure !== undefined) throw failure;
  throw new UserError(
    `run a native unit: no folder for what calls it can be written (${reasons.map(messageOf).join('; ')}). Set XDG_CACHE_HOME.`,
  );
}

function compile(compiler: Compiler, folder: string): void {
  const library = ['-fPIC', '-shared', '-fvisibility=hidden', '-I', join(headers(), 'include')];
  const to = (file: string): string[] => ['-o', join(folder, file)];
  const { files } = native;
  build(compiler, folder, [...library, ...addonSources.map((f) => join(here, f)), ...to(files[0]), '-ldl']);
  // Its allocators, and nothing else of it, in sight of what it loads: they are to serve the unit.
  const program = unitSources.map((f) => join(here, f));
  const seen = ['-rdynamic', '-fvisibility=hidden'];
  build(compiler, folder, [...seen, ...program, ...to(files[1]), '-ldl', '-lpthread']);
}

function compileWindows(compiler: Compiler, folder: string): void {
  const sources = windowsSources.map((f) => join(here, f));
  build(compiler, folder, [...windowsFlags, ...sources, '-o', join(folder, windows.files[0])]);
}

function build({ command, args }: Compiler, folder: string, rest: readonly string[]): void {
  // The compiler's own files go with the folder if it is killed.
  const options = { encoding: 'utf8', env: { ...process.env, TMPDIR: folder } } as const;
  const { status, signal, stderr, error } = spawnSync(command, [...args, ...flags, ...rest], options);
  if (status === 0) return;
  const reason = error?.message ?? (signal === null ? stderr : `it was ended by ${signal}. ${stderr}`);
  throw new UserError(`run a native unit: ${command} failed on what calls it: ${reason.trim()}`);
}

function firstOf<A, B>(list: readonly A[], give: (each: A) => B | undefined): B | undefined {
  for (const each of list) {
    const given = give(each);
    if (given !== undefined) return given;
  }
  return undefined;
}

function sourceHash({ platform, sources }: Making): string {
  const hash = createHash('sha256').update(`${platform} ${packageVersion()} ${flags.join(' ')}`);
  for (const file of new Set([...sources, ...included(), ...standard]))
    hash.update(readFileSync(join(here, file)));
  return hash.digest('hex').slice(0, 16);
}
