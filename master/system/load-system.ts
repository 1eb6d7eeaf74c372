import { dirname, resolve } from 'node:path';
import type { Host } from '../../fmu-sdk/host/choice/host.ts';
import { type Permission, requirePermissions } from '../../fmu-sdk/host/choice/sandbox-permissions.ts';
import { type FmuFiles, loadFmu, readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import type { SignaturePolicy } from '../../fmu-sdk/sign/signature-policy.ts';
import { requireSignature } from '../../fmu-sdk/sign/verify-fmu.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import type { JsonFile } from '../../fmu-sdk/util/json/json-file.ts';
import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import { readJsonFile } from '../../fmu-sdk/util/json/read-json.ts';
import { readRegularFile } from '../../fmu-sdk/util/regular-file.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { assemble, type SystemFiles } from './assemble-system.ts';
import { explainDocument } from './checks/wrong-document.ts';
import { type FileSettings, fileSettingKinds, fileSettingsOf } from './file-settings.ts';
import type { InputSource } from './inputs/input-source.ts';
import { inputSources } from './inputs/input-sources.ts';
import { rememberLoading } from './reload-system.ts';
import { refuseOtherValues } from './set-values.ts';
import { rememberSource, sourceOf } from './source-system.ts';
import type { CheckedSystem, SystemFile } from './system.ts';
import { holdsValue, schema, systemAt } from './system-file.ts';
import { type SystemSettings, systemSettingKinds } from './system-overrides.ts';

/** Options for loading a system. They replace entries of its file, or add what it does not define. */
export interface SystemOptions extends FileSettings {
  /** Runs native units in this process instead of a sandboxed one. Default: false. */
  trusted?: boolean | undefined;
  /** Extra permissions of every native unit, in addition to the permissions in the system. */
  allow?: readonly Permission[] | undefined;
  /** `each`: every native unit gets a process of its own. Default: they share one if they can. */
  isolate?: 'each' | undefined;
  /** Custom hosts, in addition to the built-in ones. */
  hosts?: readonly Host[] | undefined;
  /** Custom input formats, in addition to the built-in ones. */
  sources?: readonly InputSource[] | undefined;
  /** Cache of archives by path. Archives that are read are added. */
  unitFiles?: FmuFiles | undefined;
  /** Signature policy for every unit, in addition to the system's own policy. */
  requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring. Default: the user's key ring. */
  keyRing?: string | undefined;
  /**
   * Calls fmukit FMUs through the FMI functions as components, so that calls can be recorded
   * (`recordCalls`).
   */
  byCalls?: boolean | undefined;
  /** Sealed units are called so in event mode: results are to have rows at their events. */
  events?: boolean | undefined;
  /** Settings that override the system's file. The options beside it count more. */
  settings?: SystemSettings | undefined;
}

/** Options for loading a system that is given as an object. */
export interface ResolveOptions extends SystemOptions {
  /** Columns start with the name of their unit. Default: true. */
  prefix?: boolean | undefined;
  /** Returns the name of a place in the system for errors. Default: `file /path/in/it`. */
  where?: ((path: JsonPath) => string) | undefined;
}

/** Rejects values of `isolate` other than `each`. */
function requireIsolation(what: string, value: unknown): void {
  if (value === 'each') return;
  throw new UserError(
    `${what}: expected "each", got ${JSON.stringify(value)}. Leave it out to let native FMUs share a process.`,
  );
}

const systemKinds: OptionTable<SystemOptions> = {
  trusted: 'boolean',
  allow: requirePermissions,
  isolate: requireIsolation,
  hosts: 'named',
  sources: 'named',
  unitFiles: 'map',
  requireSignature: ['boolean', 'texts'],
  keyRing: 'path',
  byCalls: 'boolean',
  events: 'boolean',
  ...fileSettingKinds,
  settings: 'object',
};
const resolveKinds: OptionTable<ResolveOptions> = { ...systemKinds, prefix: 'boolean', where: 'function' };

/**
 * Reads `system.json`, opens its units and checks that all fits together.
 *
 * @example
 * const system = await loadSystem('chain.json', { step: 0.01 });
 * const result = await simulate(system, { output: 'results/chain.csv' });
 */
export async function loadSystem(file: string, options: SystemOptions = {}): Promise<CheckedSystem> {
  requirePath('load', file);
  refuseOtherOptions(file, options);
  return assembleFiles(readSystemFile(file), file, options);
}

/** Reads `system.json`. Numbers keep all digits, and integers beyond 2⁵³ become bigint. */
export function readSystemFile(file: string): JsonFile<SystemFile> {
  try {
    return readJsonFile<SystemFile>(file, schema, holdsValue);
  } catch (error) {
    throw explainDocument(file, 'system', error);
  }
}

/**
 * Loads a system that is given as an object. `file` names it in errors and is the base of its paths.
 */
export async function resolveSystem(
  system: SystemFile,
  file: string,
  options: ResolveOptions = {},
): Promise<CheckedSystem> {
  requirePath('load', file);
  refuseOthers(file, options, resolveKinds);
  const loaded = await assembleFiles(systemAt(system, file, options.where), file, options);
  return rememberLoading(loaded, options, (others) => resolveSystem(system, file, others));
}

/** Rejects unknown options and values of a wrong kind. */
export const refuseOtherOptions = <More extends object = object>(
  file: string,
  options: SystemOptions & More,
  more?: OptionTable<More>,
): void => refuseOthers(file, options, { ...systemKinds, ...more });

function refuseOthers(file: string, options: SystemOptions, kinds: OptionTable<SystemOptions>): void {
  requireOptions(`load ${file}`, options, kinds);
  requireOptions(`load ${file}: settings`, options.settings ?? {}, systemSettingKinds);
  refuseOtherValues(`load ${file}`, options.values);
  refuseOtherValues(`load ${file}`, options.startValues);
}

/** Returns the checked system with a list of the files it was read from. */
async function assembleFiles(
  json: JsonFile<SystemFile>,
  file: string,
  options: ResolveOptions,
): Promise<CheckedSystem> {
  const reads = new Set([resolve(file)]);
  const files = filesBeside(file, options, (path) => reads.add(path));
  const settings = fileSettingsOf(`load ${file}`, options);
  const checked = await assemble(json, files, { ...options, settings }, options.prefix);
  return rememberSource({ ...checked, reads: [...reads] }, sourceOf(checked));
}

function filesBeside(system: string, options: SystemOptions, onRead: (file: string) => void): SystemFiles {
  const { hosts, sources, unitFiles = new Map(), keyRing, byCalls, events } = options;
  const full = (path: string): string => {
    const file = resolve(dirname(system), path);
    onRead(file);
    return file;
  };
  return {
    unit: async (path, driving, policies) => {
      const unit = await readFmuFile(full(path), unitFiles);
      await requireSignature(unit.archive, [options.requireSignature, ...policies], keyRing);
      return loadFmu(unit, { ...driving, hosts, byCalls, events });
    },
    content: (path) => ({ file: full(path), bytes: contentOf(full(path)) }),
    sources: inputSources.with(sources),
  };
}

/** Size limit of a file that drives inputs [bytes]. */
const mostInputBytes = 512 * 2 ** 20;

function contentOf(file: string): Uint8Array {
  try {
    return readRegularFile(file, mostInputBytes);
  } catch (error) {
    throw new UserError(`inputs ${file}: ${messageOf(error)}. Name an existing readable file.`);
  }
}
