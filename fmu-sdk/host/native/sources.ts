/** C sources of what runs native units, and how they are compiled, by the system that they are for. */

/** The engine, without what it asks of the system. */
const engine = ['engine.c', 'allocated.c', 'guard.c', 'fmi2.c', 'fmi3.c', 'caller.c', 'log.c', 'wait.c'];
const ofLinux = ['sleep.c', 'pages.c', 'library.c'];
const ofWindows = ['sleep-windows.c', 'pages-windows.c', 'library-windows.c'];

export const engineSources: readonly string[] = [...engine, ...ofLinux, 'folder.c'];
const shared = [...engineSources, 'descriptor.c'];
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

/** Steps of units of this process. */
const loop = ['loop.c', 'loop-rows.c', 'loop-make.c'];

/** The addon on Linux, and the program of a unit's process. */
export const addonSources: readonly string[] = [
  ...shared,
  'child.c',
  'child-copies.c',
  'spawn.c',
  ...loop,
  'addon.c',
];
export const unitSources: readonly string[] = [...shared, ...confined, 'unit.c'];

/** Fast calls, for one version of Node: C++, for they are part of V8's interface. */
export const fastSources: readonly string[] = ['fast.cpp'];

/** The program in which Wine runs a unit's library for Windows. */
export const wineSources: readonly string[] = [...engine, ...ofWindows, 'windows.c'];

/** The addon elsewhere: there units run in this process. */
const alone = [...engine, ...loop, 'addon.c', 'child-none.c'];
export const windowsAddonSources: readonly string[] = [...alone, ...ofWindows, 'folder-windows.c'];
export const darwinAddonSources: readonly string[] = [...alone, ...ofLinux, 'folder-darwin.c'];

/** Texts as C has them since 1999, what Windows has since version 7, and no library beside it. */
export const windowsFlags: readonly string[] = [
  '-D__USE_MINGW_ANSI_STDIO=1',
  '-DWIN32_LEAN_AND_MEAN',
  '-D_WIN32_WINNT=0x0601',
  '-static',
];
