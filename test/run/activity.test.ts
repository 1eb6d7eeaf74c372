import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { cell, nobody } from '../../master/coupling/activity.ts';
import { closeAll, openInstances } from '../../master/run/instances/open-instances.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { type Making, makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('activity');

async function systemOf(making: Making): Promise<CheckedSystem> {
  writeFileSync(join(folder, 'unit.fmu'), await makeUnit(3, making));
  const system = {
    name: 'one',
    units: { a: { fmu: 'unit.fmu' } },
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
});
