/** C sources of what runs native units, and how they are compiled, by the system that they are for. */

/** The engine, without what it asks of the system. */
const engine = [
  'engine.c',
  'fmi-allocation.c',
  'crash-guard.c',
  'call-fmi2.c',
  'call-fmi3.c',
  'call-batch.c',
  'host-log.c',
  'wait-child.c',
];
const ofLinux = ['host-sleep.c', 'memory-pages.c', 'load-library.c'];
const ofWindows = ['host-sleep-windows.c', 'memory-pages-windows.c', 'load-library-windows.c'];

export const engineSources: readonly string[] = [...engine, ...ofLinux, 'working-folder.c'];
const shared = [...engineSources, 'host-descriptor.c'];
const confined = [
  'launch-child.c',
  'sandbox.c',
  'namespaces.c',
  'landlock.c',
  'process-limits.c',
  'seccomp.c',
  'process-copies.c',
  'wine-host.c',
];

/** Steps of units of this process. */
const loop = ['native-loop.c', 'native-loop-rows.c', 'native-loop-make.c'];

/** The addon on Linux, and the program of a unit's process. */
export const addonSources: readonly string[] = [
  ...shared,
  'child-process.c',
  'child-copies.c',
  'spawn-child.c',
  ...loop,
  'addon.c',
];
export const unitSources: readonly string[] = [...shared, ...confined, 'native-instance.c'];

/** Fast calls, for one version of Node: C++, for they are part of V8's interface. */
export const fastSources: readonly string[] = ['fast.cpp'];

/** The program in which Wine runs a unit's library for Windows. */
export const wineSources: readonly string[] = [...engine, ...ofWindows, 'engine-windows.c'];

/** The addon elsewhere: there units run in this process. */
const alone = [...engine, ...loop, 'addon.c', 'no-child.c'];
export const windowsAddonSources: readonly string[] = [...alone, ...ofWindows, 'working-folder-windows.c'];
export const darwinAddonSources: readonly string[] = [...alone, ...ofLinux, 'working-folder-darwin.c'];

/** Texts as C has them since 1999, what Windows has since version 7, and no library beside it. */
export const windowsFlags: readonly string[] = [
  '-D__USE_MINGW_ANSI_STDIO=1',
  '-DWIN32_LEAN_AND_MEAN',
  '-D_WIN32_WINNT=0x0601',
  '-static',
];
