import {
  type ModelDescription,
  type Variable,
  variablesByName,
} from '../../fmu-sdk/description/description.ts';
import { nearest } from '../../fmu-sdk/util/nearest-name.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { ParameterValue, SystemFile, UnitOfSystem } from '../system/system.ts';

/** A system that a study changes, and what is needed to know the places in it. */
export interface Subject {
  /** It stands for the system in errors, and is where its paths start. */
  readonly file: string;
  readonly system: SystemFile;
  /** Of an .fmu: the name of its unit, which variables do not carry then. */
  readonly single: string | undefined;
}

/** The description of a unit by the path that the system has of its archive. */
export type Describe = (subject: Subject, fmu: string) => ModelDescription;

const algorithmKeys: readonly string[] = ['step', 'order', 'scheme', 'extrapolation'];
const systemKeys: readonly string[] = ['startTime', 'stopTime', 'inputs'];
const unitKeys: readonly string[] = ['fmu', 'solver', 'tolerance', 'interface'];

/**
 * The system with a value at a place: `algorithm.step`, `.order`, `.scheme`, `.extrapolation`, `algorithm.options.<name>`, `startTime`,
 * `stopTime`, `inputs`; `units.<unit>.fmu`, `.solver`, `.tolerance`, `.interface`; `<unit>.<variable>`. Of an .fmu the unit's name may be
 * left out. Nothing is changed: what differs is new.
 *
 * @throws UserError where there is no such place
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

/** What changes where a place is a setting of the system, its algorithm or a unit. */
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
  const found = unitSetting({ system, single }, place);
  return found && unitWith(system, found.unit, { [found.what]: value });
}

/** Unit and setting of a place that is a setting of a unit, or undefined. */
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

/** What changes where a place is a variable: a parameter, or a start value. */
function variableOf(
  subject: Subject,
  place: string,
  value: ParameterValue,
  describe: Describe,
): Partial<SystemFile> {
  const there = variableAt(subject, place, describe);
  if (there === undefined)
    throw new UserError(
      `study: there is no "${place}" in ${subject.file}. ${advice(subject, place, describe)}`,
    );
  const { unit, name, found } = there;
  const section = /parameter$/i.test(found.causality) ? 'parameters' : 'start';
  const values = subject.system.units[unit][section];
  return unitWith(subject.system, unit, { [section]: { ...values, [name]: value } });
}

/** Unit and variable of a place, with the name that the place has of it; undefined where there is none. */
function variableAt(
  subject: Subject,
  place: string,
  describe: Describe,
): { unit: string; name: string; found: Variable } | undefined {
  for (const [unit, { fmu }] of Object.entries(subject.system.units)) {
    const name = nameInUnit(subject, unit, place);
    const found = name === undefined ? undefined : variablesByName(describe(subject, fmu)).get(name);
    if (name !== undefined && found !== undefined) return { unit, name, found };
  }
  return undefined;
}

/** The same for all names of a place: with and without the unit of an .fmu, aliases of a variable. Of what is no place itself. */
export function placeKey(subject: Subject, place: string, describe: Describe): string {
  const setting = unitSetting(subject, place);
  if (setting !== undefined) return `units.${setting.unit}.${setting.what}`;
  if (settingOf(subject, place, 0) !== undefined) return place;
  const there = variableAt(subject, place, describe);
  return there === undefined ? place : `${there.unit}\n${there.found.type} ${there.found.valueReference}`;
}

/** The variable of a unit that a place would be, or undefined. */
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
  return nearest(place, [...names, ...settings]);
}
