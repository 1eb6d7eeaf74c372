import {
  type ModelDescription,
  type Variable,
  variablesByName,
} from '../../../fmu-sdk/description/description.ts';
import { splitElement } from '../../../fmu-sdk/description/tables/element-index.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { ParameterValue, SystemFile, UnitOfSystem } from '../../system/system.ts';

/** System that a study changes, with the data to resolve paths in it. */
export interface Subject {
  /** File that names the system in errors, and that its file paths are relative to. */
  readonly file: string;
  readonly system: SystemFile;
  /** Unit name for a single .fmu, whose variables need no prefix. */
  readonly single: string | undefined;
}

/** Returns the model description of an FMU by its path in the system. */
export type Describe = (subject: Subject, fmu: string) => ModelDescription;

const algorithmKeys: readonly string[] = ['step', 'order', 'scheme', 'extrapolation'];
const systemKeys: readonly string[] = ['startTime', 'stopTime', 'inputs'];
const unitKeys: readonly string[] = ['fmu', 'solver', 'tolerance', 'interface'];

/**
 * Returns the system with a value at a path: `algorithm.step`, `.order`, `.scheme`,
 * `.extrapolation`, `algorithm.options.<name>`, `startTime`, `stopTime`, `inputs`,
 * `units.<unit>.fmu`, `.solver`, `.tolerance`, `.interface`, `<unit>.<variable>`. For a single .fmu
 * the unit name may be left out. The argument stays unchanged.
 *
 * @throws UserError if the path does not exist
 */
export function withValue(
  subject: Subject,
  place: string,
  value: ParameterValue,
  describe: Describe,
): Subject {
  const { system } = subject;
  const changed = settingOf(subject, place, value) ?? variableOf(subject, place, value, describe);
  return { ...subject, system: { ...system, ...changed } };
}

/** Returns the change for a path to a setting of the system, its algorithm or a unit. */
function settingOf(
  { system, single }: Subject,
  place: string,
  value: ParameterValue,
): Partial<SystemFile> | undefined {
  if (systemKeys.includes(place)) return { [place]: value };
  const [, key, option] = /^algorithm\.([^.]+)(?:\.(.+))?$/.exec(place) ?? [];
  const { algorithm } = system;
  if (key === 'options' && option !== undefined)
    return { algorithm: { ...algorithm, options: { ...algorithm.options, [option]: value as number } } };
  if (option === undefined && algorithmKeys.includes(key))
    return { algorithm: { ...algorithm, [key]: value } };
  const setting = unitSetting({ system, single }, place);
  return setting && unitWith(system, setting.unit, { [setting.what]: value });
}

/** Returns the unit and its setting for a path, or undefined. */
function unitSetting(
  { system, single }: Pick<Subject, 'system' | 'single'>,
  place: string,
): { unit: string; what: string } | undefined {
  const ofUnit = /^units\.(.+)\.([^.]+)$/.exec(place);
  const [unit, what] = ofUnit === null ? [single, place] : [ofUnit[1], ofUnit[2]];
  if (unit === undefined || !unitKeys.includes(what) || !Object.hasOwn(system.units, unit)) return undefined;
  return { unit, what };
}

function unitWith({ units }: SystemFile, name: string, changed: Partial<UnitOfSystem>): Partial<SystemFile> {
  return { units: { ...units, [name]: { ...units[name], ...changed } } };
}

/** Returns the change for a path to a variable: a parameter or a start value. */
function variableOf(
  subject: Subject,
  place: string,
  value: ParameterValue,
  describe: Describe,
): Partial<SystemFile> {
  const target = variableAt(subject, place, describe);
  if (target === undefined)
    throw new UserError(
      `study: "${place}" does not exist in ${subject.file}. ${advice(subject, place, describe)}`,
    );
  const { unit, name, variable } = target;
  const section = /parameter$/i.test(variable.causality) ? 'parameters' : 'start';
  const values = subject.system.units[unit][section];
  return unitWith(subject.system, unit, { [section]: { ...values, [name]: value } });
}

/**
 * Returns the unit and variable of a path, with its name in the path and the index of an element,
 * or undefined. The dimensions, which the study may change, are checked when a run is prepared.
 */
function variableAt(
  subject: Subject,
  place: string,
  describe: Describe,
): { unit: string; name: string; variable: Variable; index: readonly number[] } | undefined {
  for (const [unit, { fmu }] of Object.entries(subject.system.units)) {
    const name = nameInUnit(subject, unit, place);
    if (name === undefined) continue;
    const names = variablesByName(describe(subject, fmu));
    const { base, index } = splitElement(names, name) ?? { base: name, index: [] };
    const variable = names.get(base);
    if (variable !== undefined) return { unit, name, variable, index };
  }
  return undefined;
}

/**
 * Returns a key that is equal for all names of a path: with and without the unit of an .fmu, and
 * aliases of a variable. An unknown path is its own key.
 */
export function pathKey(subject: Subject, place: string, describe: Describe): string {
  const setting = unitSetting(subject, place);
  if (setting !== undefined) return `units.${setting.unit}.${setting.what}`;
  if (settingOf(subject, place, 0) !== undefined) return place;
  const target = variableAt(subject, place, describe);
  return target === undefined
    ? place
    : `${target.unit}\n${target.variable.type} ${target.variable.valueReference} ${target.index}`;
}

/** Returns the variable name that a path would have in a unit, or undefined. */
function nameInUnit({ single }: Subject, unit: string, place: string): string | undefined {
  if (place.startsWith(`${unit}.`)) return place.slice(unit.length + 1);
  return unit === single ? place : undefined;
}

function advice(subject: Subject, place: string, describe: Describe): string {
  const { system, single } = subject;
  const names = Object.entries(system.units).flatMap(([unit, { fmu }]) =>
    [...variablesByName(describe(subject, fmu)).keys()].map((name) =>
      unit === single ? name : `${unit}.${name}`,
    ),
  );
  const settings = [...systemKeys, ...algorithmKeys.map((key) => `algorithm.${key}`)];
  return nameHint(place, [...names, ...settings]);
}
