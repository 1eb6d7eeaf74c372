import { archiveFrom } from '../../../fmu-sdk/archive/archive.ts';
import { type FileBytes, requireBytes } from '../../../fmu-sdk/archive/file-bytes.ts';
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
 * Opens a fmukit FMU from the bytes of its `.fmu`. `name` identifies it in messages.
 *
 * @throws UserError for content that is not a fmukit FMU
 *
 * @example
 * const response = await fetch('dist/my-filter.fmu');
 * const fmu = await openFmu(await response.arrayBuffer(), 'my-filter.fmu');
 * const unit = await fmu.instantiate();
 */
export async function openFmu(bytes: FileBytes, name = 'unit.fmu'): Promise<Fmu> {
  requireKind('open: name', name, 'text');
  return new Fmu(await load(requireBytes(`open ${name}`, bytes), name, {}), hosts);
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

/**
 * Runs a system in this thread, which the page shares. `await` the run, or iterate over its rows
 * with `for await`.
 *
 * @example
 * const { outcome, columns } = await simulate(system, { collect: true });
 * for await (const row of simulate(system)) console.log(row.time, row['second.y']);
 */
export function simulate(system: CheckedSystem, options: RunOptions = {}): Run {
  requireChecked('run', system);
  requireOptions(`run ${system.name}`, options, runKinds);
  requireLimits(`run ${system.name}`, options);
  return simulateBy(hosts, system, options);
}

/** Runs a system with custom hosts. */
export function simulateBy(hosts: Registry<Host>, system: CheckedSystem, options: RunOptions = {}): Run {
  return new Run(
    () => system,
    options,
    (_, batch, collect) => runInPage(hosts, system, { ...options, collect }, batch),
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
