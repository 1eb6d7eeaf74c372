import { join } from 'node:path';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import { cpuSeconds, type Line, once, repeats } from '../bench-measure.ts';
import { median } from '../median.ts';

const counts = [2, 8, 32, 128, 512, 1000];
/** Steps of a unit, all units together, in each measurement. */
const unitSteps = 2_000_000;
/** Within a quarter of a middle value: the largest is so many times the smallest. */
const even = 1.25 / 0.75;

/**
 * CPU time of a step of one of n trivial units in a ring, for several n in turns: it is not to grow
 * with n.
 */
export async function manyUnits(folder: string, root: string): Promise<Line[]> {
  await buildUnit(join(root, 'bench/units/trivial'), folder);
  const runs: (() => number)[] = [];
  for (const n of counts) {
    const system = await resolveSystem(
      {
        name: 'ring',
        units: Object.fromEntries(Array.from({ length: n }, (_, k) => [`u${k}`, { fmu: 'trivial.fmu' }])),
        connections: Array.from({ length: n }, (_, k) => ({ from: `u${(k + n - 1) % n}.y`, to: `u${k}.u` })),
        algorithm: { scheme: 'jacobi', step: 0.001, order: 0 },
        stopTime: 0.001 * unitSteps,
      },
      join(folder, 'ring.json'),
    );
    const steps = 10 * Math.round((once ? unitSteps / 10 : unitSteps) / n / 10);
    runs.push(() => {
      const session = new Session(system);
      session.start();
      // What the engine optimizes beside, in threads of its own, falls into one part or two.
      const parts = Array.from({ length: 10 }, () => cpuSeconds(() => session.advance(steps / 10)));
      return (median(parts.slice(1)) * 1e9) / (steps / 10) / n;
    });
  }
  const rounds = Array.from({ length: repeats }, () => runs.map((run) => run()));
  const medians = counts.map((_, i) => median(rounds.map((round) => round[i])));
  const ratio = Math.max(...medians) / Math.min(...medians);
  const text = counts.map((n, i) => `${n}: ${medians[i].toFixed(1)}`).join(', ');
  return [
    {
      what: '(u) a step of one of n sealed units in a ring, n = 2 … 1000, largest against smallest',
      measured: `${ratio.toFixed(2)}× (ns of CPU by n: ${text})`,
      target: `≤ ${even.toFixed(2)}×`,
      reached: ratio <= even,
    },
  ];
}
