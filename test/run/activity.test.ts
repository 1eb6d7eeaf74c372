import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { FmuGoneError } from '../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { cell, nobody } from '../../master/coupling/activity.ts';
import { closeAll, openInstances } from '../../master/run/instances/open-instances.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { fault, type Making, makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('activity');

async function systemOf(
  making: Making,
  units: SystemFile['units'] = { a: { fmu: 'unit.fmu' } },
): Promise<CheckedSystem> {
  writeFileSync(join(folder, 'unit.fmu'), await makeUnit(3, making));
  const system = {
    name: 'one',
    units,
    connections: [],
    algorithm: { scheme: 'jacobi', step: 0.1 },
    stopTime: 1,
  } as const;
  return resolveSystem({ ...system, connections: [] }, join(folder, 'one.json'), { trusted: false });
}

describe.skipIf(noCompiler !== undefined)('the reported unit of a running system', () => {
  it('reports no unit while archive, code and library of a unit are loaded', async () => {
    const cells = Int32Array.of(0, nobody, 0);
    const opening = openInstances(await systemOf({ defines: ['NEEDS_ANOTHER'] }), { cells }, hosts);
    await expect(opening).rejects.toThrow('undefined symbol: not_there');
    expect(cells[cell.unit]).toBe(nobody);
  });

  it('reports no unit after loading, and names the unit while it is closed', async () => {
    const cells = Int32Array.of(0, nobody, 0);
    const instances = await openInstances(await systemOf({}), { cells }, hosts);
    expect(cells[cell.unit]).toBe(nobody);
    closeAll(instances, { cells });
    expect(cells[cell.unit]).toBe(0);
  });

  it('the error about a crash names the unit, also if two units use one file', async () => {
    const bad = { fmu: 'unit.fmu', parameters: { fault: fault.aborts } };
    const system = await systemOf({}, { a: { fmu: 'unit.fmu' }, b: bad });
    await expect(simulate(system)).rejects.toThrow(
      /^run .*unit\.fmu \(unit b\): the FMU crashed in doStep with SIGABRT/,
    );
  });

  it('a process that a forced end kills is not reported as a crash of its FMU', () => {
    const killed = {
      name: 'pump',
      close: () => {
        throw new FmuGoneError('run pump.fmu: the FMU crashed in terminate with SIGKILL.', [], {
          signal: 'SIGKILL',
        });
      },
    } as unknown as Instance;
    const warningsAfter = (stop: number): string[] => {
      const cells = Int32Array.of(0, nobody, 0, 0);
      cells[cell.stop] = stop;
      return closeAll([killed], { cells });
    };
    expect(warningsAfter(1)).toEqual([]);
    expect(warningsAfter(0)).toEqual([expect.stringMatching(/^pump, at the end of the run: .*SIGKILL/)]);
  });
});
