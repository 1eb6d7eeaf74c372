import { dirname, resolve } from 'node:path';
import { readUnitFile, type UnitFiles } from '../../fmu-sdk/archive/unit-file.ts';
import type { LoadedUnit } from '../../fmu-sdk/host/find.ts';
import type { Host } from '../../fmu-sdk/host/host.ts';
import { loadUnit } from '../../fmu-sdk/host/load.ts';
import { checkAgainst, type JsonFile, type JsonPath, readJsonFile } from '../../fmu-sdk/json/json-file.ts';
import { packageFile } from '../../fmu-sdk/package.ts';
import { checkSystem } from './check.ts';
import type { CheckedSystem, SystemFile } from './system.ts';

const schema = packageFile('schemas/system.schema.json');

/** What the one who runs a system decides, and not its file. */
export interface SystemOptions {
  /** Whether native units run in this process (faster), and not each in one of its own. */
  trusted?: boolean;
  /** Ways to run units beside those of this package. */
  hosts?: readonly Host[];
  /** Archives that were read already, by path: none is read twice, and those that are read join them. */
  unitFiles?: UnitFiles;
}

/** What else is said of a system at hand. */
export interface ResolveOptions extends SystemOptions {
  /** Whether columns carry the name of their unit; true when left out. */
  prefix?: boolean;
  /** How errors name a place in the system; `file /path/in/it` when left out. */
  where?: (path: JsonPath) => string;
}

/** Reads `system.json`, opens its units and checks that all fits together. */
export async function loadSystem(file: string, options: SystemOptions = {}): Promise<CheckedSystem> {
  return open(readSystemFile(file), options);
}

/** Reads `system.json`; its values have all their digits, integers beyond 2⁵³ as bigint. */
export function readSystemFile(file: string): JsonFile<SystemFile> {
  return readJsonFile<SystemFile>(file, schema, holdsValue);
}

function holdsValue([first, , third]: JsonPath): boolean {
  return (
    (first === 'units' && (third === 'parameters' || third === 'start')) ||
    (first === 'connections' && third === 'map')
  );
}

/** The same for a system at hand; `file` stands for it in errors and is where its paths start. */
export async function resolveSystem(
  system: SystemFile,
  file: string,
  options: ResolveOptions = {},
): Promise<CheckedSystem> {
  const { where = (path) => (path.length === 0 ? file : `${file} /${path.join('/')}`), prefix } = options;
  checkAgainst(schema, shapeOf(system), where, file);
  return open({ file, value: system, where }, options, prefix);
}

/** What the schema looks at: what is not there is left out, and values are left to those who know the variables. */
function shapeOf(of: unknown, path: JsonPath = []): unknown {
  if (holdsValue(path) && path.length === (path[0] === 'units' ? 4 : 5)) return 0;
  if (Array.isArray(of)) return of.map((each, i) => shapeOf(each, [...path, i]));
  if (typeof of !== 'object' || of === null) return of;
  const entries = Object.entries(of).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, shapeOf(value, [...path, key])]));
}

async function open(
  json: JsonFile<SystemFile>,
  { trusted, hosts, unitFiles = new Map() }: SystemOptions,
  prefix = true,
): Promise<CheckedSystem> {
  const loaded = new Map<string, LoadedUnit>();
  const opened = new Map<string, LoadedUnit>();
  for (const [name, { fmu, interface: kind, solver, tolerance }] of Object.entries(json.value.units)) {
    const path = resolve(dirname(json.file), fmu);
    const load = { kind, solver, tolerance, trusted };
    const key = JSON.stringify([path, load]);
    // Units of the same file share what was read, and with it the compiled module.
    const unit = opened.get(key) ?? (await loadUnit(await readUnitFile(path, unitFiles), { ...load, hosts }));
    opened.set(key, unit);
    loaded.set(name, unit);
  }
  return checkSystem(json, loaded, prefix);
}
