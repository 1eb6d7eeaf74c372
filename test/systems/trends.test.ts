import { describe, expect, it } from 'vitest';
import { spread } from '../width.ts';
import { cycle, type Setting } from './crane.ts';

/** The largest of these communication steps [s] at which the work cycle stays stable. */
async function largestStep(setting: Setting): Promise<number> {
  let best = 0;
  for (const H of [0.001, 0.002, 0.003, 0.004, 0.005, 0.006])
    if ((await cycle({ ...setting, H })).stable) best = H;
  return best;
}

describe('the published trends that these parameters show (Rahikainen et al. 2020, Sect. 4)', () => {
  it('ALI1 with quadratic extrapolation is stable to 3 ms with velocity–force, to 4 ms with velocity–pressure, and not at 6 ms', async () => {
    expect(await largestStep({ formulation: 'ALI1', coupling: 'force' })).toBe(0.003);
    expect(await largestStep({ formulation: 'ALI1', coupling: 'pressure' })).toBe(0.004);
  });

  it('ALI3-P with linear extrapolation of its input is stable to 2 ms and 3 ms, less far than the index-1 formulation', async () => {
    expect(await largestStep({ formulation: 'ALI3P', coupling: 'force' })).toBe(0.002);
    expect(await largestStep({ formulation: 'ALI3P', coupling: 'pressure' })).toBe(0.003);
  });

  it('ALI3-P with a quadratically extrapolated force is stable to 1 ms only, because of feed-through', async () => {
    expect(await largestStep({ formulation: 'ALI3P', coupling: 'force', order: 2 })).toBe(0.001);
    expect(await largestStep({ formulation: 'ALI3P', coupling: 'pressure', order: 2 })).toBe(0.003);
  });

  it.each(['ALI1', 'ALI3P'] as const)(
    '%s: velocity–pressure leaves less residual energy than velocity–force',
    async (formulation) => {
      for (const H of formulation === 'ALI1' ? [0.001, 0.002, 0.003] : [0.001]) {
        const [force, pressure] = await Promise.all(
          (['force', 'pressure'] as const).map((coupling) => cycle({ formulation, coupling, H })),
        );
        expect(pressure.residual).toBeLessThan(0.7 * force.residual);
      }
    },
  );

  it.each(spread(['force', 'pressure'] as const, 1))(
    'velocity–%s at h = 0.1 ms: the hydraulic integrator hardly matters',
    async (coupling) => {
      for (const formulation of ['ALI1', 'ALI3P'] as const) {
        const [euler, rk4, trapezoidal] = await Promise.all(
          (['forwardEuler', 'rk4', 'trapezoidal'] as const).map((integrator) =>
            cycle({ coupling, formulation, integrator }),
          ),
        );
        expect(Math.abs(euler.residual / rk4.residual - 1)).toBeLessThan(0.02);
        expect(Math.abs(trapezoidal.residual / rk4.residual - 1)).toBeLessThan(0.001);
      }
      const steps = await Promise.all(
        (['forwardEuler', 'rk4', 'trapezoidal'] as const).map((integrator) =>
          largestStep({ coupling, formulation: 'ALI1', integrator }),
        ),
      );
      expect(new Set(steps).size).toBe(1);
    },
  );

  it('the trapezoidal rule with h = 1 ms is stable at H = 1 ms and unstable at H = 4 ms', async () => {
    const at = (
      H: number,
      formulation: 'ALI1' | 'ALI3P',
      coupling: 'force' | 'pressure',
    ): Promise<{ stable: boolean }> =>
      cycle({ H, h: 0.001, integrator: 'trapezoidal', formulation, coupling });
    for (const [formulation, coupling] of [
      ['ALI1', 'force'],
      ['ALI3P', 'force'],
      ['ALI3P', 'pressure'],
    ] as const) {
      expect((await at(0.001, formulation, coupling)).stable).toBe(true);
      expect((await at(0.004, formulation, coupling)).stable).toBe(false);
    }
  });

  it.each(spread(['force', 'pressure'] as const, 1))(
    'velocity–%s: ALI1 loses energy in proportion to H, ALI3-P keeps it',
    async (coupling) => {
      const lost = await cycle({ formulation: 'ALI1', coupling });
      const twice = await cycle({ formulation: 'ALI1', coupling, H: 0.002 });
      const conserving = await cycle({ formulation: 'ALI3P', coupling });
      expect(lost.drift).toBeLessThan(-1);
      expect(twice.drift / lost.drift).toBeGreaterThan(1.8);
      expect(twice.drift / lost.drift).toBeLessThan(2.2);
      expect(Math.abs(conserving.drift)).toBeLessThan(0.1);
    },
  );

  it('the interface model with ALI1 reaches the steps of the single crane on the double crane, polynomials do not', async () => {
    for (const [coupling, polynomial, model] of [
      ['force', 0.001, 0.003],
      ['pressure', 0.002, 0.004],
    ] as const) {
      const setting = { crane: 'double', coupling, formulation: 'ALI1' } as const;
      expect(await largestStep(setting)).toBe(polynomial);
      expect(await largestStep({ ...setting, model: true })).toBe(model);
      expect(await largestStep({ coupling, formulation: 'ALI1' })).toBe(model);
    }
  });

  it('every polynomial case of the double crane reaches a smaller step than on the single crane', async () => {
    for (const coupling of ['force', 'pressure'] as const) {
      for (const formulation of ['ALI1', 'ALI3P'] as const) {
        const [single, double] = await Promise.all(
          (['single', 'double'] as const).map((kind) => largestStep({ crane: kind, coupling, formulation })),
        );
        expect(double).toBeLessThan(single);
      }
    }
  });
});

describe('published trends that these parameters do not show', () => {
  it('polynomials are not better than the interface model on the single crane at H = 1 ms, with residuals within a quarter', async () => {
    for (const coupling of ['force', 'pressure'] as const) {
      const polynomial = await cycle({ formulation: 'ALI3P', coupling });
      const model = await cycle({ formulation: 'ALI3P', coupling, model: true });
      process.stdout.write(
        `velocity–${coupling}, ALI3-P, H = 1 ms: Σ|δE| ${polynomial.residual.toExponential(2)} J by polynomials, ` +
          `${model.residual.toExponential(2)} J by the interface model\n`,
      );
      expect(Math.abs(model.residual / polynomial.residual - 1)).toBeLessThan(0.25);
    }
  });

  it('velocity–pressure with ALI1 stays stable at H = 4 ms with h = 1 ms by the trapezoidal rule', async () => {
    const { stable } = await cycle({
      H: 0.004,
      h: 0.001,
      integrator: 'trapezoidal',
      formulation: 'ALI1',
      coupling: 'pressure',
    });
    expect(stable).toBe(true);
  });
});
