import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  argumentsFor,
  type Compiler,
  compilerFor,
  type Platform,
  refuseMissing,
} from '../../../util/c-compiler/compilers.ts';
import { optimizationOption } from '../../../util/c-compiler/optimization-level.ts';
import { packageFile, packageRequire, packageVersion } from '../../../util/package-files.ts';
import { messageOf, UserError } from '../../../util/user-error.ts';
import { platformName } from '../../choice/platform-name.ts';
import { cacheFolders, createEntry, findEntry } from './addon-cache.ts';
import {
  addonSources,
  darwinAddonSources,
  unitSources,
  windowsAddonSources,
  windowsFlags,
  wineSources,
} from './host-sources.ts';

/**
 * Programs that run native FMUs: an addon for this process and, on Linux, the program for isolated
 * processes.
 */
export interface Programs {
  addon: string;
  unit: string;
}

const nativeFolder = packageFile('fmu-sdk/host/native');
const headers = (): string => dirname(packageRequire.resolve('node-api-headers/package.json'));
const included = (): string[] =>
  readdirSync(nativeFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.h'))
    .sort();
const standard = ['../../standard/c/fmi2.h', '../../standard/c/fmi3.h'];
/**
 * Flags from `FMUKIT_CFLAGS` for builds that search for defects, with this machine's compiler.
 * Programs are cached separately by flags.
 */
const extraFlags = (process.env.FMUKIT_CFLAGS ?? '').split(' ').filter(Boolean);
/**
 * Without jump tables, because a processor predicts a call with one target well, but often not a
 * jump with many targets.
 */
const flags = (platform: Platform): string[] => [
  ...['-std=gnu11', optimizationOption('C'), '-fno-jump-tables', '-ffp-contract=off', '-Wall', '-Wextra'],
  ...(platform === platformName() ? extraFlags : []),
];

const hidden = '-fvisibility=hidden';
const knownPrograms = new Map<string, string[]>();

/**
 * Returns the programs, compiled from their C sources unless cached. `folders` are candidates for
 * the cache.
 */
export function programs(folders: readonly string[] = cacheFolders(dirname(headers()))): Programs {
  const [library, program] = provideFiles(folders, native);
  return { addon: library, unit: program };
}

/** Returns the program for Wine, compiled the same way. */
export function wineProgram(folders: readonly string[] = cacheFolders(dirname(headers()))): string {
  return provideFiles(folders, forWine)[0];
}

/** Programs that are cached together. */
interface ProgramSources {
  platform: Platform;
  files: readonly string[];
  sources: readonly string[];
  compile(compiler: Compiler, folder: string): void;
}

const headerFlags = (): string[] => ['-I', join(headers(), 'include')];

const onLinux: ProgramSources = {
  platform: platformName() as Platform,
  files: ['addon.node', 'unit'],
  sources: [...addonSources, ...unitSources],
  compile(compiler, folder) {
    const library = ['-fPIC', '-shared', hidden, ...headerFlags()];
    build(compiler, onLinux.platform, folder, [
      ...library,
      ...paths(addonSources),
      '-o',
      join(folder, 'addon.node'),
      '-ldl',
    ]);
    // Exports only its allocators, because the FMU must use them.
    const program = ['-rdynamic', hidden, ...paths(unitSources), '-o', join(folder, 'unit')];
    build(compiler, onLinux.platform, folder, [...program, '-ldl', '-lpthread']);
  },
};
const onWindows: ProgramSources = {
  platform: 'x86_64-windows',
  files: ['addon.node'],
  sources: windowsAddonSources,
  compile(compiler, folder) {
    const sources = [
      '-shared',
      '-DFMUKIT_ADDON',
      ...windowsFlags,
      ...headerFlags(),
      ...paths(windowsAddonSources),
    ];
    build(compiler, onWindows.platform, folder, [
      ...sources,
      '-o',
      join(folder, 'addon.node'),
      ...nodeLibraries(compiler, folder),
    ]);
  },
};
const onDarwin: ProgramSources = {
  platform: platformName() as Platform,
  files: ['addon.node'],
  sources: darwinAddonSources,
  compile(compiler, folder) {
    const library = ['-fPIC', '-shared', hidden, '-Wl,-undefined,dynamic_lookup', ...headerFlags()];
    build(compiler, onDarwin.platform, folder, [
      ...library,
      ...paths(darwinAddonSources),
      '-o',
      join(folder, 'addon.node'),
    ]);
  },
};
const native: ProgramSources = { win32: onWindows, darwin: onDarwin }[process.platform as string] ?? onLinux;

/**
 * Compiles the addon for another system into the folder, as it would be compiled there. Returns its
 * path.
 */
export function compileAddon(
  platform: 'x86_64-windows' | 'x86_64-darwin' | 'aarch64-darwin',
  folder: string,
): string {
  const compiler = compilerFor(platform);
  if (compiler === undefined) refuseMissing([platform]);
  (platform === 'x86_64-windows' ? onWindows : onDarwin).compile(compiler as Compiler, folder);
  return join(folder, 'addon.node');
}

const forWine: ProgramSources = {
  platform: 'x86_64-windows',
  files: ['unit.exe'],
  sources: wineSources,
  compile: (compiler, folder) =>
    build(compiler, forWine.platform, folder, [
      ...windowsFlags,
      ...paths(wineSources),
      '-o',
      join(folder, 'unit.exe'),
    ]),
};

const paths = (sources: readonly string[]): string[] => sources.map((name) => join(nativeFolder, name));

/**
 * Creates import libraries that replace Node when a library for Windows is linked, from lists of
 * its functions.
 */
function nodeLibraries({ command, isCl }: Compiler, folder: string): string[] {
  const [tool, ...first] =
    command === 'zig' ? ['zig', 'dlltool'] : [command.replace(/(gcc|clang)$/, 'dlltool')];
  return ['node_api', 'js_native_api'].map((name) => {
    const library = join(folder, isCl === true ? `${name}.lib` : `lib${name}.a`);
    const list = join(headers(), 'def', `${name}.def`);
    if (isCl === true)
      run('lib', ['/nologo', '/machine:x64', '/name:node.exe', `/def:${list}`, `/out:${library}`], folder);
    else run(tool, [...first, '-m', 'i386:x86-64', '-d', list, '-l', library, '-D', 'node.exe'], folder);
    return library;
  });
}

/** Returns the paths of the files. */
function provideFiles(folders: readonly string[], making: ProgramSources): string[] {
  const key = [making.platform, ...making.files, ...folders].join('\n');
  const known = knownPrograms.get(key);
  if (known?.every((file) => existsSync(file))) return known;
  const { files } = making;
  const name = `native-${sourceHash(making)}`;
  const entry =
    firstOf(folders, (folder) => findEntry(folder, name, files)) ?? compileInto(folders, name, making);
  const filePaths = files.map((file) => join(entry, file));
  knownPrograms.set(key, filePaths);
  return filePaths;
}

/** Compiles into the first usable folder. */
function compileInto(folders: readonly string[], name: string, making: ProgramSources): string {
  const compiler = compilerFor(making.platform);
  if (compiler === undefined)
    throw new UserError(
      `run a native FMU: a C compiler is needed to build the host program. Install one (${compilersToGet()}), ` +
        `or run the FMU's WebAssembly component, which works without a compiler.`,
    );
  const reasons: unknown[] = [];
  for (const folder of folders)
    try {
      return createEntry(folder, name, making.files, (temporaryEntry) =>
        making.compile(compiler, temporaryEntry),
      );
    } catch (error) {
      reasons.push(error);
    }
  const failure = reasons.find((reason) => reason instanceof UserError);
  if (failure !== undefined) throw failure;
  throw new UserError(
    `run a native FMU: no folder for the host program is writable (${reasons.map(messageOf).join('; ')}). Set XDG_CACHE_HOME.`,
  );
}

function build(compiler: Compiler, platform: Platform, folder: string, rest: readonly string[]): void {
  run(compiler.command, argumentsFor(compiler, [...flags(platform), ...rest]), folder);
}

function run(command: string, words: readonly string[], folder: string): void {
  // The compiler's temporary files are removed with the folder if it is killed. cl writes some to
  // its working folder.
  const options = { encoding: 'utf8', cwd: folder, env: { ...process.env, TMPDIR: folder } } as const;
  const { status, signal, stderr, error } = spawnSync(command, words, options);
  if (status === 0) return;
  const reason = error?.message ?? (signal === null ? stderr : `it was ended by ${signal}. ${stderr}`);
  throw new UserError(`run a native FMU: ${command} failed to compile the host program: ${reason.trim()}`);
}

function firstOf<A, B>(list: readonly A[], give: (item: A) => B | undefined): B | undefined {
  for (const item of list) {
    const result = give(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

function sourceHash({ platform, sources }: ProgramSources): string {
  const hash = createHash('sha256').update(`${platform} ${packageVersion()} ${flags(platform).join(' ')}`);
  for (const file of new Set([...sources, ...included(), ...standard]))
    hash.update(readFileSync(join(nativeFolder, file)));
  return hash.digest('hex').slice(0, 16);
}

function compilersToGet(): string {
  if (process.platform === 'win32')
    return 'cl of Visual Studio 2022 (in its command prompt for x64), zig, or MinGW-w64 gcc as x86_64-w64-mingw32-gcc';
  return process.platform === 'darwin' ? 'xcode-select --install' : 'Debian: apt-get install gcc libc6-dev';
}
