import { join } from 'node:path';
import { expect, it } from 'vitest';
import { simulate } from '../../../master/run/simulate.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import { root } from '../../run-fmu.ts';

it('the energy through a bond is the product of effort and flow over time, with and without rows in memory', async () => {
  const system = await loadSystem(join(root, 'systems/crane-single-force.json'));
  const { columns, bonds } = await simulate({ ...system, stopTime: 0.2 }, { collect: true });
  const names = columns.map(({ name }) => name);
  expect(names).not.toContain('actuator.F_s');
  // The crane shows the extrapolated force that it receives.
  const [t, flow, force] = ['time', 'crane.s_dot', 'crane.force'].map(
    (name) => columns[names.indexOf(name)].data,
  );
  let energy = 0;
  for (let k = 1; k < t.length; k++) energy += Math.abs(flow[k] * force[k]) * (t[k] - t[k - 1]);
  expect(energy).toBeGreaterThan(0);
  expect(bonds[0].carried! / energy).toBeCloseTo(1, 2);
  expect((await simulate({ ...system, stopTime: 0.2 })).bonds[0].carried).toBe(bonds[0].carried);
});
