import { type Claim, holds } from '../../paper-claim.ts';
import {
  configurations,
  couplings,
  formulations,
  growsAsStep,
  integrator,
  integratorMatters,
  largeInternalStep,
  ms,
  orderChosen,
  pressureReaches,
} from './crane-common.ts';
import { inputs, points, reach } from './crane-sweep.ts';

/** Claims of the crane paper about the double-actuator crane. */
export const craneDouble: readonly Claim[] = [
  {
    name: 'double-smaller-steps',
    where: 'Sect. 4.2',
    statement:
      'The achievable communication step of the double-actuator crane is in general smaller than of the single one, but with ALI1 and the interface model',
    published: 'Fig. 15',
    async check(lab) {
      const [single, double] = [await points(lab, 'single'), await points(lab, 'double')];
      const settings = configurations.filter(
        (setting) => setting.formulation !== 'ALI1' || setting.inputs !== 'interface model',
      );
      const steps = settings.map((setting) =>
        [single, double].map((all) => reach(all, { ...setting, integrator })),
      );
      return holds(
        settings
          .map((s, i) => `${s.formulation}, velocity–${s.coupling}, ${s.inputs}: ${ms(steps[i])}`)
          .join('; '),
        steps.map(([one, two]) => two < one),
      );
    },
  },
  {
    name: 'double-interface-model',
    where: 'Sect. 4.2',
    statement:
      'With the interface model and ALI1 the double-actuator crane reaches steps close to those of the single one',
    published: 'Fig. 15',
    async check(lab) {
      const [single, double] = [await points(lab, 'single'), await points(lab, 'double')];
      const polynomial = 'm = 2';
      const steps = couplings.map((coupling) => {
        const setting = { formulation: 'ALI1', coupling, integrator } as const;
        const model = { ...setting, inputs: 'interface model' } as const;
        return {
          single: reach(single, { ...setting, inputs: polynomial }),
          singleModel: reach(single, model),
          double: reach(double, { ...setting, inputs: polynomial }),
          model: reach(double, model),
        };
      });
      return holds(
        couplings
          .map((coupling, i) => {
            const s = steps[i];
            return `velocity–${coupling}: single ${s.single}, with the interface model ${s.singleModel}, double ${s.double}, with the interface model ${s.model} ms`;
          })
          .join('; '),
        steps.map(({ single: one, double: two, model }) => model >= one && model > two),
      );
    },
  },
  pressureReaches('double'),
  {
    name: 'double-pressure-benefit-clearer',
    where: 'Sect. 4.2',
    statement: 'The benefit of velocity–pressure coupling is clearer than on the single-actuator crane',
    published: 'Figs. 9, 15',
    async check(lab) {
      const [single, double] = [await points(lab, 'single'), await points(lab, 'double')];
      const settings = formulations.flatMap((formulation) =>
        inputs.map((kind) => ({ formulation, inputs: kind })),
      );
      const gains = settings.map((setting) =>
        [single, double].map((all) => {
          const [force, pressure] = couplings.map((coupling) =>
            reach(all, { ...setting, coupling, integrator }),
          );
          return pressure / force;
        }),
      );
      return holds(
        `step with pressures by that with forces, single and double: ${settings
          .map((s, i) => `${s.formulation}, ${s.inputs} ${gains[i].map((g) => g.toFixed(2)).join(' and ')}`)
          .join('; ')}`,
        gains.map(([one, two]) => two > one),
      );
    },
  },
  growsAsStep('double'),
  orderChosen('double'),
  integratorMatters('double'),
  largeInternalStep('double'),
];
