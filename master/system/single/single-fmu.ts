import { basename, resolve } from 'node:path';
import { type Permission, requirePermissions } from '../../../fmu-sdk/host/choice/sandbox-permissions.ts';
import { type FmuFiles, readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import type { SignaturePolicy } from '../../../fmu-sdk/sign/signature-policy.ts';
import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { type OptionTable, requireOptions } from '../../../fmu-sdk/util/require-options.ts';
import { resolveSystem } from '../load-system.ts';
import { refuseOtherValues } from '../set-values.ts';
import type { CheckedSystem } from '../system.ts';
import {
  type SingleFmuOptions,
  type SingleRunOptions,
  singleFmuKinds,
  singleRunKinds,
} from './single-options.ts';
import { singleSystemFile } from './single-system.ts';

/** Options for loading a single FMU as a system. */
export interface SingleOptions extends SingleFmuOptions, SingleRunOptions {
  trusted?: boolean | undefined;
  /** Extra permissions of the FMU's native code. */
  allow?: readonly Permission[] | undefined;
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
  ...singleFmuKinds,
  trusted: 'boolean',
  allow: requirePermissions,
  ...singleRunKinds,
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
  const { trusted, allow, requireSignature, keyRing, byCalls, events } = options;
  const unitFiles: FmuFiles = new Map();
  const { description } = await readFmuFile(resolve(file), unitFiles);
  refuseOtherValues(`load ${file}`, options.values);
  const system = singleSystemFile(basename(file), description, options);
  const where = (path: JsonPath): string => placeOf(file, path, options);
  const signed = { requireSignature, keyRing };
  const resolveOptions = { unitFiles, where, byCalls, events };
  return resolveSystem(system, file, { trusted, allow, prefix: false, ...resolveOptions, ...signed });
}

/** Words for the options that set a place in the system, for the command line and programs alike. */
const optionsByPath: readonly [place: RegExp, option: string, setting?: keyof SingleOptions][] = [
  [/^units\/[^/]+\/(?:parameters|start)\/(.+)$/, ', value of $1'],
  [/^units\/[^/]+\/(interface|solver|tolerance)$/, ', option "$1"'],
  [/^startTime$/, ', option "start time"', 'startTime'],
  [/^stopTime$/, ', option "stop time"', 'stopTime'],
  [/^algorithm\/step$/, ', option "step"', 'step'],
  [/^inputs$/, ', option "input"'],
  [/^record\b.*$/, ', option "record"'],
];

function placeOf(file: string, path: JsonPath, options: SingleOptions): string {
  const text = path.join('/');
  const [place, option, setting] = optionsByPath.find(([pattern]) => pattern.test(text)) ?? [];
  if (place === undefined || option === undefined) return file;
  // A default comes from the FMU, so nobody gave the option.
  const isDefault = setting !== undefined && options[setting] === undefined;
  return isDefault
    ? `${file} DefaultExperiment (give the${option.replace(',', '')})`
    : `${file}${text.replace(place, option)}`;
}
