import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { root } from '../run-fmu.ts';

/** Returns the order that a run reports, and the residual power and energies of its bond. */
async function bondWith(algorithm: Partial<SystemFile['algorithm']>): Promise<[number, Float64Array]> {
  const file = join(root, 'systems/crane-single-force.json');
  const system = JSON.parse(readFileSync(file, 'utf8')) as SystemFile;
  for (const connection of system.connections ?? []) connection.order = undefined;
  system.algorithm = { scheme: 'jacobi', step: 0.001, ...algorithm };
  system.stopTime = 0.5;
  const session = new Session(await resolveSystem(system, file));
  session.start();
  session.advance(session.steps);
  return [session.system.order, session.residuals.bonds[0].values];
}

it.each([
  ['hold', 0],
  ['linear', 1],
  ['quadratic', 2],
] as const)('%s by name has the order and the residual energy of order %i', async (extrapolation, order) => {
  const named = await bondWith({ extrapolation });
  expect(named[0]).toBe(order);
  expect(named).toEqual(await bondWith({ order }));
  expect(named[1][2]).toBeGreaterThan(0);
});

it('the order of an extrapolation that is named wins over another order', async () => {
  expect(await bondWith({ extrapolation: 'linear', order: 2 })).toEqual(await bondWith({ order: 1 }));
});
