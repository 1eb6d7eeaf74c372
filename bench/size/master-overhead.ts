import { join } from 'node:path';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { type Line, medianOf, once, seconds } from '../bench-measure.ts';

export const steps: number = once ? 100_000 : 1_000_000;

/** Two sealed units that do nothing, each the other's input: what is left is the master. */
export function ring(order: 0 | 2, bond: boolean): SystemFile {
  return {
    name: 'ring',
    units: { a: { fmu: 'trivial.fmu' }, b: { fmu: 'trivial.fmu' } },
    connections: [
      { from: 'a.y', to: 'b.u' },
      { from: 'b.y', to: 'a.u' },
    ],
    bonds: bond ? [{ name: 'bond', terms: [{ effort: 'a.y', flow: 'b.y' }] }] : [],
    algorithm: { scheme: 'jacobi', step: 0.001, order },
    stopTime: 0.001 * steps,
  };
}

/** Microseconds of one communication step of two trivial units, recording off. */
export async function masterOverhead(folder: string, root: string): Promise<Line[]> {
  await buildUnit(join(root, 'bench/units/trivial'), folder);
  const measure = async (what: string, order: 0 | 2, bond: boolean, target: number): Promise<Line> => {
    const system = await resolveSystem(ring(order, bond), join(folder, 'ring.json'));
    const micros = medianOf(() => {
      const session = new Session(system);
      session.start();
      return (1e6 * seconds(() => session.advance(steps))) / steps;
    });
    return {
      what,
      measured: `${micros.toPrecision(3)} µs`,
      target: `≤ ${target.toFixed(2)} µs`,
      reached: micros <= target,
    };
  };
  return [
    await measure('(a) Jacobi step of two trivial units', 0, false, 0.1),
    await measure('(a) the same with order 2, one bond and its residual', 2, true, 0.2),
  ];
}
