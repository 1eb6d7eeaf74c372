import { type ModelDescription, variablesByName } from '../../fmu-sdk/description/description.ts';
import type { RunMode } from '../../fmu-sdk/host/choice/host.ts';
import { type Permission, permissions } from '../../fmu-sdk/host/choice/sandbox-permissions.ts';
import type { LoadedFmu } from '../../fmu-sdk/host/fmu.ts';
import type { SignaturePolicy } from '../../fmu-sdk/sign/signature-policy.ts';
import type { JsonFile } from '../../fmu-sdk/util/json/json-file.ts';
import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import type { Registry } from '../../fmu-sdk/util/registry.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { checkBonds } from './checks/check-bonds.ts';
import { checkConnections, notesOnHeld } from './checks/check-connections.ts';
import type { Context } from './checks/check-context.ts';
import { checkGroups } from './checks/check-groups.ts';
import { checkInputs, type InputTable, notesOnInputs } from './checks/check-inputs.ts';
import { checkInterface } from './checks/check-interface.ts';
import { checkInterfaceModels } from './checks/check-interface-models.ts';
import { checkJoints } from './checks/check-joints.ts';
import { checkLines } from './checks/check-lines.ts';
import { checkSequences } from './checks/check-sequence.ts';
import { checkTimes } from './checks/check-times.ts';
import { checkUnit } from './checks/check-units.ts';
import { withWholeArrays } from './element-values.ts';
import { type InputSource, inputLine, inputRows } from './inputs/input-source.ts';
import { checkRecord } from './recorded-variables.ts';
import type { Refuse } from './refuse.ts';
import { rememberSource } from './source-system.ts';
import { loopTexts } from './structure/algebraic-loops.ts';
import { orderNamed } from './structure/extrapolation-order.ts';
import { integratedNames, integrating } from './structure/integrated-groups.ts';
import { notesOnInternalSteps } from './structure/internal-steps.ts';
import { limitsOf } from './structure/step-limits.ts';
import type { CheckedSystem, ExpandedSystem, SystemFile } from './system.ts';
import { type SystemSettings, withSettings } from './system-overrides.ts';
import { isTerminals } from './terminals/is-terminals.ts';

/** Reads the files that a system names, from disk or in a web page. */
export interface SystemFiles {
  /**
   * Loads the unit at a path as written in the system. Fails if its signature violates the system's
   * policies.
   */
  unit(
    path: string,
    driving: Partial<RunMode>,
    policies: readonly (SignaturePolicy | undefined)[],
  ): Promise<LoadedFmu>;
  /** The content of any other file, and its full name for messages. */
  content(path: string): { file: string; bytes: Uint8Array };
  sources: Registry<InputSource>;
}

/** Opens the units that a system names, and checks that all fits together. */
export async function assemble(
  json: JsonFile<SystemFile>,
  files: SystemFiles,
  options: Pick<RunMode, 'allow' | 'isolate'> & { trusted?: boolean; settings?: SystemSettings },
  prefix = true,
): Promise<CheckedSystem> {
  const { units } = json.value;
  const integrated = integratedNames(json.value, options.settings?.scheme);
  const loaded = new Map<string, LoadedFmu>();
  const opened = new Map<string, LoadedFmu>();
  for (const [name, unitOptions] of Object.entries(units)) {
    const { fmu, interface: givenInterface, solver, tolerance, allow = [], requireSignature } = unitOptions;
    const policies = [json.value.requireSignature, requireSignature];
    const joined = givenInterface === undefined && integrated.has(name);
    const kind = joined ? 'modelExchange' : givenInterface;
    const { trusted, isolate } = options;
    const driving = { kind, solver, tolerance, trusted, isolate, allow: union(allow, options.allow) };
    const key = JSON.stringify([fmu, driving, policies]);
    // Units of the same file share what was read, and with it the compiled module.
    const reading = opened.get(key) ?? files.unit(fmu, driving, policies);
    const unit = await (joined ? explainInterface(reading, name) : reading);
    opened.set(key, unit);
    loaded.set(name, unit);
  }
  const descriptions = new Map([...loaded].map(([name, { description }]) => [name, description]));
  const set = withSettings(wholeArrays(json, descriptions), descriptions, options.settings);
  const { inputs } = set.value;
  const written = { system: set.value, prefix };
  const terminals = await terminalsOf(set.value, loaded);
  if (inputs === undefined)
    return rememberSource(checkSystem(set, loaded, prefix, undefined, terminals), written);
  const { file, bytes } = files.content(inputs);
  const rows = await inputRows(file, bytes, files.sources);
  const line = inputLine(file, bytes, files.sources);
  return rememberSource(checkSystem(set, loaded, prefix, { file, rows, line }, terminals), {
    ...written,
    rows,
  });
}

type TerminalChecks = typeof import('./terminals/system-terminals.ts');

/** Loads the checks of terminals if the system or one of its FMUs has some. */
async function terminalsOf(
  { connections = [] }: SystemFile,
  loaded: ReadonlyMap<string, LoadedFmu>,
): Promise<TerminalChecks | undefined> {
  const hasTerminals =
    connections.some(isTerminals) ||
    [...loaded.values()].some(({ description }) => description.terminals.length > 0);
  return hasTerminals ? await import('./terminals/system-terminals.ts') : undefined;
}

/** Merges values of single elements into those of whole arrays. */
function wholeArrays(
  json: JsonFile<SystemFile>,
  descriptions: ReadonlyMap<string, ModelDescription>,
): JsonFile<SystemFile> {
  const units = Object.entries(json.value.units).map(([name, unit]) => {
    const description = descriptions.get(name) as ModelDescription;
    const whole = withWholeArrays(description, unit, (section, key, what) => {
      throw new UserError(`${json.where(['units', name, section, key])}: set ${name}.${key}: ${what}`);
    });
    return [name, whole] as const;
  });
  return { ...json, value: { ...json.value, units: Object.fromEntries(units) } };
}

/**
 * Checks a system against the units it names and replaces names by indexes. `loaded` holds the
 * units by name. `prefix` is true if result and input columns start with the name of their unit.
 * `inputs` is the file that drives inputs.
 */
export function checkSystem(
  json: JsonFile<SystemFile>,
  loaded: ReadonlyMap<string, LoadedFmu>,
  prefix = true,
  inputs?: InputTable,
  terminals?: TerminalChecks,
): CheckedSystem {
  const { context, notes: ofTerminals } = contextOf(json, loaded, terminals);
  const { system, units } = context;
  const { connections, feeds, notes: ofConnections } = checkConnections(context);
  const series = checkInputs(context, feeds, inputs, prefix);
  const bonds = checkBonds(context, connections);
  const notes = [
    ...notesOnInputs(context, inputs, series, prefix),
    ...ofTerminals,
    ...ofConnections,
    ...(terminals?.notesOnHalfTerminals(context, connections, feeds, bonds, series) ?? []),
    ...notesOnHeld(system.connections, connections, units),
    ...notesOnInternalSteps(units, system.algorithm.step),
  ];
  return {
    name: system.name,
    units: [...units],
    connections,
    loops: loopTexts(connections, units),
    bonds,
    interfaceModels: checkInterfaceModels(context, feeds),
    ...checkLines(context, feeds, series),
    ...checkJoints(context, feeds),
    scheme: system.algorithm.scheme,
    ...checkSequences(context),
    options: system.algorithm.options,
    threads: system.algorithm.threads === 'auto' ? undefined : system.algorithm.threads,
    order: orderNamed(system.algorithm.extrapolation) ?? system.algorithm.order ?? 0,
    ...checkGroups(context),
    ...checkTimes(context),
    record: checkRecord(context, prefix),
    inputs: series,
    ...checkInterface(context, connections, bonds),
    ...limitsOf(system),
    ...(notes.length > 0 && { notes }),
  };
}

/**
 * Checks each unit with `checkUnit`, expands connections of terminals, and returns what the checks
 * between units need.
 */
function contextOf(
  { value: written, file, where }: JsonFile<SystemFile>,
  loaded: ReadonlyMap<string, LoadedFmu>,
  terminals: TerminalChecks | undefined,
): { context: Context; notes: readonly string[] } {
  const refuseWritten: Refuse = (path, what) => {
    throw new UserError(`${where(path)}: ${what}`);
  };
  const units = Object.entries(written.units).map(([name, unitOptions]) =>
    checkUnit(name, unitOptions, loaded.get(name) as LoadedFmu, refuseWritten),
  );
  const { system, notes, placeOf } = terminals?.expandTerminals(written, units, refuseWritten) ?? {
    system: written as ExpandedSystem,
    notes: [],
    placeOf: (path: JsonPath) => path,
  };
  const refuse: Refuse = (path, what) => refuseWritten(placeOf(path), what);
  const variables = units.map(({ description }) => variablesByName(description));
  return { context: { system, file, units, variables, refuse }, notes };
}

/** Adds to the error why a unit without an `interface` entry must support model exchange. */
async function explainInterface(reading: LoadedFmu | Promise<LoadedFmu>, name: string): Promise<LoadedFmu> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(
      `unit ${name}: the coupling scheme "${integrating}" integrates it with others, by model exchange: ${messageOf(error)}`,
    );
  }
}

function union(...lists: (readonly Permission[] | undefined)[]): Permission[] {
  return permissions.filter((permission) => lists.some((list) => list?.includes(permission)));
}
