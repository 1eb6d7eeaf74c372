import type { ModelDescription } from '../../fmu-sdk/description/description.ts';
import type { JsonFile } from '../../fmu-sdk/util/json/json-file.ts';
import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import type { OptionTable } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { ownerHint, splitUnitName } from './find-variable.ts';
import { connectorHint, connectorValues } from './inputs/connector-values.ts';
import { setValuesOf, splitSetOption } from './parse-set-option.ts';
import type { Order, SystemFile } from './system.ts';
import { systemAt } from './system-file.ts';
import { isTerminals } from './terminals/is-terminals.ts';

/** Settings that override the system's file. Times are in seconds. */
export interface SystemSettings {
  /** `unit.variable=value`, with an optional unit of measure to convert from: `pump.d=30[mm]`. */
  set?: readonly string[] | undefined;
  startTime?: number | undefined;
  stopTime?: number | undefined;
  /** Communication step [s]. */
  step?: number | undefined;
  /** Polynomial order of all connections. */
  order?: Order | undefined;
  /** Name of the coupling scheme. If it changes, the options in the file are ignored. */
  scheme?: string | undefined;
  /** Variables to record: names, and patterns in which `*` matches any text. */
  record?: readonly string[] | undefined;
  /** Time between rows of the results, a whole multiple of the communication step. */
  outputInterval?: number | undefined;
  /** File that drives inputs. A relative path starts where the paths of the system start. */
  input?: string | undefined;
}

export const systemSettingKinds: OptionTable<SystemSettings> = {
  set: 'texts',
  startTime: 'number',
  stopTime: 'number',
  step: 'number',
  order: 'number',
  scheme: 'text',
  record: 'texts',
  outputInterval: 'number',
  input: 'path',
};

/** Places in a system that a setting replaces, with the words for it in errors. */
const options: readonly [place: RegExp, setting: keyof SystemSettings, option: string][] = [
  [/^startTime$/, 'startTime', 'start time'],
  [/^stopTime$/, 'stopTime', 'stop time'],
  [/^algorithm\/step$/, 'step', 'step'],
  [/^algorithm\/order$/, 'order', 'order'],
  [/^algorithm\/scheme$/, 'scheme', 'scheme'],
  [/^inputs$/, 'input', 'input'],
  [/^record\/variables\b/, 'record', 'record'],
];

/**
 * Returns the system with the settings applied. `descriptions` holds the model descriptions by
 * unit.
 */
export function withSettings(
  json: JsonFile<SystemFile>,
  descriptions: ReadonlyMap<string, ModelDescription>,
  settings: SystemSettings = {},
): JsonFile<SystemFile> {
  if (Object.values(settings).every((value) => value === undefined)) return json;
  const set = valuesByUnit(json, descriptions, settings.set ?? []);
  const where = (path: JsonPath): string => {
    const [kind, unit, , variable] = path;
    if (
      kind === 'units' &&
      set.get(String(unit))?.some(([name]) => name === variable || name.startsWith(`${variable}[`))
    )
      return `${json.file}, value of ${unit}.${variable}`;
    const text = path.join('/');
    const option = options.find(([place, setting]) => settings[setting] !== undefined && place.test(text));
    return option === undefined ? json.where(path) : `${json.file}, option "${option[2]}"`;
  };
  return systemAt(applySettings(json.value, descriptions, set, settings), json.file, where);
}

type Texts = ReadonlyMap<string, (readonly [name: string, text: string, label: string])[]>;

function applySettings(
  system: SystemFile,
  descriptions: ReadonlyMap<string, ModelDescription>,
  set: Texts,
  { startTime, stopTime, step, order, scheme, record, outputInterval, input }: SystemSettings,
): SystemFile {
  const { algorithm } = system;
  const other = scheme !== undefined && scheme !== algorithm.scheme;
  const H = step ?? algorithm.step;
  const units = Object.entries(system.units).map(([name, unit]) => {
    const texts = set.get(name);
    if (texts === undefined) return [name, unit] as const;
    const values = setValuesOf(descriptions.get(name) as ModelDescription, texts, unit);
    return [
      name,
      {
        ...unit,
        parameters: { ...unit.parameters, ...values.parameters },
        start: { ...unit.start, ...values.start },
      },
    ] as const;
  });
  return {
    ...system,
    units: Object.fromEntries(units),
    ...(order !== undefined && {
      connections: system.connections?.map((connection) =>
        isTerminals(connection) ? connection : { ...connection, order, extrapolation: undefined },
      ),
    }),
    algorithm: {
      ...algorithm,
      step: H,
      ...(order !== undefined && { order, extrapolation: undefined }),
      ...(scheme !== undefined && { scheme }),
      ...(other && { options: undefined, sequence: undefined }),
    },
    ...(startTime !== undefined && { startTime }),
    ...(stopTime !== undefined && { stopTime }),
    ...(input !== undefined && { inputs: input }),
    ...((record !== undefined || outputInterval !== undefined) && {
      record: {
        ...system.record,
        ...(record !== undefined && { variables: [...record] }),
        ...(outputInterval !== undefined && { every: everyOf(system.name, H, outputInterval) }),
      },
    }),
  };
}

/** Groups `set` options by unit: names, texts, and the names as the user wrote them. */
function valuesByUnit(
  { file, value: system }: JsonFile<SystemFile>,
  descriptions: ReadonlyMap<string, ModelDescription>,
  texts: readonly string[],
): Texts {
  const textsByUnit = new Map<string, (readonly [string, string, string])[]>();
  const add = (unit: string, name: string, value: string, label: string): void => {
    textsByUnit.set(unit, [...(textsByUnit.get(unit) ?? []), [name, value, label]]);
  };
  for (const text of texts) {
    const { name: label, value } = splitSetOption(
      text,
      'unit.variable=value, such as pump.k=1200 or pump.L=1200[mm]',
    );
    const feeds = connectorValues(system, descriptions, label, value);
    if (feeds !== undefined) {
      for (const feed of feeds) add(feed.unit, feed.name, feed.value, label);
      continue;
    }
    const [unit, name] = splitUnitName(label, descriptions);
    if (unit === '')
      throw new UserError(
        `${file}, value of ${printableName(label)}: the unit's name is missing. Write unit.${printableName(label)}=value. ${ownerHint(label, '', namesOf(descriptions))}${connectorHint(system)}`,
      );
    if (!descriptions.has(unit))
      throw new UserError(
        `${file}, value of ${printableName(label)}: unknown unit "${printableName(unit)}". ${ownerHint(label, unit, namesOf(descriptions))}`,
      );
    add(unit, name, value, label);
  }
  return textsByUnit;
}

/** Returns the names of the variables of each unit. */
function namesOf(descriptions: ReadonlyMap<string, ModelDescription>): [unit: string, names: string[]][] {
  return [...descriptions].map(([unit, { variables }]) => [unit, variables.map(({ name }) => name)]);
}

/** Reduces a default step to the largest value that divides the output interval. */
export function stepFittingInterval(step: number, outputInterval: number | undefined): number {
  if (outputInterval === undefined || !(outputInterval > 0)) return step;
  const parts = Math.max(1, Math.ceil(outputInterval / step - 1e-9));
  return Number.isFinite(parts) ? outputInterval / parts : step;
}

/** Returns the number of communication steps H per output interval [s]. */
export function everyOf(name: string, H: number, outputInterval: number): number {
  if (!(outputInterval > 0 && outputInterval < Infinity))
    throw new UserError(
      `run ${name}: output interval: expected a number of seconds above 0, got ${outputInterval} s.`,
    );
  const every = Math.round(outputInterval / H);
  if (every >= 1 && Math.abs(outputInterval / H - every) <= 1e-6 * every) return every;
  throw new UserError(
    `run ${name}: output interval ${outputInterval} s is not a whole number of steps H = ${H} s. ` +
      `Use ${Number(((Number.isFinite(every) ? Math.max(1, every) : 1) * H).toPrecision(15))} s, or another step.`,
  );
}
