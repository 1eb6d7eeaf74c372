import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import { Session } from '../../../master/run/loop/session.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { makeMass } from '../../fixtures/c/mass.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../setup.ts';

const folder = temporaryFolder('refused');
beforeAll(() => buildUnit(join(root, 'test/fixtures/cautious'), folder));

/** Creates two fmukit FMUs in a ring. One of them limits its step after t = 0.05 s. */
async function ring(most: number, smallest: number): Promise<Session> {
  const system = await resolveSystem(
    {
      name: 'ring',
      units: { bold: { fmu: 'cautious.fmu' }, shy: { fmu: 'cautious.fmu', parameters: { most } } },
      connections: [
        { from: 'bold.y', to: 'shy.u' },
        { from: 'shy.y', to: 'bold.u' },
      ],
      algorithm: { scheme: 'adaptive', step: 0.1, options: { tolerance: 0.05, smallest } },
      stopTime: 0.5,
    },
    join(folder, 'ring.json'),
  );
  const session = new Session(system);
  session.start();
  return session;
}

describe('a fmukit FMU that fails in a step', () => {
  it('a fmukit FMU that fails repeats the step in smaller ones after its memory was restored', async () => {
    const session = await ring(0.004, 1e-4);
    session.advance(5);
    const { time, size, accepted: stood, error } = session.ownSteps!;
    expect([...error].filter(Number.isNaN).length).toBeGreaterThan(0);
    time.forEach((t, k) => {
      if (t > 0.05 && stood[k] === 1) expect(size[k]).toBeLessThanOrEqual(0.004);
    });
    // ẏ = y of both, by Euler steps that are small enough.
    expect(Number(session.reader('shy.y')())).toBeCloseTo(Math.exp(0.5), 1);
    session.end('finished');
  });

  it('a fmukit FMU that fails in steps of all sizes ends the run with the tried sizes', async () => {
    const session = await ring(0, 0.002);
    expect(() => session.advance(5)).toThrow(
      /^step shy: the FMU stopped at t = 0\.0\d+ s, in each of \d+ tried steps of [.\d, e-]+, 0\.002 s: the step is too large\. Check its inputs/,
    );
    session.end('failed');
  });
});

describe.skipIf(noCompiler !== undefined)('a native unit without FMU state that discards a step', () => {
  /**
   * Creates two masses on a spring. The first one limits its steps from 0.5 s on, and refuses all
   * after it has refused one.
   */
  const masses = async (fmi: 2 | 3, limit: number): Promise<ReturnType<typeof simulate>> => {
    writeFileSync(join(folder, 'first.fmu'), await makeMass(fmi, [`LIMIT=${limit}`]));
    writeFileSync(join(folder, 'second.fmu'), await makeMass(fmi));
    const system = await resolveSystem(
      {
        name: 'masses',
        units: { first: { fmu: 'first.fmu', start: { x: 1 } }, second: { fmu: 'second.fmu' } },
        connections: [
          { from: 'first.x', to: 'second.u' },
          { from: 'second.x', to: 'first.u' },
        ],
        algorithm: {
          scheme: 'adaptive',
          step: 0.25,
          order: 1,
          options: { tolerance: 0.02, smallest: 0.0005 },
        },
        stopTime: 1,
        record: { variables: ['first.x', 'first.largest', 'first.refused'] },
      },
      join(folder, 'masses.json'),
    );
    return simulate(system, { collect: true });
  };

  it.each([2, 3] as const)(
    'a native FMU without FMU state rolls back by its process, and all units repeat the step in smaller ones, in FMI %i',
    async (fmi) => {
      const { columns, ownSteps, notes } = await masses(fmi, 0.002);
      const end = columns.map(({ data }) => Number(data.at(-1)));
      const { time, size, accepted: stood, error } = ownSteps!;
      expect([...error].filter(Number.isNaN).length).toBeGreaterThan(0);
      expect(Math.max(...[...size].filter((_, k) => time[k] < 0.49 && stood[k] === 1))).toBeGreaterThan(
        0.002,
      );
      time.forEach((t, k) => {
        if (t > 0.5 - 1e-9 && stood[k] === 1) expect(size[k]).toBeLessThanOrEqual(0.002);
      });
      expect(notes.join(' ')).toMatch(/Rejected steps: \d+, \d+ of them because a unit failed\./);
      // ẍ = y − x, ÿ = x − y.
      expect(Math.abs(end[1] - 0.5 * (1 + Math.cos(Math.SQRT2)))).toBeLessThan(0.01);
      expect(end[2]).toBeLessThanOrEqual(0.002);
      // Refused steps leave the unit where it was.
      expect(end[3]).toBe(0);
    },
  );

  it('a native FMU that discards steps of all sizes ends the run with the tried sizes', async () => {
    await expect(masses(2, 0)).rejects.toThrow(
      /^step first: the FMU stopped at t = 0\.5 s, in each of \d+ tried steps of [.\d, e-]+, 0\.0005 s: fmi2DoStep returned discard \(no message logged\)\. Check its inputs/,
    );
  });
});
