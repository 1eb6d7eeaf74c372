import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import type { Permission } from '../../../fmu-sdk/host/choice/sandbox-permissions.ts';
import { type FmiApi, type InterfaceKind, io, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { type Confined, type NativeLimits, openNative } from '../../../fmu-sdk/host/native/open-native.ts';
import type { Sandbox } from '../../../fmu-sdk/host/native/sandbox/sandbox-options.ts';
import { type Making, makeUnit } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

export interface Opening extends Making {
  kind?: InterfaceKind;
  isolated?: boolean;
  limits?: Partial<NativeLimits>;
  allow?: readonly Permission[];
  without?: number;
  copied?: boolean;
  confined?: (sandbox: Sandbox, process: Confined) => void;
  onIdleSeconds?: (seconds: number) => void;
}

/** Opens the fixture of this FMI version. */
export async function openFixture(fmi: 2 | 3, opening: Opening = {}): Promise<FmiApi> {
  const folder = temporaryFolder('test');
  const file = join(folder, 'fixture.fmu');
  writeFileSync(file, await makeUnit(fmi, opening));
  try {
    const { kind = 'coSimulation', isolated = false, limits, allow, without, copied } = opening;
    const { confined, onIdleSeconds } = opening;
    const archive = await openArchive(file);
    const { description: read } = await readDescription(archive);
    const description = {
      fmiVersion: `${fmi}.0`,
      [kind]: { modelIdentifier: 'fixture' },
      variables: read.variables,
    };
    const options = { isolated, limits, allow, without, copied, confined, onIdleSeconds };
    return await openNative(archive, description as unknown as ModelDescription, kind, options);
  } finally {
    // Threads outside Vitest call this, too.
    rmSync(folder, { recursive: true });
  }
}

export const instance = { instanceName: 'one', token: '{fixture}' };

/** Instantiates and initializes at time 0. */
export function initialize(calls: FmiApi): FmiApi {
  if (!calls.instantiate(instance)) throw new Error(JSON.stringify(calls.takeLog()));
  for (const op of ['setupExperiment', 'enterInitializationMode', 'exitInitializationMode'] as const)
    if (calls.call({ op }) !== status.ok) throw new Error(op);
  return calls;
}

/** Sets the parameter that selects the FMU's misbehaviour in a step. */
export function setFault(calls: FmiApi, fault: number): void {
  const parameter = calls.values('Int32', Uint32Array.of(9));
  parameter.view[0] = fault;
  calls.set(parameter);
}

export function stepTo(calls: FmiApi, time: number, step: number): number {
  calls.registers[io.time] = time;
  calls.registers[io.step] = step;
  return calls.call({ op: 'doStep' });
}

/** Returns the temporary folders of FMUs that belong to this process. */
export function unitFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`fmukit-unit-${process.pid}-`));
}
