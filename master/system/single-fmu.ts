import { basename, resolve } from 'node:path';
import {
  toldInternalStep,
  type UsableExperiment,
  usableExperiment,
} from '../../fmu-sdk/description/default-experiment.ts';
import { powerOfTen } from '../../fmu-sdk/description/values/decimal-text.ts';
import type { FmuArchive } from '../../fmu-sdk/host/choice/host.ts';
import { type Permission, requirePermissions } from '../../fmu-sdk/host/choice/sandbox-permissions.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { type FmuFiles, readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import type { SignaturePolicy } from '../../fmu-sdk/sign/signature-policy.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { resolveSystem } from './load-system.ts';
import { setValuesOf, splitSetOption } from './parse-set-option.ts';
import { refuseOtherValues, type SetValue, setTexts } from './set-values.ts';
import type { CheckedSystem, SystemFile } from './system.ts';
import { everyOf, stepFittingInterval } from './system-overrides.ts';

/** Options for loading a single FMU as a system. */
export interface SingleOptions {
  kind?: InterfaceKind | undefined;
  solver?: string | undefined;
  tolerance?: number | undefined;
  trusted?: boolean | undefined;
  /** Extra permissions of the FMU's native code. */
  allow?: readonly Permission[] | undefined;
  startTime?: number | undefined;
  stopTime?: number | undefined;
  /** Communication step [s]. */
  step?: number | undefined;
  /** Time between rows of the results [s]. Default: one row per step. */
  outputInterval?: number | undefined;
  /** Values of variables by name. A text may have a unit of measure: `{ L: '1200[mm]' }`. */
  values?: Readonly<Record<string, SetValue>> | undefined;
  /** `name=value`, with an optional unit of measure to convert from: `L=1200[mm]`. */
  set?: readonly string[] | undefined;
  /** File that drives inputs. A relative path starts at the FMU's folder. */
  input?: string | undefined;
  record?: readonly string[] | undefined;
  /** Signature policy for the FMU. */
  requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring. Default: the user's key ring. */
  keyRing?: string | undefined;
  /** Calls a fmukit FMU through the FMI functions, as its component. */
  byCalls?: boolean | undefined;
  /** Uses event mode, so that results have rows at events. */
  events?: boolean | undefined;
}

export const singleKinds: OptionTable<SingleOptions> = {
  kind: 'text',
  solver: 'text',
  tolerance: 'number',
  trusted: 'boolean',
  allow: requirePermissions,
  startTime: 'number',
  stopTime: 'number',
  step: 'number',
  outputInterval: 'number',
  values: 'object',
  set: 'texts',
  input: 'path',
  record: 'texts',
  requireSignature: ['boolean', 'texts'],
  keyRing: 'path',
  byCalls: 'boolean',
  events: 'boolean',
};

/**
 * Loads a system that consists of one FMU without connections. Defaults come from its default
 * experiment.
 *
 * @example
 * const system = await singleSystem('dist/my-filter.fmu', { stopTime: 2, set: ['T=500[ms]'] });
 * const { columns } = await simulate(system, { collect: true });
 */
export async function singleSystem(file: string, options: SingleOptions = {}): Promise<CheckedSystem> {
  requirePath('load', file);
  requireOptions(`load ${file}`, options, singleKinds);
  const { kind, solver, tolerance, trusted, allow, requireSignature, keyRing, byCalls, events } = options;
  const unitFiles: FmuFiles = new Map();
  const unit = await readFmuFile(resolve(file), unitFiles);
  const name = nameOf(file);
  const experiment = usableExperiment(unit.description);
  const startTime = options.startTime ?? experiment.startTime ?? 0;
  const stopTime = options.stopTime ?? experiment.stopTime ?? startTime + 1;
  refuseOtherValues(`load ${file}`, options.values);
  const texts = [...(options.set ?? []), ...setTexts(options.values ?? {})].map((text) => {
    const { name: variable, value } = splitSetOption(text, 'name=value, such as k=1200 or L=1200[mm]');
    return [variable, value, variable] as const;
  });
  const { parameters, start } = setValuesOf(unit.description, texts);
  const { outputInterval } = options;
  const step =
    options.step ?? stepFittingInterval(stepOf(unit, experiment, stopTime - startTime), outputInterval);
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
    algorithm: { scheme: 'jacobi', step },
    startTime,
    stopTime,
    inputs: options.input,
    record: {
      variables: options.record?.map((variable) => `${name}.${variable}`),
      ...(outputInterval !== undefined && { every: everyOf(name, step, outputInterval) }),
    },
  };
  const where = (path: JsonPath): string => placeOf(file, path, options);
  const signed = { requireSignature, keyRing };
  const resolveOptions = { unitFiles, where, byCalls, events };
  return resolveSystem(system, file, { trusted, allow, prefix: false, ...resolveOptions, ...signed });
}

/** Returns the file's name as a unit name, with invalid characters replaced. */
export function nameOf(file: string): string {
  return basename(file)
    .replace(/\.fmu$/i, '')
    .replace(/[^A-Za-z0-9_-]/g, '_')
    .replace(/^(?=-|[0-9]*$)/, '_');
}

/**
 * Returns the communication step of an experiment [s]. It is the step of the experiment, or the
 * power of ten that gives 300 to 3000 steps. The power of ten, and every step of an FMU that requires
 * steps of one size, becomes a multiple of the internal step. The run is a whole number of steps.
 */
export function stepOf(
  { description }: Pick<FmuArchive, 'description'>,
  experiment: UsableExperiment,
  duration: number,
): number {
  const { canHandleVariableCommunicationStepSize: takesAny } = description.coSimulation ?? {};
  const fixed = toldInternalStep(description) ?? 0;
  // An empty or endless run is refused later, whatever its step.
  if (!(duration > 0 && duration < Infinity)) return 1e-3;
  const { stepSize = 0 } = experiment;
  const free = stepSize > 0 ? stepSize : powerOfTen(Math.round(Math.log10(duration)) - 3);
  const isRounded = fixed > 0 && !(stepSize > 0 && takesAny);
  const wanted = isRounded ? Math.max(1, Math.round(free / fixed)) * fixed : free;
  const steps = duration / wanted;
  if (!Number.isFinite(steps)) return wanted;
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? wanted : duration / Math.ceil(steps);
}

/** Options of the command line by the place in the system that they set. */
const optionsByPath: readonly [place: RegExp, option: string, setting?: keyof SingleOptions][] = [
  [/^units\/[^/]+\/(?:parameters|start)\/(.+)$/, '--set $1'],
  [/^units\/[^/]+\/(interface|solver|tolerance)$/, '--$1'],
  [/^startTime$/, '--start-time', 'startTime'],
  [/^stopTime$/, '--stop-time', 'stopTime'],
  [/^algorithm\/step$/, '--step', 'step'],
  [/^inputs$/, '--input'],
  [/^record\b.*$/, '--record'],
];

function placeOf(file: string, path: JsonPath, options: SingleOptions): string {
  const text = path.join('/');
  const [place, option, setting] = optionsByPath.find(([pattern]) => pattern.test(text)) ?? [];
  if (place === undefined || option === undefined) return file;
  // A default comes from the FMU, so nobody gave the option.
  const isDefault = setting !== undefined && options[setting] === undefined;
  return isDefault ? `${file} DefaultExperiment (give ${option})` : `${file} ${text.replace(place, option)}`;
}
