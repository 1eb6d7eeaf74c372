import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { Order, SystemFile } from '../../master/system/system.ts';
import { root } from '../run-fmu.ts';

const stopTime = 3;
/** Communication points at which lengths are compared [s]. */
const apart = 0.06;

/**
 * Lengths of both actuators at times that are `apart`, of a system of `systems/`, by another
 * algorithm. Connections keep orders of their own, unless `alike`.
 */
async function lengths(name: string, algorithm?: SystemFile['algorithm'], alike = false): Promise<number[]> {
  const file = join(root, `systems/${name}.json`);
  const system = JSON.parse(readFileSync(file, 'utf8')) as SystemFile;
  if (alike) for (const connection of system.connections ?? []) delete connection.order;
  Object.assign(system, { stopTime, algorithm: algorithm ?? system.algorithm, interfaceModels: [] });
  const session = new Session(await resolveSystem(system, file));
  session.start();
  const read = ['crane.s1', 'crane.s2'].map((variable) => session.reader(variable));
  const every = Math.round(apart / system.algorithm.step);
  const samples: number[] = [];
  while (!session.done) {
    session.advance(every);
    samples.push(...read.map((visit) => Number(visit())));
  }
  return samples;
}

const whole = await lengths('crane-double-monolithic');

/** Largest difference to the monolithic crane [m]. */
async function errorOf(
  scheme: string,
  order: Order,
  step: number,
  { options, alike }: { options?: Record<string, number>; alike?: boolean } = {},
): Promise<number> {
  const algorithm = { scheme, order, step, ...(options === undefined ? {} : { options }) };
  const coupled = await lengths('crane-double-force', algorithm, alike);
  expect(coupled.length).toBe(whole.length);
  return coupled.reduce((most, s, k) => Math.max(most, Math.abs(s - whole[k])), 0);
}

describe('the double crane, velocity–force', () => {
  it('schemes without iteration are stable to 3 ms at most', async () => {
    for (const scheme of ['jacobi', 'gauss-seidel'])
      for (const order of [0, 1, 2] as const)
        await expect(errorOf(scheme, order, 0.004), `${scheme} ${order}`).rejects.toThrow('shorten the step');
    expect(await errorOf('gauss-seidel', 1, 0.003)).toBeLessThan(1e-5);
  });

  it.each(['iterative-jacobi', 'iterative-gauss-seidel', 'newton', 'semi-implicit'])(
    '%s is within 10 µm of the monolithic crane at three times that step',
    async (scheme) => {
      expect(await errorOf(scheme, 2, 0.01)).toBeLessThan(1e-5);
    },
  );

  it('two points in a step are more accurate at three times the step than the best scheme without iteration, at either of its steps', async () => {
    const points = { options: { points: 2 } };
    const at3 = await errorOf('gauss-seidel', 1, 0.003);
    const at2 = await errorOf('gauss-seidel', 2, 0.002, { alike: true });
    for (const scheme of ['semi-implicit', 'newton', 'iterative-gauss-seidel'])
      expect(await errorOf(scheme, 2, 0.01, points), scheme).toBeLessThan(0.7 * at3);
    expect(await errorOf('iterative-gauss-seidel', 2, 0.006, { ...points, alike: true })).toBeLessThan(
      1.02 * at2,
    );
  });

  it('iteration at 4 ms is as accurate as Jacobi at 1 ms', async () => {
    const [iterative, jacobi] = [
      await errorOf('iterative-gauss-seidel', 2, 0.004),
      await errorOf('jacobi', 2, 0.001),
    ];
    expect(iterative).toBeLessThan(1.1 * jacobi);
  });
});
