import { dirname, resolve } from 'node:path';
import { type LoadedUnit, type LoadOptions, loadUnit } from '../../fmu-sdk/host/load.ts';
import { type JsonFile, parseJsonFile, readJsonFile } from '../../fmu-sdk/json/json-file.ts';
import { packageFile } from '../../fmu-sdk/package.ts';
import { checkSystem } from './check.ts';
import type { CheckedSystem, SystemFile } from './system.ts';

const schema = packageFile('schemas/system.schema.json');

/** What the one who runs a system decides, and not its file. */
export interface SystemOptions {
  /** Whether native units run in this process (faster), and not each in one of its own. */
  trusted?: boolean;
}

/** Reads `system.json`, opens its units and checks that all fits together. */
export async function loadSystem(file: string, options: SystemOptions = {}): Promise<CheckedSystem> {
  return open(readJsonFile<SystemFile>(file, schema), options);
}

/** The same for a system at hand; `file` stands for it in errors and is where its paths start. */
export async function resolveSystem(
  system: SystemFile,
  file: string,
  options: SystemOptions & { prefix?: boolean } = {},
): Promise<CheckedSystem> {
  // The text is not the user's: its lines would mean nothing to them.
  const json = parseJsonFile<SystemFile>(file, JSON.stringify(system), schema);
  return open({ ...json, where: () => file }, options, options.prefix);
}

async function open(
  json: JsonFile<SystemFile>,
  options: SystemOptions,
  prefix = true,
): Promise<CheckedSystem> {
  const loaded = new Map<string, LoadedUnit>();
  const opened = new Map<string, LoadedUnit>();
  for (const [name, { fmu, interface: kind, solver, tolerance }] of Object.entries(json.value.units)) {
    const path = resolve(dirname(json.file), fmu);
    const load: LoadOptions = { kind, solver, tolerance, trusted: options.trusted };
    const key = JSON.stringify([path, load]);
    // Units of the same file share what was read, and with it the compiled module.
    const unit = opened.get(key) ?? (await loadUnit(path, load));
    opened.set(key, unit);
    loaded.set(name, unit);
  }
  return checkSystem(json, loaded, prefix);
}
