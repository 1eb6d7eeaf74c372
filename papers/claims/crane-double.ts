import { type Claim, holds } from '../claim.ts';
import { couplings, formulations, integrators, ms, pressureReaches } from './crane-common.ts';
import { cycle, largestStep, stable } from './crane-runs.ts';

const doubleSmaller: Claim = {
  name: 'double-smaller-steps',
  where: 'Sect. 4.2',
  statement:
    'The achievable communication step of the double-actuator crane is in general smaller than of the single one',
  published: 'Fig. 15',
  async check(lab) {
    const settings = couplings.flatMap((coupling) =>
      formulations.map((formulation) => ({ coupling, formulation })),
    );
    const steps = await Promise.all(
      settings.map((s) =>
        Promise.all((['single', 'double'] as const).map((crane) => largestStep(lab, { ...s, crane }))),
      ),
    );
    return holds(
      settings.map((s, i) => `${s.formulation}, velocity–${s.coupling}: ${ms(steps[i])}`).join('; '),
      steps.map(([single, double]) => double < single),
    );
  },
};

const doubleModel: Claim = {
  name: 'double-interface-model',
  where: 'Sect. 4.2',
  statement:
    'With the interface model and ALI1 the double-actuator crane reaches steps close to those of the single one',
  published: 'Fig. 15',
  async check(lab) {
    const settings = couplings.map((coupling) => ({ coupling, formulation: 'ALI1' }) as const);
    const steps = await Promise.all(
      settings.map(async (s) => [
        await largestStep(lab, s),
        await largestStep(lab, { ...s, crane: 'double' }),
        await largestStep(lab, { ...s, crane: 'double', model: true }),
      ]),
    );
    return holds(
      couplings
        .map(
          (c, i) =>
            `velocity–${c}: single ${steps[i][0]}, double ${steps[i][1]}, with the interface model ${steps[i][2]} ms`,
        )
        .join('; '),
      steps.map(([single, polynomial, model]) => model === single && model > polynomial),
    );
  },
};

const doubleIntegrator: Claim = {
  name: 'double-hydraulic-integrator',
  where: 'Sect. 4.2',
  statement:
    'On the double-actuator crane too the hydraulic integrator hardly affects the step; trapezoidal at h = 1 ms is stable at small H only',
  published: 'Figs. 16, 17',
  async check(lab) {
    const crane = 'double';
    const steps = await Promise.all(
      integrators.map((integrator) =>
        largestStep(lab, { crane, coupling: 'pressure', formulation: 'ALI1', integrator }),
      ),
    );
    const at = async (H: number): Promise<boolean> =>
      stable(
        await cycle(lab, {
          crane,
          coupling: 'pressure',
          formulation: 'ALI1',
          integrator: 'trapezoidal',
          h: 1e-3,
          H,
        }),
      );
    const [small, large] = [await at(1e-3), await at(4e-3)];
    const word = (ok: boolean): string => (ok ? 'stable' : 'unstable');
    return holds(
      `ALI1, pressures: ${ms(steps)} (Euler / RK4 / trapezoidal); trapezoidal h = 1 ms: ${word(small)} at 1 ms, ${word(large)} at 4 ms`,
      [new Set(steps).size === 1, small && !large],
    );
  },
};

/** What the crane paper says of the double-actuator crane. */
export const craneDouble: readonly Claim[] = [
  doubleSmaller,
  doubleModel,
  pressureReaches('double'),
  doubleIntegrator,
];
