import { dirname, resolve } from 'node:path';
import { readUnitFile, type UnitFiles } from '../../fmu-sdk/archive/built-unit.ts';
import type { Host } from '../../fmu-sdk/host/host.ts';
import { loadUnit } from '../../fmu-sdk/host/load-fmu.ts';
import { type Permission, requirePermissions } from '../../fmu-sdk/host/sandbox-permissions.ts';
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
import type { InputSource } from './input-source.ts';
import { inputSources } from './input-sources.ts';
import { keepWritten, writtenAs } from './source-system.ts';
import type { CheckedSystem, SystemFile } from './system.ts';
import { holdsValue, schema, systemAt } from './system-file.ts';
import { type SystemSettings, settingKinds } from './system-overrides.ts';

/** What the one who runs a system decides, and not its file. */
export interface SystemOptions {
  /** Whether native units run in this process (faster), and not each in one of its own. */
  trusted?: boolean | undefined;
  /** What every native unit may do beyond its own, beside what the system says of each. */
  allow?: readonly Permission[] | undefined;
  /** Ways to run units beside those of this package. */
  hosts?: readonly Host[] | undefined;
  /** Forms of files that drive inputs, beside those of this package. */
  sources?: readonly InputSource[] | undefined;
  /** Archives that were read already, by path: none is read twice, and those that are read join them. */
  unitFiles?: UnitFiles | undefined;
  /** Who has to have signed every unit, beside what the system itself asks for. */
  requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring; the user's own when left out. */
  keyRing?: string | undefined;
  /** Sealed units are called by the functions of FMI too, as components: what is to be recorded (`recordCalls`). */
  byCalls?: boolean | undefined;
  /** Sealed units are called so in event mode: results are to have rows at their events. */
  events?: boolean | undefined;
  /** What is otherwise than the system says it. */
  settings?: SystemSettings | undefined;
}

/** What else is said of a system at hand. */
export interface ResolveOptions extends SystemOptions {
  /** Whether columns carry the name of their unit; true when left out. */
  prefix?: boolean | undefined;
  /** How errors name a place in the system; `file /path/in/it` when left out. */
  where?: ((path: JsonPath) => string) | undefined;
}

const systemKinds: OptionTable<SystemOptions> = {
  trusted: 'boolean',
  allow: requirePermissions,
  hosts: 'named',
  sources: 'named',
  unitFiles: 'map',
  requireSignature: ['boolean', 'texts'],
  keyRing: 'path',
  byCalls: 'boolean',
  events: 'boolean',
  settings: 'object',
};
const resolveKinds: OptionTable<ResolveOptions> = { ...systemKinds, prefix: 'boolean', where: 'function' };

/**
 * Reads `system.json`, opens its units and checks that all fits together.
 *
 * @example
 * const system = await loadSystem('chain.json');
 * const result = await simulate(system, { output: 'results/chain.csv' });
 */
export async function loadSystem(file: string, options: SystemOptions = {}): Promise<CheckedSystem> {
  requirePath('load', file);
  refuseOthers(file, options, systemKinds);
  return assembled(readSystemFile(file), file, options);
}

/** Reads `system.json`; its values have all their digits, integers beyond 2⁵³ as bigint. */
export function readSystemFile(file: string): JsonFile<SystemFile> {
  return readJsonFile<SystemFile>(file, schema, holdsValue);
}

/**
 * The same as `loadSystem` for a system at hand; `file` stands for it in errors and is where its paths start.
 *
 * @example
 * const chain: SystemFile = {
 *   name: 'chain',
 *   units: { first: { fmu: 'dist/my-filter.fmu', start: { u: 1 } }, second: { fmu: 'dist/my-filter.fmu' } },
 *   connections: [{ from: 'first.y', to: 'second.u' }],
 *   algorithm: { scheme: 'jacobi', step: 0.1 },
 *   stopTime: 1,
 * };
 * const system = await resolveSystem(chain, 'chain.json');
 */
export async function resolveSystem(
  system: SystemFile,
  file: string,
  options: ResolveOptions = {},
): Promise<CheckedSystem> {
  requirePath('load', file);
  refuseOthers(file, options, resolveKinds);
  return assembled(systemAt(system, file, options.where), file, options);
}

function refuseOthers(file: string, options: SystemOptions, kinds: OptionTable<SystemOptions>): void {
  requireOptions(`load ${file}`, options, kinds);
  requireOptions(`load ${file}: settings`, options.settings ?? {}, settingKinds);
}

/** The checked system, and what it was read from. */
async function assembled(
  json: JsonFile<SystemFile>,
  file: string,
  options: ResolveOptions,
): Promise<CheckedSystem> {
  const reads = new Set([resolve(file)]);
  const files = filesBeside(file, options, (path) => reads.add(path));
  const checked = await assemble(json, files, options, options.prefix);
  return keepWritten({ ...checked, reads: [...reads] }, writtenAs(checked));
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
      const unit = await readUnitFile(full(path), unitFiles);
      await requireSignature(unit.archive, [options.requireSignature, ...policies], keyRing);
      return loadUnit(unit, { ...driving, hosts, byCalls, events });
    },
    content: (path) => ({ file: full(path), bytes: contentOf(full(path)) }),
    sources: inputSources.with(sources),
  };
}

/** Bytes of a file that drives inputs. */
const mostInputBytes = 512 * 2 ** 20;

function contentOf(file: string): Uint8Array {
  try {
    return readRegularFile(file, mostInputBytes);
  } catch (error) {
    throw new UserError(`inputs ${file}: ${messageOf(error)}. Name a file that exists and can be read.`);
  }
}
