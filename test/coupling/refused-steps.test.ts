import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/seal/build-unit.ts';
import { Session } from '../../master/run/session.ts';
import { resolveSystem } from '../../master/system/load.ts';
import { root } from '../setup.ts';

const folder = mkdtempSync(join(tmpdir(), 'fmukit-refused-'));
beforeAll(() => buildUnit(join(root, 'test/fixtures/cautious'), folder));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two sealed units in a ring, one of which takes no larger steps than that once t is beyond 0.05 s. */
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

describe('a sealed unit that fails in a step', () => {
  it('has its memory returned, and does it in smaller ones', async () => {
    const session = await ring(0.004, 1e-4);
    session.advance(5);
    const { time, size, stood, error } = session.ownSteps!;
    expect([...error].filter(Number.isNaN).length).toBeGreaterThan(0);
    time.forEach((t, k) => {
      if (t > 0.05 && stood[k] === 1) expect(size[k]).toBeLessThanOrEqual(0.004);
    });
    // ẏ = y of both, by steps of Euler that are small enough.
    expect(Number(session.reader('shy.y')())).toBeCloseTo(Math.exp(0.5), 1);
    session.end('finished');
  });

  it('that fails in any is told with the sizes that were tried', async () => {
    const session = await ring(0, 0.002);
    expect(() => session.advance(5)).toThrow(
      /^step shy: the unit stopped at t = 0\.0\d+ s, in each of \d+ steps that were tried of [.\d, e-]+, 0\.002 s: the step is too large\. Look at its inputs/,
    );
    session.end('failed');
  });
});
