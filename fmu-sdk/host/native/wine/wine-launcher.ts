import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { FmiMajor } from '../../../standard/fmi-version.ts';
import { compilerFor } from '../../../util/c-compiler/compilers.ts';
import type { Permission } from '../../choice/sandbox-permissions.ts';
import type { Sandbox } from '../sandbox/sandbox-options.ts';
import type { Unpacked } from '../unpack-library.ts';

/** The installed Wine: its program, and the folder of its Windows libraries. */
export interface Wine {
  program: string;
  system: string;
}

const libraries = 'wine/x86_64-windows';
const libraryFolders = ['lib', 'lib64', 'lib/x86_64-linux-gnu'];

/** Finds Wine for x86_64 programs, or returns undefined. `FMUKIT_WINE` names its program. */
export function findWine(): Wine | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  for (const program of programs()) {
    const system = isProgram(program) ? systemOf(realpathSync(program)) : undefined;
    if (system !== undefined) return { program, system };
  }
  return undefined;
}

/** Returns what this machine lacks to run an FMU that has only a Windows library, or undefined. */
export function missingForWine(): string | undefined {
  const install = [
    ...(findWine() === undefined ? ['Wine (Debian: apt-get install wine64)'] : []),
    ...(compilerFor('x86_64-windows') === undefined
      ? ['a C compiler for the host program (Debian: apt-get install gcc-mingw-w64-x86-64)']
      : []),
  ];
  return install.length === 0 ? undefined : install.join(' and ');
}

function programs(): string[] {
  const named = process.env.FMUKIT_WINE;
  if (named !== undefined) return [named];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const candidates = folders.flatMap((folder) => [join(folder, 'wine64'), join(folder, 'wine')]);
  // Locations on Debian and WineHQ, which may not be in the PATH.
  return [...candidates, '/usr/lib/wine/wine64', '/opt/wine-stable/bin/wine64', '/opt/wine-stable/bin/wine'];
}

/** Rejects a script that selects a program. */
function isProgram(path: string): boolean {
  try {
    const head = Buffer.alloc(4);
    const file = openSync(path, 'r');
    readSync(file, head, 0, 4, 0);
    closeSync(file);
    return head.toString('latin1') === '\x7fELF';
  } catch {
    return false;
  }
}

/**
 * Returns the first folder above the program that contains Wine's libraries in one of the locations
 * of distributions.
 */
function systemOf(program: string): string | undefined {
  for (let above = dirname(program); above !== '/'; above = dirname(above))
    for (const text of libraryFolders) {
      const folder = join(above, text, libraries);
      if (existsSync(join(folder, 'kernel32.dll'))) return folder;
    }
  return undefined;
}

/** Converts a path to the form of programs under Wine. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/**
 * Returns Wine's environment: without registry, services, windows and menus, which FMUs do not
 * need.
 */
export function wineEnvironment({ program, system }: Wine): string[] {
  const off = ['wineboot', 'services', 'explorer', 'winemenubuilder', 'plugplay', 'rpcss'];
  return [
    `FMUKIT_WINE=${program}`,
    `FMUKIT_WINE_SYSTEM=${system}`,
    'WINEDEBUG=-all',
    `WINEDLLOVERRIDES=${off.map((name) => `${name}.exe`).join(',')}=d;mscoree,mshtml=`,
  ];
}

/** Converts the paths of the FMU's files to Windows form. */
export function underWine(unpacked: Unpacked, fmi: FmiMajor): Unpacked {
  const { folder, library, resources } = unpacked;
  const resourcePath = fmi === 3 ? windowsPath(resources) : resources.replace('file:///', 'file:///Z:/');
  return { folder, library: windowsPath(library), resources: resources === '' ? '' : resourcePath };
}

/** Parts of the sandbox that confine the local sockets and processes that Wine needs. */
const needed = ['pid namespace', 'net namespace', 'mount namespace'];

/**
 * Returns the parts of this sandbox that Wine lacks, and the next step, or undefined if Wine can
 * run with these permissions.
 */
export function wineNeeds({ missing }: Sandbox, allow: readonly Permission[] = []): string | undefined {
  const lacking = needed.filter((part) => missing[part] !== undefined);
  if (lacking.length > 0)
    return (
      `its Windows library does not run under Wine without ${lacking.join(', ')}, which this machine denies: Wine needs sockets and processes, ` +
      'which would not be confined. Allow user namespaces (sysctl kernel.unprivileged_userns_clone=1), or ask its author for a binary for Linux.'
    );
  // File sockets are found with the files, including sockets of the user's display, session and
  // services.
  if (allow.includes('files') && !allow.includes('net'))
    return (
      'under Wine, which needs local sockets, an FMU with access to the user’s files can reach the sockets of other programs. ' +
      'Allow both (--allow net,files), or do not allow files.'
    );
  return undefined;
}
