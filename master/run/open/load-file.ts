import { extname, resolve } from 'node:path';
import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { fileSettingsOf } from '../../system/file-settings.ts';
import {
  loadSystem as loadJson,
  refuseOtherOptions,
  resolveSystem,
  type SystemOptions,
} from '../../system/load-system.ts';
import { rememberLoading } from '../../system/reload-system.ts';
import { singleSystem } from '../../system/single/single-fmu.ts';
import { type SingleFmuOptions, singleFmuKinds } from '../../system/single/single-options.ts';
import type { CheckedSystem, SystemFile } from '../../system/system.ts';
import { openSystem, systemFormat } from './read-system.ts';

/**
 * Reads a system, opens its FMUs and checks that all fits together. `system` is a `system.json`, an
 * `.ssp` or `.ssd`, an `OspSystemStructure.xml`, a single `.fmu`, or the content of a system file,
 * whose paths start at the working directory.
 *
 * @example
 * const system = await loadSystem('chain.json', { values: { 'second.T': 2 }, stopTime: 5 });
 * const result = await simulate(system, { output: 'results/chain.csv' });
 *
 * @example
 * const chain: SystemFile = {
 *   name: 'chain',
 *   units: {
 *     first: { fmu: 'dist/my-filter.fmu', start: { u: 1 } },
 *     second: { fmu: 'dist/my-filter.fmu' },
 *   },
 *   connections: [{ from: 'first.y', to: 'second.u' }],
 *   algorithm: { scheme: 'jacobi', step: 0.1 },
 *   stopTime: 1,
 * };
 * const system = await loadSystem(chain, { stopTime: 2 });
 */
export async function loadSystem(
  system: string | SystemFile,
  options: SystemOptions & SingleFmuOptions = {},
): Promise<CheckedSystem> {
  if (isSystemContent(system)) return resolveSystem(system, contentName, options);
  const file = system;
  requirePath('load', file);
  refuseOtherOptions(file, options, singleFmuKinds);
  const { input } = options;
  const fixed = { ...options, ...(input !== undefined && { input: resolve(input) }) };
  return rememberLoading(await load(file, fixed), fixed, (others) => loadSystem(file, others));
}

/** Name of a system without a file, which is also the base of its paths. */
export const contentName = 'system';

/** Reports whether a value is the content of a system file. */
export function isSystemContent(system: unknown): system is SystemFile {
  const units = (system as Partial<SystemFile> | null | undefined)?.units;
  return typeof units === 'object' && units !== null && !Array.isArray(units);
}

async function load(file: string, options: SystemOptions & SingleFmuOptions): Promise<CheckedSystem> {
  if (extname(file).toLowerCase() === '.fmu') return loadSingle(file, options);
  const { kind, solver, tolerance, ...ofSystem } = options;
  const ofUnit = { kind, solver, tolerance };
  const alien = Object.entries(ofUnit).find(([, value]) => value !== undefined)?.[0];
  if (alien !== undefined)
    throw new UserError(
      `load ${file}: the option "${alien}" is for a single .fmu, got a system. Set it for each unit of the system.`,
    );
  if (systemFormat(file) === 'json') return loadJson(file, ofSystem);
  const { step, stopTime } = fileSettingsOf(`load ${file}`, ofSystem);
  const { system, dispose } = await openSystem(file, { step, stopTime }, ofSystem);
  dispose();
  return system;
}

/** Options that describe couplings, or replace parts that one FMU does not have. */
const ofSystems = ['hosts', 'sources', 'unitFiles'] as const;

function loadSingle(file: string, options: SystemOptions & SingleFmuOptions): Promise<CheckedSystem> {
  const { scheme, order, ...ofRun } = fileSettingsOf(`load ${file}`, options);
  const alien =
    ofSystems.find((name) => options[name] !== undefined) ??
    Object.entries({ scheme, order }).find(([, value]) => value !== undefined)?.[0];
  if (alien !== undefined)
    throw new UserError(
      `load ${file}: the option "${alien}" is for systems of several FMUs, got a single .fmu. Leave it out.`,
    );
  const { trusted, allow, requireSignature, keyRing, byCalls, events, kind, solver, tolerance } = options;
  const ofUnit = { trusted, allow, requireSignature, keyRing, byCalls, events, kind, solver, tolerance };
  return singleSystem(file, { ...ofRun, ...ofUnit });
}
