import { chmodSync, copyFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import { type Interface, type ModelDescription, majorVersion } from '../../description/description.ts';
import { functionPrefix } from '../../standard/fmi-version.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import { nativeLibrary, platformName, windowsLibrary } from '../choice/platform-name.ts';
import type { Permission } from '../choice/sandbox-permissions.ts';
import { type FmiApi, type InterfaceKind, status } from '../instance/fmi-api.ts';
import { functionName } from '../instance/function-name.ts';
import { messageReader } from '../instance/message-references.ts';
import { wallPerCpu } from '../watchdog/time-limits.ts';
import { type Addon, addon, type ChildOptions, type Handle, type NativeLimits } from './addon.ts';
import type { NegatedReferences } from './calls/native-calls.ts';
import { programs, wineProgram } from './compile/compile-host.ts';
import { EngineClient } from './engine/engine-client.ts';
import { kindNumbers } from './instrumentation.ts';
import { LoadedLibrary } from './loaded-library.ts';
import { environmentOf } from './process/child-environment.ts';
import type { GroupLibrary, SharedProcess } from './process/shared-process.ts';
import { allowed, type Sandbox, sandboxOf } from './sandbox/sandbox-options.ts';
import { removeUnpacked, SharedFiles, type Unpacked, unpack } from './unpack-library.ts';
import { findWine, underWine, type Wine, wineEnvironment, wineNeeds } from './wine/wine-launcher.ts';

export type { NativeLimits } from './addon.ts';
/**
 * Limits: one minute of CPU time per call, 4 GiB of memory, or half of a smaller machine's, and 256
 * MiB per result. The wall time limit is `wallPerCpu` times the CPU time limit.
 */
export const defaultNativeLimits: Readonly<Omit<NativeLimits, 'wallSeconds'>> = {
  callSeconds: 60,
  memoryBytes: Math.min(4 * 2 ** 30, totalmem() / 2),
  fileBytes: 2 ** 30,
  resultBytes: 2 ** 28,
};

export interface NativeOptions {
  /**
   * Runs the FMU in a separate process, whose end is reported as an error. Otherwise the FMU runs
   * in this process and can end it. An FMU for another system always runs in a separate process.
   */
  isolated: boolean;
  limits?: Partial<NativeLimits>;
  /** Extra permissions of an isolated FMU. Default: an empty list. */
  allow?: readonly Permission[];
  /**
   * Parts of the sandbox to leave out, as if the kernel lacked them: bits by `parts` of the addon.
   */
  without?: number;
  /**
   * Data of instances in this process that are opened together. They share the unpacked files and the
   * library. Without it, or for an isolated FMU, each instance has its own.
   */
  shared?: Map<unknown, unknown> | undefined;
  /** The process that this isolated FMU shares with others. Default: it has its own. */
  process?: SharedProcess | undefined;
  /** Allows copies of an isolated FMU's process, which roll back an FMU without FMU state. */
  copied?: boolean;
  /**
   * Receives the active parts of an isolated FMU's sandbox and its location before any code of the
   * FMU runs.
   */
  confined?: (sandbox: Sandbox, process: Confined) => void;
  /**
   * Receives the CPU time of an isolated FMU between calls [s] when it is closed, if it is large.
   */
  onIdleSeconds?: (seconds: number) => void;
}

/** An isolated FMU's process, and its folder, whose `work` is the working folder. */
export interface Confined {
  id: number;
  folder: string;
}

/**
 * Loads an FMU's native library. This runs the library's initialization code but no FMI function.
 * The FMU is then called synchronously, also from a worker thread. `close` releases all resources.
 */
export async function openNative(
  archive: Archive,
  description: ModelDescription,
  kind: InterfaceKind,
  options: NativeOptions,
): Promise<FmiApi> {
  const library = await openLibrary(archive, description, kind, options);
  return library.calls(() => library.close());
}

/** Loads an FMU's native library like `openNative`, for one instance after the other. */
export async function openLibrary(
  archive: Archive,
  description: ModelDescription,
  kind: InterfaceKind,
  options: NativeOptions,
): Promise<LoadedLibrary> {
  const { modelIdentifier } = description[kind] as Interface;
  const fmi = majorVersion(description);
  const what = archive.file;
  const prefix = fmi === 1 ? `${modelIdentifier}_fmi` : functionPrefix(fmi);
  const { path, wine } = libraryOf(archive, description, modelIdentifier);
  if (options.isolated) refuseElsewhere(what);
  const native = addon();
  const isolated = options.isolated || wine !== undefined;
  const copied = options.copied === true && wine === undefined;
  const limits = limitsOf(options.limits);
  const { allow = [], process: group } = options;
  const library = { archive, path, fmi };
  const {
    unit,
    files,
    number,
    leave = () => {},
  } = isolated
    ? await startUnit(native, library, limits, { ...options, copied, wine })
    : await openUnit(native, library, options.shared);
  const states = native.sandbox(unit);
  const sandbox = states === undefined ? undefined : sandboxOf(native, states);
  if (sandbox !== undefined) options.confined?.(sandbox, { id: native.process(unit), folder: files.folder });
  const line = new EngineClient(native, unit, what, limits, {
    copied,
    onIdleSeconds: options.onIdleSeconds,
    process: group,
  });
  if (fmi < 3) line.messageText = messageReader(description);
  line.functionOf = (operation) => functionName(operation, fmi, kind);
  try {
    const lacks = wine === undefined || sandbox === undefined ? undefined : wineNeeds(sandbox, allow);
    if (lacks !== undefined) throw new UserError(`load ${what}: ${lacks}`);
    const unpacked = wine === undefined ? files : underWine(files, fmi);
    line.begin().word(fmi).word(kindNumbers[kind]).text(unpacked.library).text(prefix);
    if (line.transact('load') !== status.ok) throw new UserError(cannotLoad(what, path, line, files));
    const loaded = new LoadedLibrary(native, unit, line, leave, {
      processLoops: group?.loops,
      fmi,
      kind,
      what,
      resources: unpacked.resources,
      isolated,
      copied: isolated && copied,
      negated: negatedReferences(description),
    });
    if (number !== undefined) group?.joined(number, unit, line, loaded.memory);
    return loaded;
  } catch (error) {
    line.close();
    leave();
    throw error;
  }
}

/** An FMU before its library is loaded. */
interface OpenedUnit {
  readonly unit: Handle;
  readonly files: Unpacked;
  /** Its number in a process that it shares. */
  readonly number?: number;
  /** Ends its use of shared files. */
  readonly leave?: () => void;
}

/** Opens an FMU of this process. */
async function openUnit(
  native: Addon,
  { archive, path, fmi }: GroupLibrary,
  shared: NativeOptions['shared'],
): Promise<OpenedUnit> {
  const together = shared && (await SharedFiles.of(shared, archive, path, fmi));
  if (together !== undefined)
    return { unit: native.open(''), files: together.files, leave: () => together.leave() };
  const files = await unpack(archive, path, fmi);
  return { unit: native.open(files.folder), files };
}

/** Starts an isolated FMU, or lets it enter the process that it shares. */
async function startUnit(
  native: Addon,
  library: GroupLibrary,
  limits: NativeLimits,
  options: NativeOptions & { wine: Wine | undefined },
): Promise<OpenedUnit> {
  const { allow = [], without = 0, copied, wine, process: group } = options;
  const { archive, path, fmi } = library;
  const rights =
    allowed(allow) + (copied === true ? native.copies.allow : 0) + (wine === undefined ? 0 : native.wine);
  const confinement = { ...limits, allow: rights, without };
  const what = archive.file;
  if (group !== undefined)
    return group.enter(library, (unpacked, libraries) =>
      start(native, { what, unpacked, libraries }, { ...confinement, ...group.limits(limits) }),
    );
  const files = await unpack(archive, path, fmi);
  return { unit: await start(native, { what, unpacked: files, wine }, confinement), files };
}

/** Rejects an isolated FMU on other systems than Linux. */
function refuseElsewhere(what: string): void {
  if (process.platform === 'linux') return;
  throw new UserError(
    `load ${what}: native FMUs run in separate processes on Linux only. Trust the FMU (--trust, in code trusted: true) to run it in this process, or ask its ` +
      'author for a WebAssembly component.',
  );
}

/** Returns the value references of negated aliases with those of the FMU. */
function negatedReferences({ variables }: ModelDescription): NegatedReferences {
  const negated = new Map<number, number>();
  for (const { valueReference, negates } of variables)
    if (negates !== undefined) negated.set(valueReference, negates);
  return negated;
}

function limitsOf(options: Partial<NativeLimits> = {}): NativeLimits {
  const limits = { ...defaultNativeLimits, ...options };
  return { ...limits, wallSeconds: options.wallSeconds ?? wallPerCpu * limits.callSeconds };
}

/** Returns the library to load, and Wine for a Windows library. */
function libraryOf(
  archive: Archive,
  description: ModelDescription,
  modelIdentifier: string,
): { path: string; wine?: Wine } {
  const path = nativeLibrary(archive, description, modelIdentifier);
  if (path !== undefined) return { path };
  const foreign = windowsLibrary(archive, description, modelIdentifier);
  const wine = foreign === undefined ? undefined : findWine();
  if (foreign !== undefined && wine !== undefined) return { path: foreign, wine };
  const platforms = [...new Set(archive.paths.flatMap((p) => /^binaries\/([^/]+)\//.exec(p)?.[1] ?? []))];
  throw new UserError(
    `load ${archive.file}: no native binary of ${modelIdentifier} can run here (${platformName()}). The FMU has binaries for ` +
      `${platforms.join(', ') || 'no platform'}. Ask its author for one for Linux, or for a WebAssembly component.`,
  );
}

type Confinement = Omit<ChildOptions, 'program' | 'environment'>;

/** Files of an isolated FMU, or those of all FMUs of a process. `what` names it in errors. */
interface Started {
  readonly what: string;
  readonly unpacked: Unpacked;
  readonly wine?: Wine | undefined;
  /** Libraries of other FMUs of the process. */
  readonly libraries?: readonly string[];
}

/** Starts the processes of an isolated FMU. Other FMUs can start at the same time. */
async function start(
  native: Addon,
  { what, unpacked, wine, libraries }: Started,
  confinement: Confinement,
): Promise<Handle> {
  try {
    const environment = environmentOf(unpacked, libraries);
    if (wine !== undefined) {
      environment.push(...wineEnvironment(wine));
      const program = join(unpacked.folder, 'unit.exe');
      copyFileSync(wineProgram(), program);
      chmodSync(program, 0o700);
    }
    return await native.start(unpacked.folder, { program: programs().unit, environment, ...confinement });
  } catch (error) {
    removeUnpacked(unpacked);
    if (error instanceof UserError) throw error;
    throw new UserError(`load ${what}: its process could not be started: ${messageOf(error)}.`);
  }
}

function cannotLoad(what: string, path: string, line: EngineClient, { folder }: Unpacked): string {
  const text = new TextDecoder().decode(line.resultBytes(2 ** 16));
  let end = text.length;
  while (end > 0 && '\0. \r\n'.includes(text[end - 1])) end--;
  const reason = text.slice(0, end).replaceAll(`${folder}/`, '');
  return `load ${what}: ${path} cannot be used: ${reason}. Install what it needs, or ask the author for a complete library.`;
}
