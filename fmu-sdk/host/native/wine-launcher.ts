import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { compilerFor } from '../../util/c-compiler/compilers.ts';
import type { Permission } from '../sandbox-permissions.ts';
import type { Sandbox } from './sandbox-options.ts';
import type { Unpacked } from './unpack-library.ts';

/** Wine of this machine: its program, and the folder of its libraries for Windows. */
export interface Wine {
  program: string;
  system: string;
}

const libraries = 'wine/x86_64-windows';
const beside = ['lib', 'lib64', 'lib/x86_64-linux-gnu'];

/** Wine for programs of x86_64; undefined where there is none. `FMUKIT_WINE` names its program. */
export function wineHere(): Wine | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  for (const program of programs()) {
    const system = isProgram(program) ? systemOf(realpathSync(program)) : undefined;
    if (system !== undefined) return { program, system };
  }
  return undefined;
}

/** What a unit with a library for Windows alone lacks here; undefined where it can run. */
export function wineMissing(): string | undefined {
  const install = [
    ...(wineHere() === undefined ? ['Wine (Debian: apt-get install wine64)'] : []),
    ...(compilerFor('x86_64-windows') === undefined
      ? ['a C compiler for what calls it (Debian: apt-get install gcc-mingw-w64-x86-64)']
      : []),
  ];
  return install.length === 0 ? undefined : install.join(' and ');
}

function programs(): string[] {
  const named = process.env.FMUKIT_WINE;
  if (named !== undefined) return [named];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const found = folders.flatMap((folder) => [join(folder, 'wine64'), join(folder, 'wine')]);
  // Where Debian and WineHQ have it, who need not put it among the commands.
  return [...found, '/usr/lib/wine/wine64', '/opt/wine-stable/bin/wine64', '/opt/wine-stable/bin/wine'];
}

/** Not a script that chooses one. */
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

/** Of the folders above the program the first that has Wine's libraries in one of the places where distributions put them. */
function systemOf(program: string): string | undefined {
  for (let above = dirname(program); above !== '/'; above = dirname(above))
    for (const each of beside) {
      const folder = join(above, each, libraries);
      if (existsSync(join(folder, 'kernel32.dll'))) return folder;
    }
  return undefined;
}

/** A path as programs see it that Wine runs. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/** What Wine is told: nothing of registries, services, windows and menus, which a unit does not need. */
export function wineEnvironment({ program, system }: Wine): string[] {
  const off = ['wineboot', 'services', 'explorer', 'winemenubuilder', 'plugplay', 'rpcss'];
  return [
    `FMUKIT_WINE=${program}`,
    `FMUKIT_WINE_SYSTEM=${system}`,
    'WINEDEBUG=-all',
    `WINEDLLOVERRIDES=${off.map((name) => `${name}.exe`).join(',')}=d;mscoree,mshtml=`,
  ];
}

/** Where the unit's files are, for Windows. */
export function underWine(unpacked: Unpacked, fmi: 2 | 3): Unpacked {
  const { folder, library, resources } = unpacked;
  const seen = fmi === 3 ? windowsPath(resources) : resources.replace('file:///', 'file:///Z:/');
  return { folder, library: windowsPath(library), resources: resources === '' ? '' : seen };
}

/** Parts without which local sockets and processes, which Wine needs, would reach beyond a unit's own. */
const needed = ['pid namespace', 'net namespace', 'mount namespace'];

/** What this sandbox, of a unit that is allowed so much, lacks for Wine, and what to do; undefined where nothing is lacking. */
export function wineNeeds({ missing }: Sandbox, allow: readonly Permission[] = []): string | undefined {
  const lacking = needed.filter((part) => missing[part] !== undefined);
  if (lacking.length > 0)
    return (
      `its library for Windows is not run under Wine without ${lacking.join(', ')}, which this machine refuses: Wine needs sockets and processes, ` +
      'and nothing would keep them among themselves. Allow user namespaces (sysctl kernel.unprivileged_userns_clone=1), or ask its maker for a binary for Linux.'
    );
  // Sockets of files are found where the files are: those of the user's display, session and services too.
  if (allow.includes('files') && !allow.includes('net'))
    return (
      'under Wine, which needs local sockets, a unit that is allowed the user’s files reaches the sockets of other programs among them. ' +
      'Allow both (--allow net,files), or do not allow files.'
    );
  return undefined;
}
