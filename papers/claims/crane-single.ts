import { type Claim, holds } from '../claim.ts';
import { column, finished, largestDifference, maximum, minimum } from '../outcome.ts';
import { couplings, formulations, integrators, joules, ms, pressureReaches } from './crane-common.ts';
import { cycle, errors, largestStep, monolithic, residual, stable } from './crane-runs.ts';

const dampers: Claim = {
  name: 'dampers',
  where: 'Sect. 4.1',
  statement: 'During the work cycle the actuator hits both end dampers',
  published: 'Fig. 8',
  async check(lab) {
    const s = column(await monolithic(lab, 'single'), 'crane.s');
    const [low, high] = [minimum(s), maximum(s)];
    // Chambers of 0.3 m in all, 0.05 m of them below the piston at s = 0.5 m; dampers of 8 mm.
    return holds(`s from ${low.toFixed(4)} to ${high.toFixed(4)} m; dampers at 0.458 and 0.742 m`, [
      low < 0.458,
      high > 0.742,
    ]);
  },
};

const index1Reaches: Claim = {
  name: 'index-1-reaches-further',
  where: 'Sect. 4.1',
  statement:
    'The index-1 formulation achieves significantly larger communication steps than the index-3 formulation',
  published: 'Fig. 9',
  async check(lab) {
    const steps = await Promise.all(
      couplings.map((coupling) =>
        Promise.all(formulations.map((formulation) => largestStep(lab, { coupling, formulation }))),
      ),
    );
    return holds(
      couplings.map((c, i) => `velocity–${c}: ${ms(steps[i])}`).join('; '),
      steps.map(([ali1, ali3p]) => ali1 > ali3p),
    );
  },
};

const index1Loses: Claim = {
  name: 'index-1-loses-energy',
  where: 'Sect. 4.1',
  statement:
    'The index-1 solution loses system energy as the simulation progresses; the index-3 solution keeps it until stability is lost',
  published: 'Fig. 10',
  async check(lab) {
    const drift = async (formulation: 'ALI1' | 'ALI3P', H: number): Promise<number> =>
      finished(await cycle(lab, { formulation, H })).balance.drift;
    const [lost, twice, kept] = [
      await drift('ALI1', 1e-3),
      await drift('ALI1', 2e-3),
      await drift('ALI3P', 1e-3),
    ];
    return holds(`ALI1 ${joules(lost)} at 1 ms, ${joules(twice)} at 2 ms; ALI3-P ${joules(kept)} at 1 ms`, [
      lost < -1 && twice < lost,
      Math.abs(kept) < 0.1 * Math.abs(lost),
    ]);
  },
};

const pressureBetter: Claim = {
  name: 'pressure-more-accurate',
  where: 'Sect. 4.1',
  statement:
    'Velocity–pressure coupling yields a more accurate coupling than velocity–force, with both formulations',
  published: 'Fig. 9',
  async check(lab) {
    const pairs = await Promise.all(
      formulations.map((formulation) =>
        Promise.all(couplings.map(async (coupling) => residual(await cycle(lab, { formulation, coupling })))),
      ),
    );
    return holds(
      formulations
        .map(
          (f, i) => `${f}: Σ|δE| ${joules(pairs[i][0])} with forces, ${joules(pairs[i][1])} with pressures`,
        )
        .join('; '),
      pairs.map(([force, pressure]) => pressure < force),
    );
  },
};

const polynomialBetter: Claim = {
  name: 'polynomial-better',
  where: 'Sect. 4.1',
  statement:
    'On the single-actuator crane polynomial extrapolation is in most cases better than the interface model, in coupling accuracy and achievable step',
  published: 'Figs. 9, 11',
  async check(lab) {
    const settings = couplings.flatMap((coupling) =>
      formulations.map((formulation) => ({ coupling, formulation })),
    );
    const both = <T>(of: (model: boolean) => Promise<T>): Promise<T[]> => Promise.all([false, true].map(of));
    const residuals = await Promise.all(
      settings.map((s) => both(async (model) => residual(await cycle(lab, { ...s, model })))),
    );
    const steps = await Promise.all(settings.map((s) => both((model) => largestStep(lab, { ...s, model }))));
    const smaller = residuals.filter(([polynomial, model]) => polynomial < model).length;
    const further = steps.filter(([polynomial, model]) => polynomial > model).length;
    const text = settings.map((s, i) => {
      const [polynomial, model] = residuals[i].map(joules);
      return `${s.formulation}, velocity–${s.coupling}: ${polynomial} against ${model} at 1 ms, up to ${steps[i].join(' against ')} ms`;
    });
    const most = settings.length / 2;
    return holds(
      text.join('; '),
      [smaller > most, further > most],
      `less residual energy at 1 ms in ${smaller} of ${settings.length} cases, a larger step in ${further}`,
    );
  },
};

const modelVelocity: Claim = {
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
};

const integratorSmall: Claim = {
  name: 'hydraulic-integrator',
  where: 'Sect. 4.1',
  statement:
    'With h = 0.1 ms the integrator of the hydraulics has little effect on the achievable communication step',
  published: 'Fig. 12',
  async check(lab) {
    const steps = await Promise.all(
      couplings.map((coupling) =>
        Promise.all(
          integrators.map((integrator) => largestStep(lab, { coupling, formulation: 'ALI1', integrator })),
        ),
      ),
    );
    return holds(
      couplings.map((c, i) => `velocity–${c}: ${ms(steps[i])} (Euler / RK4 / trapezoidal)`).join('; '),
      steps.map((each) => new Set(each).size === 1),
    );
  },
};

const trapezoidal: Claim = {
  name: 'trapezoidal-1-ms',
  where: 'Sect. 4.1',
  statement: 'Trapezoidal hydraulics at h = 1 ms is stable at H = 1 ms and becomes unstable at H = 4 ms',
  published: 'Fig. 13',
  async check(lab) {
    const settings = formulations.flatMap((formulation) =>
      couplings.map((coupling) => ({ formulation, coupling })),
    );
    const cases = await Promise.all(
      settings.map(async (s) => {
        const at = (H: number) => cycle(lab, { ...s, H, h: 1e-3, integrator: 'trapezoidal' });
        return [stable(await at(1e-3)), stable(await at(4e-3))];
      }),
    );
    const names = settings.map((s) => `${s.formulation}, velocity–${s.coupling}`);
    const off = names.filter((_, i) => !cases[i][0] || cases[i][1]);
    return holds(
      names
        .map((name, i) => `${name}: ${cases[i].map((c) => (c ? 'stable' : 'unstable')).join(', ')}`)
        .join('; '),
      cases.map(([small, large]) => small && !large),
      `${off.join(' and ')} stays stable at 4 ms, as it does with h = 0.1 ms`,
    );
  },
};

const smallerSteps: Claim = {
  name: 'smaller-H-more-accurate',
  where: 'Sect. 4.1',
  statement:
    'At H = 1 ms the solutions with h = 0.1 and 0.5 ms are closer to the monolithic one than at H = 4 ms',
  published: 'Fig. 13',
  async check(lab) {
    const error = async (H: number, h: number): Promise<number> => {
      const run = await cycle(lab, {
        formulation: 'ALI1',
        coupling: 'pressure',
        integrator: 'trapezoidal',
        H,
        h,
      });
      return stable(run)
        ? largestDifference(run, await monolithic(lab, 'single'), ['crane.s'])
        : Number.POSITIVE_INFINITY;
    };
    const at = async (H: number): Promise<number[]> => [await error(H, 1e-4), await error(H, 5e-4)];
    const [small, large] = [await at(1e-3), await at(4e-3)];
    const text = (e: number[]): string => e.map((x) => x.toExponential(1)).join(' and ');
    return holds(
      `largest errors of the length (ALI1, pressures): ${text(small)} m at 1 ms, ${text(large)} m at 4 ms`,
      [small[0] < large[0], small[1] < large[1]],
    );
  },
};

/** What the crane paper says of the single-actuator crane. */
export const craneSingle: readonly Claim[] = [
  dampers,
  index1Reaches,
  index1Loses,
  pressureBetter,
  pressureReaches('single'),
  polynomialBetter,
  modelVelocity,
  integratorSmall,
  trapezoidal,
  smallerSteps,
];
