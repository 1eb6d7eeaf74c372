import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { targetsOf } from '../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { judgeTarget } from '../../fmu-sdk/check/behaviour/judge-target.ts';
import { behaviourRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('lone-body');
const body = join(folder, 'lone-body.fmu');
beforeAll(async () => {
  await buildUnit(join(root, 'test/fixtures/lone-body'), folder);
});

const a = 0.2;
const [m, J, g] = [1, 0.01, 9.81];

/** Returns the mass centre of a unit's handle at the end, with further recorded columns. */
async function end(file: Partial<SystemFile>, handle: string): Promise<number[]> {
  const system = {
    ...{ name: 'bodies', stopTime: 0.5, algorithm: { scheme: 'jacobi', step: 1e-3 } },
    ...{ record: { variables: [handle] }, ...file },
  } as SystemFile;
  const checked = await resolveSystem(system, join(folder, 'bodies.json'));
  const { columns } = await simulate(checked, { collect: true });
  return [1, 2].map((k) => Number(columns.find(({ name }) => name === `${handle}[${k}]`)!.data.at(-1)));
}

/** A rod that is level, on the positive x side. */
const rod = (x: number) => ({ fmu: body, parameters: { place: [x + a / 2, 0, 0, 1, 0, 0, 0] } });

describe('a subassembly of one handle without divide and conquer', () => {
  it('a subassembly of one handle satisfies the contract of handles', async () => {
    const [target] = await targetsOf(body);
    const rules = behaviourRules.filter(({ id }) => id.startsWith('subassembly/'));
    for (const rule of rules) expect(await judgeTarget(rule, target), rule.id).toEqual({ findings: [] });
  });

  it('a subassembly of one handle swings about a pin on the ground as a compound pendulum, with an error of order 2', async () => {
    // (J + m l²) θ̈ = −m g l cos θ, by the classical Runge–Kutta method.
    const l = a / 2;
    const slope = ([angle, rate]: number[]): number[] => [
      rate,
      (-m * g * l * Math.cos(angle)) / (J + m * l * l),
    ];
    const plus = (x: number[], h: number, dx: number[]): number[] => x.map((value, i) => value + h * dx[i]);
    let x = [0, 0];
    const h = 1e-3;
    for (let k = 0; k < 500; k++) {
      const k1 = slope(x);
      const k2 = slope(plus(x, h / 2, k1));
      const k3 = slope(plus(x, h / 2, k2));
      const k4 = slope(plus(x, h, k3));
      x = x.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
    }
    const errors = await Promise.all(
      [2e-3, 1e-3].map(async (step) => {
        const [X, Y] = await end(
          {
            units: { rod: rod(0) },
            joints: [{ name: 'pin', kind: 'revolute', to: 'rod.body' }],
            algorithm: { scheme: 'jacobi', step },
          },
          'rod.q1',
        );
        return Math.hypot(X - l * Math.cos(x[0]), Y - l * Math.sin(x[0]));
      }),
    );
    expect(errors[1]).toBeLessThan(5e-5);
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
  });

  it('a subassembly of one handle moves as the last of three rods like a rod inside the unit of the others', async () => {
    const part = (n: number) => ({
      fmu: join(root, 'dist/chain-part.fmu'),
      parameters: { n, a, order: 2, alpha: 1e8 },
    });
    const pin = { name: 'pin', kind: 'revolute', to: 'part.handles', toHandle: 1 } as const;
    const knee = {
      name: 'knee',
      kind: 'revolute',
      from: 'part.handles',
      fromHandle: 2,
      to: 'rod.body',
    } as const;
    const whole = await end({ units: { part: part(3) }, joints: [pin] }, 'part.q2');
    const two = await end({ units: { part: part(2), rod: rod(2 * a) }, joints: [pin, knee] }, 'rod.q1');
    expect(Math.hypot(whole[0] - 2.5 * a, whole[1])).toBeGreaterThan(0.1);
    expect(Math.hypot(whole[0] - two[0], whole[1] - two[1])).toBeLessThan(1e-6);
  });
});
