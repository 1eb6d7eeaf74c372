/** Lists the C sources of the native host for each system, and their compiler flags. */

/** Engine without its system-specific parts. */
const engine = [
  'engine/engine.c',
  'calls/fmi-allocation.c',
  'engine/crash-guard.c',
  'calls/call-fmi1.c',
  'calls/call-fmi2.c',
  'calls/call-fmi3.c',
  'calls/call-batch.c',
  'engine/host-log.c',
  'process/wait-child.c',
];
const ofLinux = ['platform/host-sleep.c', 'platform/memory-pages.c', 'platform/load-library.c'];
const ofWindows = [
  'platform/host-sleep-windows.c',
  'platform/memory-pages-windows.c',
  'platform/load-library-windows.c',
];

export const engineSources: readonly string[] = [...engine, ...ofLinux, 'platform/working-folder.c'];
const shared = [...engineSources, 'engine/host-descriptor.c'];
const confined = [
  'process/launch-child.c',
  'sandbox/sandbox.c',
  'sandbox/namespaces.c',
  'sandbox/landlock.c',
  'sandbox/process-limits.c',
  'sandbox/seccomp.c',
  'copies/process-copies.c',
  'wine/wine-host.c',
];

/** Steps of the FMUs of one process. */
const loop = ['loop/native-loop.c', 'loop/native-loop-rows.c', 'loop/native-loop-make.c'];

/** Addon on Linux, and the program of an FMU's process. */
export const addonSources: readonly string[] = [
  ...shared,
  'process/child-process.c',
  'process/idle-time.c',
  'copies/child-copies.c',
  'process/spawn-child.c',
  ...loop,
  'addon.c',
];
export const unitSources: readonly string[] = [
  ...shared,
  ...confined,
  ...loop,
  'loop/process-loop.c',
  'process/native-instance.c',
];

/** Program in which Wine runs an FMU's Windows library. */
export const wineSources: readonly string[] = [...engine, ...ofWindows, 'wine/engine-windows.c'];

/** Addon on other systems, where FMUs run in this process. */
const alone = [...engine, ...loop, 'addon.c', 'process/no-child.c'];
export const windowsAddonSources: readonly string[] = [
  ...alone,
  ...ofWindows,
  'platform/working-folder-windows.c',
];
export const darwinAddonSources: readonly string[] = [
  ...alone,
  ...ofLinux,
  'platform/working-folder-darwin.c',
];

/** C99 format strings, the Windows 7 API, and no additional libraries. */
export const windowsFlags: readonly string[] = [
  '-D__USE_MINGW_ANSI_STDIO=1',
  '-DWIN32_LEAN_AND_MEAN',
  '-D_WIN32_WINNT=0x0601',
  '-static',
];
