import { type Archive, textByteLimit } from '../../archive/archive.ts';
import { openArchive } from '../../archive/open-archive.ts';
import { type Interface, majorVersion, type Terminal } from '../../description/description.ts';
import { readModelDescription, readTerminals } from '../../description/read-model-description.ts';
import { nativeLibrary, windowsLibrary } from '../../host/choice/platform-name.ts';
import type { Permission } from '../../host/choice/sandbox-permissions.ts';
import { componentFormOf } from '../../host/component/component-form.ts';
import type { ComponentForm } from '../../host/component/open-component.ts';
import { type InterfaceKind, interfaceNames } from '../../host/instance/fmi-api.ts';
import { type Confined, openNative } from '../../host/native/open-native.ts';
import type { Sandbox } from '../../host/native/sandbox/sandbox-options.ts';
import { missingForWine } from '../../host/native/wine/wine-launcher.ts';
import { type ThreadedCalls, threadedCalls } from '../../host/thread/threaded-calls.ts';
import { type TimeLimits, wallPerCpu } from '../../host/watchdog/time-limits.ts';
import { UserError } from '../../util/user-error.ts';
import type { ProcessFootprint, Target } from './check-target.ts';
import { footprintOf } from './process/process-footprint.ts';

/** Longest time of one call, and memory of the FMU's process. */
const limits = { callSeconds: 5, memoryBytes: 2 * 2 ** 30 };
/** Time limits of one call of a component. */
const componentBounds: TimeLimits = { cpuSeconds: 2, wallSeconds: 2 * wallPerCpu };

/** Rejects an archive that may not run. */
export type Admit = (archive: Archive) => Promise<void>;

/** Options for running an FMU under test. */
export interface TargetOptions {
  readonly admit?: Admit;
  /** Time limits of one call of a component. Default: 2 s of CPU time. */
  readonly component?: TimeLimits;
  /** Permissions of native code beyond the standard sandbox. Default: no permissions. */
  readonly allow?: readonly Permission[];
}

/**
 * Returns the targets of an FMU that can run here: every interface with every binary for this
 * machine. Native code runs in its own process, components run in their own thread. Throws a
 * UserError if the archive or its description cannot be read.
 */
export async function targetsOf(
  file: string,
  { admit, component: bounds = componentBounds, allow }: TargetOptions = {},
): Promise<Target[]> {
  const opened = await openArchive(file);
  await admit?.(opened);
  const archive = remembering(opened);
  const description = readModelDescription(
    await archive.bytes('modelDescription.xml', textByteLimit),
    `${file}:modelDescription.xml`,
    // Rules on files report harmless notes.
    () => {},
  );
  const fmi = majorVersion(description);
  if (fmi === 1) throw new UserError('The rules on behaviour are those of FMI 2.0 and 3.0.');
  description.terminals = await terminalsIn(archive);
  const targets: Target[] = [];
  for (const kind of Object.keys(interfaceNames) as InterfaceKind[]) {
    if (description[kind] === undefined) continue;
    const native = nativeTarget(archive, { description, kind, fmi }, allow);
    const component = componentTarget(archive, { description, kind, fmi }, bounds);
    targets.push(...[native, component].filter((target) => target !== undefined));
  }
  return targets.map((target) => ({ ...target, others: targets.filter((other) => other !== target) }));
}

/**
 * Reads the terminals of an FMU. Returns an empty list if they cannot be read, which rules on files
 * report.
 */
async function terminalsIn(archive: Archive): Promise<Terminal[]> {
  const path = 'terminalsAndIcons/terminalsAndIcons.xml';
  try {
    return archive.has(path) ? readTerminals(await archive.bytes(path, textByteLimit), path) : [];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/**
 * Largest size [bytes] of a file that is cached after inflating: a check unpacks an FMU many times.
 */
const mostKept = 16 * 2 ** 20;

function remembering(archive: Archive): Archive {
  const cache = new Map<string, Uint8Array>();
  let size = 0;
  return {
    ...archive,
    async bytes(path) {
      const known = cache.get(path);
      if (known !== undefined) return known;
      const bytes = await archive.bytes(path);
      if (bytes.length <= mostKept && size + bytes.length <= 8 * mostKept) {
        cache.set(path, bytes);
        size += bytes.length;
      }
      return bytes;
    },
  };
}

function nativeTarget(
  archive: Archive,
  { description, kind, fmi }: Pick<Target, 'description' | 'kind' | 'fmi'>,
  allow: readonly Permission[] | undefined,
): Target | undefined {
  const { modelIdentifier } = description[kind] as Interface;
  const library =
    nativeLibrary(archive, description, modelIdentifier) ??
    (missingForWine() === undefined ? windowsLibrary(archive, description, modelIdentifier) : undefined);
  if (library === undefined) return undefined;
  return {
    name: `${library.split('/')[1]}, ${interfaceNames[kind]}`,
    binary: library.split('/')[1],
    kind,
    fmi,
    description,
    async open() {
      let footprint: ProcessFootprint | undefined;
      const confined = (_: Sandbox, process: Confined): ProcessFootprint =>
        (footprint = footprintOf(process));
      const calls = await openNative(archive, description, kind, { isolated: true, limits, allow, confined });
      return { calls, footprint };
    },
  };
}

function componentTarget(
  archive: Archive,
  { description, kind, fmi }: Pick<Target, 'description' | 'kind' | 'fmi'>,
  bounds: TimeLimits,
): Target | undefined {
  const path = `binaries/wasm32-wasip2/${(description[kind] as Interface).modelIdentifier}.wasm`;
  if (!archive.has(path)) return undefined;
  let form: Promise<ComponentForm> | undefined;
  let last: ThreadedCalls | undefined;
  return {
    name: `wasm32-wasip2, ${interfaceNames[kind]}`,
    binary: 'wasm32-wasip2',
    sandboxed: true,
    kind,
    fmi,
    description,
    async open() {
      form ??= archive.bytes(path).then((bytes) => componentFormOf(bytes, kind, path));
      // Every rule would wait for its bound again.
      if (last?.hung !== undefined) throw new UserError(`The FMU is not called again: ${last.hung}.`);
      last = threadedCalls(await form, kind, 'check', bounds);
      return { calls: last };
    },
  };
}
