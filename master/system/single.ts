import { basename, resolve } from 'node:path';
import { readUnitFile, type UnitFile, type UnitFiles } from '../../fmu-sdk/archive/unit-file.ts';
import {
  type DefaultExperiment,
  type ModelDescription,
  type Variable,
  variablesByName,
} from '../../fmu-sdk/description/description.ts';
import { messageOf, UserError } from '../../fmu-sdk/error.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/calls.ts';
import type { Permission } from '../../fmu-sdk/host/permissions.ts';
import type { JsonPath } from '../../fmu-sdk/json/json-file.ts';
import type { SignaturePolicy } from '../../fmu-sdk/signature/policy.ts';
import { converterTo, splitUnit } from './convert.ts';
import { resolveSystem } from './load.ts';
import type { CheckedSystem, ParameterValue, SystemFile } from './system.ts';

/** What the command line says about the run of a single unit. */
export interface SingleOptions {
  kind?: InterfaceKind;
  solver?: string;
  tolerance?: number;
  trusted?: boolean;
  /** What the unit may do beyond its own. */
  allow?: readonly Permission[];
  startTime?: number;
  stopTime?: number;
  /** Communication step [s]. */
  step?: number;
  /** `name=value`, with a unit behind the value where it is to be converted: `L=1200[mm]`. */
  set?: readonly string[];
  /** CSV file that drives inputs. */
  input?: string;
  record?: readonly string[];
  /** Who has to have signed it. */
  requireSignature?: SignaturePolicy;
  /** Folder of the key ring; the user's own when left out. */
  keyRing?: string;
}

/** A system of one unit with nothing connected, by the unit's default experiment where nothing else is said. */
export async function singleSystem(file: string, options: SingleOptions = {}): Promise<CheckedSystem> {
  const { kind, solver, tolerance, trusted, allow, requireSignature, keyRing } = options;
  const unitFiles: UnitFiles = new Map();
  const unit = await readUnitFile(resolve(file), unitFiles);
  const name = nameOf(file);
  const experiment = unit.description.defaultExperiment ?? {};
  const startTime = options.startTime ?? experiment.startTime ?? 0;
  const stopTime = options.stopTime ?? experiment.stopTime ?? startTime + 1;
  const { parameters, start } = settings(unit, options.set ?? []);
  const system: SystemFile = {
    name,
    units: {
      [name]: {
        fmu: basename(file),
        interface: kind,
        solver,
        tolerance: tolerance ?? experiment.tolerance,
        parameters,
        start,
      },
    },
    algorithm: { scheme: 'jacobi', step: options.step ?? stepOf(unit, experiment, stopTime - startTime) },
    startTime,
    stopTime,
    inputs: options.input,
    record: { variables: options.record?.map((variable) => `${name}.${variable}`) },
  };
  const where = (path: JsonPath): string => placeOf(file, path);
  const signed = { requireSignature, keyRing };
  return resolveSystem(system, file, { trusted, allow, prefix: false, unitFiles, where, ...signed });
}

/** The name of a file as that of a unit, with what no unit's name has replaced. */
export function nameOf(file: string): string {
  return basename(file)
    .replace(/\.fmu$/i, '')
    .replace(/[^A-Za-z0-9_-]/g, '_')
    .replace(/^(?=-|[0-9]*$)/, '_');
}

/**
 * Communication step [s] of a unit that is not told one: its default experiment's, or the power of ten that makes 300 to
 * 3000 steps of the run; a multiple of the unit's own internal step, and such that the run is a whole number of steps.
 */
export function stepOf(
  { description }: Pick<UnitFile, 'description'>,
  experiment: DefaultExperiment,
  duration: number,
): number {
  const fixed = description.coSimulation?.fixedInternalStepSize ?? 0;
  // A run that ends before it begins is refused as such, whatever its step.
  if (!(duration > 0)) return 1e-3;
  const { stepSize = 0 } = experiment;
  const free =
    stepSize > 0 && Number.isFinite(stepSize) ? stepSize : 10 ** (Math.round(Math.log10(duration)) - 3);
  const wanted = fixed > 0 ? Math.max(1, Math.round(free / fixed)) * fixed : free;
  const steps = duration / wanted;
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? wanted : duration / Math.ceil(steps);
}

/** `name=value` texts as the parameters and start values of a system file. */
function settings(
  { description }: UnitFile,
  texts: readonly string[],
): { parameters: Record<string, ParameterValue>; start: Record<string, ParameterValue> } {
  const parameters = new Map<string, ParameterValue>();
  const start = new Map<string, ParameterValue>();
  const names = variablesByName(description);
  for (const text of texts) {
    const equals = text.indexOf('=');
    if (equals < 1) throw new UserError(`set ${text}: say name=value, such as k=1200 or L=1200[mm].`);
    const name = text.slice(0, equals);
    if (parameters.has(name) || start.has(name))
      throw new UserError(`set ${name}: it is set twice. Say it once.`);
    const variable = names.get(name);
    const section = /parameter$/i.test(variable?.causality ?? '') ? parameters : start;
    section.set(name, parseValue(name, text.slice(equals + 1), variable, description));
  }
  return { parameters: Object.fromEntries(parameters), start: Object.fromEntries(start) };
}

/** Several values with commas between, or one text; `[unit]` at the end converts numbers. All digits are kept. */
function parseValue(
  name: string,
  text: string,
  variable: Variable | undefined,
  description: ModelDescription,
): ParameterValue {
  // A variable that is not there is refused as such.
  if (variable === undefined || variable.type === 'String' || variable.type === 'Binary') return text;
  const { before: list, unit } = splitUnit(text.trimEnd());
  const convert = conversion(name, variable, description, unit);
  const values = list.split(',').map((part) => convert(part.trim()));
  return values.length === 1 ? values[0] : values;
}

function conversion(
  name: string,
  variable: Variable,
  description: ModelDescription,
  unit: string | undefined,
): (text: string) => string | number {
  try {
    return converterTo(variable, description, unit);
  } catch (error) {
    throw new UserError(`set ${name}: ${messageOf(error)}`);
  }
}

/** Options of the command line by their place in the system that they become. */
const optionsByPath: readonly [place: RegExp, option: string][] = [
  [/^units\/[^/]+\/(?:parameters|start)\/(.+)$/, '--set $1'],
  [/^units\/[^/]+\/(interface|solver|tolerance)$/, '--$1'],
  [/^startTime$/, '--start-time'],
  [/^stopTime$/, '--stop-time'],
  [/^algorithm\/step$/, '--step'],
  [/^inputs$/, '--input'],
  [/^record\b.*$/, '--record'],
];

function placeOf(file: string, path: JsonPath): string {
  const text = path.join('/');
  const [place, option] = optionsByPath.find(([pattern]) => pattern.test(text)) ?? [];
  return place === undefined || option === undefined ? file : `${file} ${text.replace(place, option)}`;
}
