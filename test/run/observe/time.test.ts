import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import type { ObserverKind } from '../../../master/observe/observer.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import { ring } from '../../fixtures/ring.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('time');
beforeAll(async () => {
  await buildUnit(join(root, 'test/fixtures/mixer'), folder);
});

it.each(['jacobi', 'gauss-seidel', 'adaptive'])(
  'an observer receives the time at the end of a step of %s',
  async (scheme) => {
    const steps: [told: number, summed: number][] = [];
    const rows: number[] = [];
    let sum = 0;
    const watch: ObserverKind = {
      name: 'watch',
      observe: ({ time }) => ({
        step: (H) => void steps.push([time(), (sum += H)]),
        row: () => void rows.push(time()),
      }),
    };
    const system = await resolveSystem(ring({ scheme, step: 0.1 }, 1), join(folder, 'ring.json'));
    await simulate(system, { observers: [watch] });
    expect(steps.length).toBeGreaterThanOrEqual(10);
    for (const [reportedTime, summed] of steps) expect(reportedTime).toBeCloseTo(summed, 12);
    expect(rows).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  },
);
