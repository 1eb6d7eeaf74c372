/** Lists the C sources of the native host for each system, and their compiler flags. */

/** Engine without its system-specific parts. */
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

/** Steps of FMUs in this process. */
const loop = ['native-loop.c', 'native-loop-rows.c', 'native-loop-make.c'];

/** Addon on Linux, and the program of an FMU's process. */
export const addonSources: readonly string[] = [
  ...shared,
  'child-process.c',
  'child-copies.c',
  'spawn-child.c',
  ...loop,
  'addon.c',
];
export const unitSources: readonly string[] = [...shared, ...confined, 'native-instance.c'];

/** Program in which Wine runs an FMU's Windows library. */
export const wineSources: readonly string[] = [...engine, ...ofWindows, 'engine-windows.c'];

/** Addon on other systems, where FMUs run in this process. */
const alone = [...engine, ...loop, 'addon.c', 'no-child.c'];
export const windowsAddonSources: readonly string[] = [...alone, ...ofWindows, 'working-folder-windows.c'];
export const darwinAddonSources: readonly string[] = [...alone, ...ofLinux, 'working-folder-darwin.c'];

/** C99 format strings, the Windows 7 API, and no additional libraries. */
export const windowsFlags: readonly string[] = [
  '-D__USE_MINGW_ANSI_STDIO=1',
  '-DWIN32_LEAN_AND_MEAN',
  '-D_WIN32_WINNT=0x0601',
  '-static',
];
