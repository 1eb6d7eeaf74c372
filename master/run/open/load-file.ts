import { extname } from 'node:path';
import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { loadSystem as loadJson, refuseOtherOptions, type SystemOptions } from '../../system/load-system.ts';
import { singleSystem } from '../../system/single-fmu.ts';
import { type SingleFmuOptions, singleFmuKinds } from '../../system/single-options.ts';
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
  if (extname(file).toLowerCase() === '.fmu') return loadSingle(file, options);
  const { kind, solver, tolerance, ...ofSystem } = options;
  const ofUnit = { kind, solver, tolerance };
  const alien = Object.entries(ofUnit).find(([, value]) => value !== undefined)?.[0];
  if (alien !== undefined)
    throw new UserError(
      `load ${file}: the option "${alien}" is for a single .fmu, got a system. Set it for each unit of the system.`,
    );
  if (systemFormat(file) === 'json') return loadJson(file, ofSystem);
  const { step } = ofSystem.settings ?? {};
  const stopTime = ofSystem.stopTime ?? ofSystem.settings?.stopTime;
  const { system, dispose } = await openSystem(file, { step, stopTime }, ofSystem);
  dispose();
  return system;
}

/** Options that describe couplings, or replace parts that one FMU does not have. */
const ofSystems = ['hosts', 'sources', 'unitFiles'] as const;

function loadSingle(file: string, options: SystemOptions & SingleFmuOptions): Promise<CheckedSystem> {
  const { hosts: _, sources: _1, unitFiles: _2, settings, ...common } = options;
  const { scheme: _3, order: _4, ...ofRun } = settings ?? {};
  const alien =
    ofSystems.find((name) => options[name] !== undefined) ??
    (['scheme', 'order'] as const).find((name) => settings?.[name] !== undefined);
  if (alien !== undefined)
    throw new UserError(
      `load ${file}: the option "${alien}" is for systems of several FMUs, got a single .fmu. Leave it out.`,
    );
  return singleSystem(file, { ...ofRun, ...common, stopTime: common.stopTime ?? ofRun.stopTime });
}
