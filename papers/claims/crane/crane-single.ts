import { column, finished, maximum, minimum } from '../../claim-outcome.ts';
import { type Claim, holds } from '../../paper-claim.ts';
import {
  couplings,
  formulations,
  growsAsStep,
  integrator,
  integratorMatters,
  joules,
  largeInternalStep,
  ms,
  orderChosen,
  pressureReaches,
} from './crane-common.ts';
import { cycle, errors, monolithic } from './crane-runs.ts';
import { having, inputs, one, type Point, points, reach, type Setting } from './crane-sweep.ts';

function matches(point: Point, setting: Setting): boolean {
  return having([point], setting).length === 1;
}

/** Claims of the crane paper about the single-actuator crane. */
export const craneSingle: readonly Claim[] = [
  {
    name: 'dampers',
    where: 'Sect. 4.1',
    statement: 'During the work cycle the actuator hits both end dampers',
    published: 'Fig. 8',
    async check(lab) {
      const s = column(await monolithic(lab, 'single'), 'crane.s');
      const [low, high] = [minimum(s), maximum(s)];
      // Chambers of 0.3 m in all, 0.05 m of them below the piston at s = 0.5 m. Dampers of 8 mm.
      return holds(`s from ${low.toFixed(4)} to ${high.toFixed(4)} m; dampers at 0.458 and 0.742 m`, [
        low < 0.458,
        high > 0.742,
      ]);
    },
  },
  {
    name: 'index-1-reaches-further',
    where: 'Sect. 4.1',
    statement:
      'The index-1 formulation achieves significantly larger communication steps than the index-3 formulation',
    published: 'Fig. 9',
    async check(lab) {
      const all = await points(lab, 'single');
      const settings = couplings.flatMap((coupling) => inputs.map((kind) => ({ coupling, inputs: kind })));
      const steps = settings.map((setting) =>
        formulations.map((formulation) => reach(all, { ...setting, formulation, integrator })),
      );
      return holds(
        `ALI1 / ALI3-P, ${settings.map((s, i) => `velocity–${s.coupling}, ${s.inputs}: ${ms(steps[i])}`).join('; ')}`,
        steps.map(([ali1, ali3p]) => ali1 > ali3p),
      );
    },
  },
  {
    name: 'index-1-loses-energy',
    where: 'Sect. 4.1',
    statement:
      'The index-1 solution loses system energy as the simulation progresses; the index-3 solution keeps it until stability is lost',
    published: 'Fig. 10',
    async check(lab) {
      const drift = async (formulation: 'ALI1' | 'ALI3P', H: number): Promise<number> =>
        finished(await cycle(lab, { formulation, H })).balance.drift;
      const [lost, twice, index3Drift] = [
        await drift('ALI1', 1e-3),
        await drift('ALI1', 2e-3),
        await drift('ALI3P', 1e-3),
      ];
      return holds(
        `ALI1 ${joules(lost)} at 1 ms, ${joules(twice)} at 2 ms; ALI3-P ${joules(index3Drift)} at 1 ms`,
        [lost < -1 && twice < lost, Math.abs(index3Drift) < 0.1 * Math.abs(lost)],
      );
    },
  },
  {
    name: 'pressure-more-accurate',
    where: 'Sect. 4.1',
    statement:
      'Velocity–pressure coupling yields more accurate results than velocity–force, with both formulations',
    published: 'Fig. 9, whose residuals are not comparable across coupling variables',
    async check(lab) {
      const all = await points(lab, 'single');
      const settings = formulations.flatMap((formulation) =>
        inputs.map((kind) => ({ formulation, inputs: kind })),
      );
      const pairs = settings.map((setting) =>
        couplings.map((coupling) => one(all, { ...setting, coupling, integrator, H: 1e-3 })),
      );
      const text = settings.map((s, i) => {
        const [force, pressure] = pairs[i].map(({ length }) => `${(1e6 * length).toPrecision(4)}`);
        return `${s.formulation}, ${s.inputs}: ${force} and ${pressure} µm`;
      });
      return holds(
        `largest errors of the length at 1 ms with forces and pressures, by the monolithic solution: ${text.join('; ')}`,
        pairs.map(([force, pressure]) => pressure.length < force.length),
      );
    },
  },
  pressureReaches('single'),
  {
    name: 'index-1-gains-more-from-pressures',
    where: 'Sect. 4.1',
    statement:
      'The index-1 formulation benefits more from pressures than the index-3 formulation, especially with the interface model',
    published: 'Fig. 9',
    async check(lab) {
      const all = await points(lab, 'single');
      const gains = inputs.map((kind) =>
        formulations.map((formulation) => {
          const [force, pressure] = couplings.map((coupling) =>
            reach(all, { formulation, coupling, inputs: kind, integrator }),
          );
          return pressure - force;
        }),
      );
      return holds(
        `pressures add to the largest step, ALI1 / ALI3-P: ${inputs.map((kind, i) => `${kind} ${ms(gains[i])}`).join('; ')}`,
        gains.map(([ali1, ali3p]) => ali1 > ali3p),
        `ALI1 gains more in ${gains.filter(([ali1, ali3p]) => ali1 > ali3p).length} of ${gains.length} cases, ALI3-P in ${gains.filter(([ali1, ali3p]) => ali1 < ali3p).length}`,
      );
    },
  },
  growsAsStep('single'),
  orderChosen('single'),
  {
    name: 'polynomial-better',
    where: 'Sect. 4.1',
    statement:
      'On the single-actuator crane polynomial extrapolation is in most cases better than the interface model, in solution and coupling accuracy and achievable step',
    published: 'Figs. 9, 11',
    async check(lab) {
      const all = await points(lab, 'single');
      const settings = couplings.flatMap((coupling) =>
        formulations.map((formulation) => ({ coupling, formulation, integrator }) as const),
      );
      const cases = settings.map((setting) => {
        const [polynomial, model] = (['m = 2', 'interface model'] as const).map((kind) => ({
          at: one(all, { ...setting, inputs: kind, H: 1e-3 }),
          to: reach(all, { ...setting, inputs: kind }),
        }));
        return { polynomial, model };
      });
      const count = (better: (c: (typeof cases)[number]) => boolean): number => cases.filter(better).length;
      const residual = count(({ polynomial, model }) => polynomial.at.residual < model.at.residual);
      const length = count(({ polynomial, model }) => polynomial.at.length < model.at.length);
      const further = count(({ polynomial, model }) => polynomial.to > model.to);
      const text = settings.map(({ formulation, coupling }, i) => {
        const { polynomial, model } = cases[i];
        return `${formulation}, velocity–${coupling}: ${joules(polynomial.at.residual)} against ${joules(model.at.residual)} at 1 ms, up to ${polynomial.to} against ${model.to} ms`;
      });
      const most = settings.length / 2;
      return holds(
        text.join('; '),
        [length > most, residual > most, further > most],
        `of ${settings.length} cases polynomials have the smaller error of the length at 1 ms in ${length}, less residual energy in ${residual}, a larger step in ${further}`,
      );
    },
  },
  {
    name: 'interface-model-velocity',
    where: 'Sect. 4.1',
    statement:
      'The interface model may degrade the solution of velocities, with smaller deviations of the configuration',
    published: 'Fig. 11',
    async check(lab) {
      const [polynomial, model] = await Promise.all(
        [false, true].map((m) => errors(lab, { formulation: 'ALI1', H: 2e-3, model: m })),
      );
      const percent = (share: number): string => `${(100 * share).toPrecision(2)} %`;
      return holds(
        `largest errors at 2 ms, ALI1, of the range: rate ${percent(model.rate)}, length ${percent(model.length)} with the ` +
          `interface model; ${percent(polynomial.rate)}, ${percent(polynomial.length)} by polynomials`,
        [model.rate > polynomial.rate, model.rate > model.length],
      );
    },
  },
  integratorMatters('single'),
  largeInternalStep('single'),
  {
    name: 'smaller-H-more-accurate',
    where: 'Sect. 4.1',
    statement:
      'At H = 1 ms the solutions with h = 0.1 and 0.5 ms are closer to the monolithic one than at H = 4 ms',
    published: 'Fig. 13',
    async check(lab) {
      const all = await points(lab, 'single', 'h');
      const setting = { formulation: 'ALI1', coupling: 'pressure', integrator: 'trapezoidal' } as const;
      const at = (H: number): number[] => [1e-4, 5e-4].map((h) => one(all, { ...setting, H, h }).length);
      const [small, large] = [at(1e-3), at(4e-3)];
      const text = (e: number[]): string => e.map((x) => x.toExponential(1)).join(' and ');
      return holds(
        `largest errors of the length (ALI1, pressures, stable at both): ${text(small)} m at 1 ms, ${text(large)} m at 4 ms`,
        [small[0] < large[0], small[1] < large[1]],
      );
    },
  },
  {
    name: 'internal-step-relation',
    where: 'Sects. 4.1, 5',
    statement: 'The larger H is, the smaller the step of the hydraulics has to be',
    published: 'Figs. 13, 17',
    async check(lab) {
      const all = await points(lab, 'single', 'h');
      const settings = formulations.flatMap((formulation) =>
        couplings.flatMap((coupling) =>
          (['forwardEuler', 'rk4', 'trapezoidal'] as const).map((item) => ({
            formulation,
            coupling,
            integrator: item,
          })),
        ),
      );
      const largest = settings.map((setting) =>
        [1e-3, 2e-3, 4e-3].map((H) =>
          Math.max(
            0,
            ...all.filter((p) => p.H === H && p.stable && matches(p, setting)).map((p) => 1000 * p.h),
          ),
        ),
      );
      // An H without any stable run says nothing about h.
      const stableSettings = settings.flatMap((s, i) =>
        largest[i][1] > 0 ? [{ s, h: largest[i].filter((h) => h > 0) }] : [],
      );
      return holds(
        `largest stable h at H = 1, 2, 4 ms: ${stableSettings
          .map(({ s, h }) => `${s.formulation}, velocity–${s.coupling}, ${s.integrator} ${ms(h)}`)
          .join('; ')}`,
        stableSettings.map(({ h }) => h[h.length - 1] < h[0]),
      );
    },
  },
];
