import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LoadedUnit, loadUnit } from '../../fmu-sdk/host/load.ts';
import { type JsonFile, parseJsonFile, readJsonFile } from '../../fmu-sdk/manifest/json-file.ts';
import { checkSystem } from './check.ts';
import type { CheckedSystem, SystemFile } from './system.ts';

const schema = fileURLToPath(new URL('../../schemas/system.schema.json', import.meta.url));

/** Reads `system.json`, opens its units and checks that all fits together. */
export async function loadSystem(file: string): Promise<CheckedSystem> {
  return open(readJsonFile<SystemFile>(file, schema));
}

/** The same for a system at hand; `file` stands for it in errors and is where its paths start. */
export async function resolveSystem(system: SystemFile, file: string): Promise<CheckedSystem> {
  return open(parseJsonFile<SystemFile>(file, JSON.stringify(system, null, 2), schema));
}

async function open(json: JsonFile<SystemFile>): Promise<CheckedSystem> {
  const loaded = new Map<string, LoadedUnit>();
  for (const { fmu } of Object.values(json.value.units)) {
    const path = resolve(dirname(json.file), fmu);
    if (!loaded.has(fmu)) loaded.set(fmu, await loadUnit(path));
  }
  return checkSystem(json, loaded);
}
