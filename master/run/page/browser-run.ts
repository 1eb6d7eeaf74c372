import { archiveFrom } from '../../../fmu-sdk/archive/archive.ts';
import {
  type FileBytes,
  type FileSource,
  fetchBytes,
  nameOfSource,
  requireBytes,
} from '../../../fmu-sdk/archive/file-bytes.ts';
import { webStreams } from '../../../fmu-sdk/archive/inflate-web.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import type { Host, RunMode } from '../../../fmu-sdk/host/choice/host.ts';
import { Fmu, findBinary, type LoadedFmu } from '../../../fmu-sdk/host/fmu.ts';
import { coreHost } from '../../../fmu-sdk/host/wasm/core-host.ts';
import type { SignaturePolicy } from '../../../fmu-sdk/sign/signature-policy.ts';
import { Registry } from '../../../fmu-sdk/util/registry.ts';
import { type OptionTable, requireKind, requireOptions } from '../../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { assemble } from '../../system/assemble-system.ts';
import type { InputSource } from '../../system/inputs/input-source.ts';
import { requireChecked } from '../../system/require-checked.ts';
import { refuseOtherValues, type SetValue, settingsOf } from '../../system/set-values.ts';
import { type SingleRunOptions, singleRunKinds } from '../../system/single/single-options.ts';
import { singleSystemFile } from '../../system/single/single-system.ts';
import type { CheckedSystem, SystemFile } from '../../system/system.ts';
import { parseSystem, systemAt } from '../../system/system-file.ts';
import { requireLimits } from '../../verdict/thresholds.ts';
import { closeAll, openInstances } from '../instances/open-instances.ts';
import type { Session } from '../loop/session.ts';
import { Run, type RunOptions, runKinds } from '../run-object.ts';
import { runOpened } from '../run-plan.ts';
import { resolveAutoScheme } from '../scheme/resolve-auto-scheme.ts';
import { trialRunnerOf } from '../scheme/trial-factory.ts';
import type { RunResult } from '../worker/run-protocol.ts';

const hosts: Registry<Host> = new Registry('host', [coreHost] as readonly Host[]);

/**
 * Files for a system in a web page: the bytes of `.fmu` and other files by the names in the system.
 */
export interface SystemSources {
  files: ReadonlyMap<string, FileBytes>;
  /** Custom input formats. A page does not include any. */
  sources?: readonly InputSource[];
  /** Values of variables by name, such as `{ 'damper.K_p': 2000 }`. */
  values?: Readonly<Record<string, SetValue>> | undefined;
  /** Time at which the run ends [s]. Default: the stop time of the system's file. */
  stopTime?: number | undefined;
}

const sourceKinds: OptionTable<SystemSources> = {
  files: 'map',
  sources: 'named',
  values: 'object',
  stopTime: 'number',
};

/**
 * Opens a fmukit FMU: its address, the response of `fetch`, a `File`, or its bytes. `name` identifies
 * it in messages. `loadFmu` is its other name, beside `loadSystem`.
 *
 * @throws UserError for content that is not a fmukit FMU
 *
 * @example
 * const fmu = await openFmu('dist/my-filter.fmu');
 * const unit = await fmu.instantiate();
 * const same = await loadFmu(await fetch('dist/my-filter.fmu'));
 */
export async function openFmu(
  source: FileSource,
  name: string = nameOfSource(source) ?? 'unit.fmu',
): Promise<Fmu> {
  requireKind('open: name', name, 'text');
  return new Fmu(await load(await fetchBytes(`open ${name}`, source), name, {}), hosts);
}

/**
 * Loads a system from its text (`system.json`) or from an object, with the bytes of its files.
 *
 * @throws UserError for an invalid system or a missing file
 *
 * @example
 * const archive = await (await fetch('dist/my-filter.fmu')).arrayBuffer();
 * const files = new Map([['dist/my-filter.fmu', archive]]);
 * const system = await loadSystem(await (await fetch('chain.json')).text(), { files });
 */
export async function loadSystem(system: string | SystemFile, from: SystemSources): Promise<CheckedSystem> {
  requireOptions('load', from, sourceKinds);
  requireKind('load: files', from.files, 'map');
  refuseOtherValues('load', from.values);
  if (ArrayBuffer.isView(system) || (system as unknown) instanceof ArrayBuffer)
    throw new UserError('load: expected the system as text or as an object, got bytes.');
  const json =
    typeof system === 'string' ? parseSystem(system, 'system.json') : systemAt(system, 'the system');
  const bytesOf = (path: string): Uint8Array => {
    const bytes = from.files.get(path) ?? from.files.get(path.replace(/^(\.\/)+/, ''));
    if (bytes !== undefined) return requireBytes(`load ${json.value.name}: ${path}`, bytes);
    const names = [...from.files.keys()].join(', ') || 'none';
    throw new UserError(`load ${json.value.name}: missing file ${path}. Given files: ${names}.`);
  };
  const files = {
    unit: async (
      path: string,
      driving: Partial<RunMode>,
      policies: readonly (SignaturePolicy | undefined)[],
    ) => {
      refusePolicies(path, policies);
      return load(bytesOf(path), path, driving);
    },
    content: (path: string) => ({ file: path, bytes: bytesOf(path) }),
    sources: new Registry('input format', from.sources ?? []),
  };
  return assemble(json, files, { trusted: false, settings: settingsOf(from) });
}

/** Options of the run of an FMU, and of one that starts from an `.fmu`. */
export interface PageOptions extends RunOptions, Omit<SingleRunOptions, 'set' | 'input'> {}

const { set: _, input: __, ...fmuKinds } = singleRunKinds;

/**
 * Runs a system in this thread, which the page shares: what `loadSystem` returned, or a single fmukit
 * FMU as in `openFmu`. `await` the run, or iterate over its rows with `for await`. `runSystem` is its
 * other name.
 *
 * @example
 * const { verdict, rows } = await simulate('dist/my-filter.fmu', { values: { u: 1 }, stopTime: 10 });
 * for await (const row of runSystem(system)) console.log(row.time, row['second.y']);
 */
export function simulate(system: CheckedSystem | FileSource, options: PageOptions = {}): Run {
  const isFile = isFileSource(system);
  if (!isFile) requireChecked('run', system);
  const name = isFile ? (nameOfSource(system) ?? 'unit.fmu') : system.name;
  requireOptions(`run ${name}`, options, isFile ? { ...runKinds, ...fmuKinds } : runKinds);
  requireLimits(`run ${name}`, options);
  if (!isFile) return simulateBy(hosts, system, options);
  const { values, startTime, stopTime, step, outputInterval, record, ...others } = options;
  const ofRun = { values, startTime, stopTime, step, outputInterval, record };
  return simulateBy(hosts, () => single(system, name, ofRun), others);
}

function isFileSource(system: CheckedSystem | FileSource): system is FileSource {
  const kind = Object.prototype.toString.call(system);
  return (
    /String|URL|Uint8Array|ArrayBuffer/.test(kind) ||
    typeof (system as Partial<Response> | null)?.arrayBuffer === 'function'
  );
}

/** Loads an FMU as a system of one unit. */
async function single(source: FileSource, name: string, options: SingleRunOptions): Promise<CheckedSystem> {
  const bytes = await fetchBytes(`load ${name}`, source);
  refuseOtherValues(`load ${name}`, options.values);
  const { description } = await readDescription(archiveFrom(name, bytes, webStreams));
  const files = {
    unit: (path: string, driving: Partial<RunMode>) => load(bytes, path, driving),
    content: (path: string): never => {
      throw new UserError(`load ${name}: missing file ${path}.`);
    },
    sources: new Registry('input format', [] as readonly InputSource[]),
  };
  return assemble(systemAt(singleSystemFile(name, description, options), name), files, {}, false);
}

/** Runs a system with custom hosts. */
export function simulateBy(
  hosts: Registry<Host>,
  system: CheckedSystem | (() => Promise<CheckedSystem>),
  options: RunOptions = {},
): Run {
  return new Run(typeof system === 'function' ? system : () => system, options, (loaded, batch, collect) =>
    runInPage(hosts, loaded, { ...options, collect }, batch),
  );
}

async function* runInPage(
  hosts: Registry<Host>,
  described: CheckedSystem,
  options: RunOptions,
  batch: number,
): AsyncGenerator<Session, RunResult> {
  const activity = { cells: new Int32Array(3) };
  const { signal, onProgress: _, maxResidual, maxDrift, maxConstraint, maxLate, ...others } = options;
  const planned = { ...others, limits: { maxResidual, maxDrift, maxConstraint, maxLate } };
  const stop = (): boolean => signal?.aborted === true;
  const { system, notes } = await resolveAutoScheme(trialRunnerOf(described, { hosts, ...others, stop }));
  const instances = await openInstances(system, activity, hosts);
  const close = (): string[] => closeAll(instances, activity);
  const result = yield* runOpened({ plan: { ...planned, system, instances }, stop, close }, batch);
  return { ...result!, notes: [...notes, ...result!.notes] };
}

/** Refuses a system that requires signatures, because a page does not have a key ring. */
function refusePolicies(path: string, policies: readonly (SignaturePolicy | undefined)[]): void {
  if (policies.some((policy) => policy !== undefined && policy !== false))
    throw new UserError(
      `load ${path}: the system requires a signature, which a web page cannot verify. Verify the file with "fmu verify" and remove "requireSignature" here.`,
    );
}

async function load(bytes: Uint8Array, name: string, driving: Partial<RunMode>): Promise<LoadedFmu> {
  const archive = archiveFrom(name, bytes, webStreams);
  return findBinary(
    { archive, ...(await readDescription(archive)) },
    [coreHost] as readonly Host[],
    driving,
    'a page',
  );
}
