import { extname, resolve } from 'node:path';
import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { fileSettingsOf } from '../../system/file-settings.ts';
import { loadSystem as loadJson, refuseOtherOptions, type SystemOptions } from '../../system/load-system.ts';
import { rememberLoading } from '../../system/reload-system.ts';
import { singleSystem } from '../../system/single/single-fmu.ts';
import { type SingleFmuOptions, singleFmuKinds } from '../../system/single/single-options.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { openSystem, systemFormat } from './read-system.ts';

/**
 * Reads a system, opens its FMUs and checks that all fits together. The file is a `system.json`, an
 * `.ssp` or `.ssd`, an `OspSystemStructure.xml`, or a single `.fmu`.
 *
 * @example
 * const system = await loadSystem('chain.json', { values: { 'second.T': 2 }, stopTime: 5 });
 * const result = await simulate(system, { output: 'results/chain.csv' });
 */
export async function loadSystem(
  file: string,
  options: SystemOptions & SingleFmuOptions = {},
): Promise<CheckedSystem> {
  requirePath('load', file);
  refuseOtherOptions(file, options, singleFmuKinds);
  const { input } = options;
  const fixed = { ...options, ...(input !== undefined && { input: resolve(input) }) };
  return rememberLoading(await load(file, fixed), fixed, (others) => loadSystem(file, others));
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
