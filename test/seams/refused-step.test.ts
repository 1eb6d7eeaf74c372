import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Coupling, CouplingContext, CouplingScheme } from '../../master/coupling/coupling.ts';
import { refuseStep } from '../../master/run/loop/refused-step.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { circle, makeLag } from './support/lag.ts';

const folder = temporaryFolder('refused-step');
beforeAll(() => makeLag(folder));

/** Runs the two lags by a scheme with this step function. */
async function run(
  make: (context: CouplingContext) => Coupling['step'],
  {
    startTime = 0,
    needs = [],
    ...more
  }: { threads?: number; startTime?: number; needs?: CouplingScheme['traits']['needs'] } = {},
): Promise<string> {
  const mine: CouplingScheme = {
    name: 'mine',
    traits: { order: 1, implicit: false, interfaceModels: false, needs },
    couple: (context) => ({ settle: () => false, step: make(context) }),
  };
  const system = { ...circle({ scheme: 'mine', ...more }), startTime, stopTime: startTime + 1 };
  return (await simulate(await resolveSystem(system, join(folder, 'circle.json')), { couplings: [mine] }))
    .outcome;
}

describe('a step that is not a multiple of the internal step', () => {
  const message =
    'step a: H = 0.0125 s at t = 0 s is not a whole multiple of its internal step h = 0.001 s. Use a step of 0.013 s in the coupling scheme, or another h.';

  it.each([
    ['by advance', (t: CouplingContext) => (_: number, from: number, H: number) => t.advance(0, from, H / 8)],
    ['by together for one unit', ({ together }: CouplingContext) => stepper(together([0]))],
    ['by together for several units', ({ together }: CouplingContext) => stepper(together([0, 1]))],
  ] as const)(
    'a step that is not a multiple of the internal step ends the run with unit, time and step: %s',
    async (_, make) => {
      await expect(run(make)).rejects.toThrow(message);
    },
  );

  it('a step with more internal steps than the unit supports fails, for any scheme', async () => {
    const count = async (scheme: string, h: number): Promise<string> => {
      const system = circle({ scheme, step: 4000 });
      for (const unit of Object.values(system.units)) unit.parameters = { ...unit.parameters, h };
      return (await simulate(await resolveSystem({ ...system, stopTime: 4000 }, join(folder, 'circle.json'))))
        .outcome;
    };
    for (const scheme of ['jacobi', 'gauss-seidel', 'multi-rate', 'newton'])
      await expect(count(scheme, 1e-6)).rejects.toThrow(
        'run circle: the communication step H = 4000 s has 4000000000 internal steps of h = 0.000001 s of a, which supports at most 2147483647 per communication step. Use a smaller H, or a larger h.',
      );
    const mine = ({ instances }: CouplingContext): Coupling['step'] => {
      return (_, t) => refuseStep(instances[0], t, 4e6, instances[0].step(t, 4e6));
    };
    await expect(run(mine)).rejects.toThrow(
      'step a: H = 4000000 s at t = 0 s has 4000000000 internal steps of h = 0.001 s, more than the unit supports.',
    );
  });

  it('a refused step ends the run from another thread too', async () => {
    await expect(run(({ together }) => stepper(together([0, 1])), { threads: 2 })).rejects.toThrow(message);
  });

  it('a whole multiple of the internal step is accepted', async () => {
    const both =
      ({ advance }: CouplingContext) =>
      (_: number, t: number, H: number) => {
        for (const unit of [0, 1]) for (const from of [t, t + H / 2]) advance(unit, from, H / 2);
      };
    expect(await run(both)).toBe('finished');
  });
});

describe('units that a custom scheme advances to wrong times', () => {
  const schemeMessage = (words: string): string => `run circle: the coupling scheme "mine" ${words}`;
  type Make = (context: CouplingContext) => Coupling['step'];
  const both =
    (step: (advance: CouplingContext['advance'], unit: number, t: number, H: number) => void): Make =>
    ({ advance }) =>
    (_, t, H) => {
      for (const unit of [0, 1]) step(advance, unit, t, H);
    };

  it.each<[string, Make, string]>([
    [
      'half of the way',
      both((advance, unit, t, H) => advance(unit, t, H / 2)),
      'leaves a at 0.05 s in the step from t = 0 s to 0.1 s.',
    ],
    [
      'twice the whole way',
      both((advance, unit, t, H) => {
        advance(unit, t, H);
        advance(unit, t, H);
      }),
      'advances a from t = 0 s, but the unit is at 0.1 s. A scheme that rolls units back needs "rollback" in its traits.',
    ],
    [
      'too far',
      both((advance, unit, t, H) => advance(unit, t, 2 * H)),
      'leaves a at 0.2 s in the step from t = 0 s to 0.1 s.',
    ],
    [
      'only one of two units',
      ({ advance }) =>
        (n, t, H) => {
          advance(0, t, H);
          if (n === 0) advance(1, t, H);
        },
      'leaves b at 0.1 s in the step from t = 0.1 s to 0.2 s.',
    ],
    [
      'all units half of the way together',
      ({ together }) => {
        const all = together([0, 1]);
        return (_, t, H) => all(t, H / 2);
      },
      'leaves a at 0.05 s in the step from t = 0 s to 0.1 s.',
    ],
  ])(
    'units that a custom scheme advances to wrong times end the run with the unit and both times: %s',
    async (_, make, words) => {
      await expect(run(make)).rejects.toThrow(schemeMessage(words));
    },
  );

  it('units advance again if the scheme declares rollback', async () => {
    const steps = (needs: 'rollback'[]): Promise<string> =>
      run(
        ({ instances, advance }) => {
          const snapshots = instances.map((instance) => instance.snapshot());
          return (_, t, H) => {
            for (const [unit, snapshot] of snapshots.entries()) {
              snapshot.take();
              advance(unit, t, H);
              snapshot.restore();
              advance(unit, t, H);
            }
          };
        },
        { needs },
      );
    expect(await steps(['rollback'])).toBe('finished');
    await expect(steps([])).rejects.toThrow(
      'advances a from t = 0 s, but the unit is at 0.1 s. A scheme that rolls units back needs "rollback" in its traits.',
    );
  });

  it('the rounding of late times is tolerated', async () => {
    const parts = both((advance, unit, t, H) => {
      for (let k = 0; k < 10; k++) advance(unit, t + (k * H) / 10, H / 10);
    });
    for (const startTime of [0, 1 / 3, 1e6 + 1 / 3]) expect(await run(parts, { startTime })).toBe('finished');
  });
});

function stepper(together: (t: number, H: number) => void): Coupling['step'] {
  return (_, t, H) => together(t, H / 8);
}

describe('an invalid call of advance', () => {
  it.each([
    [9, 0, 0.1],
    [-1, 0, 0.1],
    [Number.NaN, 0, 0.1],
    [0, Number.NaN, 0.1],
    [0, 0, Number.NaN],
    [0, 0, 0],
    [0, 0, -0.1],
    [undefined as never, undefined as never, undefined as never],
  ])('refuses advance(%s, %s, %s)', async (unit, t, H) => {
    await expect(
      run(
        ({ advance }) =>
          () =>
            advance(unit, t, H),
      ),
    ).rejects.toThrow(
      `run circle: invalid call advance(${unit}, ${t}, ${H}) in the coupling scheme "mine". Pass a unit from 0 to 1, a time [s], and a step above 0 [s].`,
    );
  });

  it('refuses parallel steps of unknown units', async () => {
    await expect(run(({ together }) => stepper(together([0, 2])))).rejects.toThrow(
      'run circle: invalid call advance(2, 0, 0.1) in the coupling scheme "mine".',
    );
  });
});
