import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { CommunicationPoints } from '../../fmu-sdk/util/time/communication-points.ts';
import { closeAll, openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { lastTime } from '../../master/system/checks/check-times.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('stop-time');
beforeAll(async () => {
  if (noCompiler !== undefined) return;
  for (const fmi of [2, 3] as const)
    writeFileSync(join(folder, `fmi${fmi}.fmu`), await makeUnit(fmi, { defines: ['GAIN=0.5'] }));
});

type Times = Pick<SystemFile, 'startTime' | 'stopTime'> & { step: number };

/**
 * Runs two units that refuse steps beyond their stop time, with different steps if given. Returns
 * the time that they reached.
 */
async function reached(times: Times, algorithm: object, steps: readonly number[] = []): Promise<number> {
  const { step, ...ends } = times;
  const unit = (k: number): object => ({
    fmu: `fmi${k + 2}.fmu`,
    ...(steps[k] !== undefined && { step: steps[k] }),
  });
  const system = await resolveSystem(
    {
      name: 'strict',
      units: { a: unit(0), b: unit(1) },
      connections: [
        { from: 'a.y', to: 'b.u' },
        { from: 'b.y', to: 'a.u' },
      ],
      bonds: [{ name: 'bond', terms: [{ effort: 'a.y', flow: 'b.y' }] }],
      algorithm: { step, ...algorithm },
      ...ends,
    } as unknown as SystemFile,
    join(folder, 'system.json'),
  );
  const activity = { cells: new Int32Array(4) };
  const instances = await openInstances(system, activity, hosts, { rollback: true });
  try {
    const session = new Session(system, { activity, instances });
    session.start();
    session.advance(session.steps);
    return session.time();
  } finally {
    closeAll(instances, activity);
  }
}

const rounded: Times[] = [
  { stopTime: 0.3, step: 0.1 },
  { stopTime: 0.3, step: 0.025 },
  { stopTime: 0.7, step: 0.1 },
  { startTime: 0.1, stopTime: 0.3, step: 0.2 },
  { startTime: 1, stopTime: 2.2, step: 0.3 },
  { startTime: -0.3, stopTime: 0.4, step: 0.1 },
  // Whole to a millionth of a step.
  { stopTime: 1, step: 0.33333334 },
];

describe.skipIf(noCompiler !== undefined)('units that refuse steps beyond the stop time', () => {
  it.each([
    ['jacobi', { scheme: 'jacobi', order: 1 }],
    ['gauss-seidel', { scheme: 'gauss-seidel' }],
    ['nepce', { scheme: 'nepce' }],
    ['ecco', { scheme: 'ecco', options: { first: 0.007, largest: 0.011 } }],
    ['adaptive', { scheme: 'adaptive', options: { first: 0.007, largest: 0.011, tolerance: 1 } }],
    ['hybrid', { scheme: 'hybrid', options: { first: 0.007, largest: 0.011, tolerance: 1 } }],
    ['iterative-jacobi with two points', { scheme: 'iterative-jacobi', order: 2, options: { points: 2 } }],
    [
      'iterative-gauss-seidel with two points',
      { scheme: 'iterative-gauss-seidel', order: 2, options: { points: 2 } },
    ],
    ['newton with two points', { scheme: 'newton', order: 2, options: { points: 2 } }],
  ] as const)(
    'units with a stop time take every step of %s, however times are rounded',
    async (_, algorithm) => {
      for (const times of rounded) {
        const { startTime = 0, stopTime, step } = times;
        const n = Math.round((stopTime - startTime) / step);
        expect(await reached(times, algorithm)).toBe(CommunicationPoints.decimals(startTime, step).at(n));
      }
    },
  );

  it('units with a stop time take every step of multi-rate', async () => {
    for (const times of rounded)
      for (const parts of [2, 3, 7, 10])
        expect(
          await reached(times, { scheme: 'multi-rate' }, [times.step, times.step / parts]),
        ).toBeGreaterThan(0);
  });

  it('units receive the exact stop time if no step ends after it', () => {
    expect(lastTime({ units: [], startTime: 0, stopTime: 1, step: 0.1 })).toBe(1);
    expect(lastTime({ units: [], startTime: 0, stopTime: 0.3, step: 0.1 })).toBe(0.1 * 3);
    expect(lastTime({ units: [], startTime: 0, stopTime: 1, step: 0.33333333 })).toBe(1);
  });
});
