import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Compiler, compilerFor, type Platform } from '../../c-compiler/compilers.ts';
import { messageOf, UserError } from '../../error.ts';
import { packageFile, packageRequire, packageVersion } from '../../package.ts';
import { platformName } from '../platform.ts';

/** What runs native units: an addon of this process, and the program of an isolated unit's process. */
export interface Programs {
  addon: string;
  unit: string;
}

const here = packageFile('fmu-sdk/host/native');
const headers = dirname(packageRequire.resolve('node-api-headers/package.json'));
const engine = ['engine.c', 'fmi2.c', 'fmi3.c', 'log.c', 'wait.c', 'folder.c'];
const shared = [...engine, 'descriptor.c'];
export const addonSources: readonly string[] = [...shared, 'child.c', 'spawn.c', 'addon.c'];
const confined = ['launch.c', 'sandbox.c', 'namespaces.c', 'landlock.c', 'seccomp.c'];
export const unitSources: readonly string[] = [...shared, ...confined, 'unit.c'];
const included = readdirSync(here).filter((name) => name.endsWith('.h'));
const standard = ['../../standard/c/fmi2.h', '../../standard/c/fmi3.h'];
const flags = ['-std=gnu11', '-O2', '-Wall', '-Wextra'];

/** The programs, compiled from their C sources unless that was done before; `folders` are where they may be kept. */
export function programs(folders: readonly string[] = cacheFolders()): Programs {
  const name = `native-${sourceHash()}`;
  const folder = folders.find((f) => existsSync(join(f, name))) ?? compile(name, folders);
  return { addon: join(folder, name, 'addon.node'), unit: join(folder, name, 'unit') };
}

/** Compiles into a folder of its own that then takes its name at once: two processes do not meet halfway. */
function compile(name: string, folders: readonly string[]): string {
  const compiler = compilerFor(platformName() as Platform);
  if (compiler === undefined)
    throw new UserError(
      `run a native unit: there is no C compiler here for what calls it. Install one (Debian: apt-get install gcc libc6-dev), ` +
        `or run the unit's WebAssembly component, which needs none.`,
    );
  const folder = firstWritable(folders);
  const passing = mkdtempSync(join(folder, `${name}-`));
  try {
    const library = ['-fPIC', '-shared', '-fvisibility=hidden', '-I', join(headers, 'include')];
    build(compiler, [
      ...library,
      ...addonSources.map((f) => join(here, f)),
      '-o',
      join(passing, 'addon.node'),
      '-ldl',
    ]);
    // Its allocators, and nothing else of it, in sight of what it loads: they are to serve the unit.
    build(compiler, [
      '-rdynamic',
      '-fvisibility=hidden',
      ...unitSources.map((f) => join(here, f)),
      '-o',
      join(passing, 'unit'),
      '-ldl',
      '-lpthread',
    ]);
    renameSync(passing, join(folder, name));
  } catch (error) {
    rmSync(passing, { recursive: true, force: true });
    if (!existsSync(join(folder, name))) throw error;
  }
  return folder;
}

function build({ command, args }: Compiler, rest: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, [...args, ...flags, ...rest], { encoding: 'utf8' });
  if (status !== 0)
    throw new UserError(`run a native unit: ${command} failed on what calls it: ${error?.message ?? stderr}`);
}

function sourceHash(): string {
  const hash = createHash('sha256').update(`${platformName()} ${packageVersion()} ${flags.join(' ')}`);
  for (const file of new Set([...addonSources, ...unitSources, ...included, ...standard]))
    hash.update(readFileSync(join(here, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Beside the packages, as build tools do; else in the user's cache. */
function cacheFolders(): string[] {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return [join(dirname(headers), '.cache', 'fmukit'), join(cache, 'fmukit')];
}

function firstWritable(folders: readonly string[]): string {
  let reason = '';
  for (const folder of folders) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch (error) {
      reason = messageOf(error);
    }
  }
  throw new UserError(
    `run a native unit: no folder for what calls it can be written (${reason}). Set XDG_CACHE_HOME.`,
  );
}
