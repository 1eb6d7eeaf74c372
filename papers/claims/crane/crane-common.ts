import { type Claim, type Finding, holds } from '../../paper-claim.ts';
import { type Crane, having, type Inputs, inputs, one, type Point, points, reach } from './crane-sweep.ts';

export const couplings = ['force', 'pressure'] as const;
export const formulations = ['ALI1', 'ALI3P'] as const;
export const integrators = ['forwardEuler', 'rk4', 'trapezoidal'] as const;
export const joules = (x: number): string => (Number.isFinite(x) ? `${x.toPrecision(3)} J` : 'unstable');
export const ms = (steps: readonly number[]): string => `${steps.join(' / ')} ms`;
/** The integrator at which the paper compares everything else. */
export const integrator: Point['integrator'] = 'forwardEuler';

const where = { single: 'Sect. 4.1', double: 'Sect. 4.2' } as const;
const figures = {
  single: { residual: 'Fig. 9', integrator: 'Fig. 12', internal: 'Fig. 13' },
  double: { residual: 'Fig. 15', integrator: 'Fig. 16', internal: 'Fig. 17' },
} as const;

/** Every combination of coupling variables, formulation and inputs. */
export const configurations: Pick<Point, 'formulation' | 'coupling' | 'inputs'>[] = formulations.flatMap(
  (formulation) =>
    couplings.flatMap((coupling) => inputs.map((kind) => ({ formulation, coupling, inputs: kind }))),
);
/** Formulation and inputs, which coupling variables are compared in. */
const exchanges = formulations.flatMap((formulation) =>
  inputs.map((kind) => ({ formulation, inputs: kind })),
);
const nameOf = ({ formulation, inputs: kind }: { formulation: string; inputs: Inputs }): string =>
  `${formulation}, ${kind}`;

/**
 * Compares the largest stable steps of velocity–pressure and velocity–force coupling, over all
 * inputs.
 */
export function pressureReaches(crane: Crane): Claim {
  return {
    name: `${crane}-pressure-reaches-further`,
    where: where[crane],
    statement: `Velocity–pressure coupling is stable to larger communication steps than velocity–force, ${crane}-actuator crane`,
    published: figures[crane].residual,
    async check(lab) {
      const all = await points(lab, crane);
      const steps = exchanges.map((exchange) =>
        couplings.map((coupling) => reach(all, { ...exchange, coupling, integrator })),
      );
      return holds(
        exchanges.map((exchange, i) => `${nameOf(exchange)}: ${ms(steps[i])}`).join('; '),
        steps.map(([force, pressure]) => pressure > force),
      );
    },
  };
}

/** Checks that the integrator does not change the largest stable step at h = 0.1 ms. */
export function integratorMatters(crane: Crane): Claim {
  return {
    name: crane === 'single' ? 'hydraulic-integrator' : 'double-hydraulic-integrator',
    where: where[crane],
    statement: `With h = 0.1 ms the integrator of the hydraulics has little effect on the achievable communication step, ${crane}-actuator crane`,
    published: figures[crane].integrator,
    async check(lab) {
      const all = await points(lab, crane);
      const steps = configurations.map((setting) =>
        integrators.map((item) => reach(all, { ...setting, integrator: item })),
      );
      const differ = configurations.flatMap((setting, i) =>
        new Set(steps[i]).size > 1
          ? [`velocity–${setting.coupling}, ${nameOf(setting)}: ${ms(steps[i])}`]
          : [],
      );
      return holds(
        `the same step with all three in ${steps.length - differ.length} of ${steps.length} configurations${differ.map((text) => `; ${text}`).join('')}`,
        steps.map((step) => new Set(step).size === 1),
      );
    },
  };
}

/**
 * Checks trapezoidal hydraulics at h = 1 ms. Only a case that is stable at H = 4 ms with h = 0.1 ms
 * can decide. If the coupling is unstable at 4 ms with any h, the run says nothing about h.
 */
export function largeInternalStep(crane: Crane): Claim {
  return {
    name: crane === 'single' ? 'trapezoidal-1-ms' : 'double-trapezoidal-1-ms',
    where: where[crane],
    statement: `Trapezoidal hydraulics at h = 1 ms is stable at H = 1 ms and becomes unstable at H = 4 ms, ${crane}-actuator crane`,
    published: figures[crane].internal,
    async check(lab) {
      const all = having(await points(lab, crane, 'h'), { integrator: 'trapezoidal' });
      const settings = formulations.flatMap((formulation) =>
        couplings.map((coupling) => ({ formulation, coupling })),
      );
      const cases = settings.map((setting) => {
        const at = (H: number, h: number): boolean => one(all, { ...setting, H, h }).stable;
        return { small: at(1e-3, 1e-3), large: at(4e-3, 1e-3), fine: at(4e-3, 1e-4) };
      });
      const word = (stable: boolean): string => (stable ? 'stable' : 'unstable');
      const text = settings.map(
        ({ formulation, coupling }, i) =>
          `${formulation}, velocity–${coupling}: ${word(cases[i].small)}, ${word(cases[i].large)} (${word(cases[i].fine)} at 4 ms with h = 0.1 ms)`,
      );
      return decided(
        text.join('; '),
        cases.flatMap(({ small, large, fine }) => (fine ? [small && !large] : [])),
      );
    },
  };
}

/**
 * Returns a verdict from the cases that can decide. Without such a case the verdict is not in
 * favour.
 */
function decided(ours: string, cases: readonly boolean[]): Finding {
  const why =
    cases.length === 0
      ? 'no case can show it: at H = 4 ms the coupling is unstable with any h'
      : `${cases.length === 1 ? 'the one case' : `the ${cases.length} cases`} that can show it stay${cases.length === 1 ? 's' : ''} stable; the others are unstable at 4 ms with any h`;
  return cases.length === 0 ? { ours, verdict: 'not reproduced', why } : holds(ours, cases, why);
}

/**
 * The residual of a configuration by that of the paper's own: ALI1, forward Euler, velocity–force,
 * H = 1 ms.
 */
export const normalTo = { single: 'm = 2', double: 'm = 1' } as const;

export function normalised(
  all: readonly Point[],
  crane: Crane,
  setting: Parameters<typeof having>[1],
): Point[] {
  const { residual } = one(all, {
    ...{
      formulation: 'ALI1',
      coupling: setting.coupling ?? 'force',
      inputs: normalTo[crane],
      integrator,
      H: 1e-3,
    },
  });
  return having(all, setting).map((point) => ({ ...point, residual: point.residual / residual }));
}

/** Checks that the curve grows about in proportion to H before it diverges. */
export function growsAsStep(crane: Crane): Claim {
  return {
    name: `${crane}-residual-linear`,
    where: where[crane],
    statement: `Before it takes off, the normalised residual energy is almost linearly dependent on H, ${crane}-actuator crane`,
    published: figures[crane].residual,
    async check(lab) {
      const all = await points(lab, crane);
      const powers = configurations.map((setting) => {
        const curvePoints = normalised(all, crane, { ...setting, integrator });
        const to = reach(all, { ...setting, integrator }) / 1000;
        const [first, last] = [
          curvePoints[0],
          curvePoints.filter(({ H }) => H <= Math.max(to, 1e-3) + 1e-12).at(-1) ?? curvePoints[0],
        ];
        const middle = curvePoints.filter(({ H }) => H <= last.H / 2 + 1e-12).at(-1) ?? last;
        const end = middle.H > first.H ? middle : last;
        return Math.log(end.residual / first.residual) / Math.log(end.H / first.H);
      });
      const at = (kind: Inputs): string => {
        const exponents = powers.filter((_, i) => configurations[i].inputs === kind);
        return `${kind}: H^${Math.min(...exponents).toFixed(1)} to H^${Math.max(...exponents).toFixed(1)}`;
      };
      return holds(
        `E/E₀ grows as ${inputs.map(at).join('; ')}`,
        powers.map((power) => power > 0.7 && power < 1.3),
        'in proportion to H with inputs that are held; to H² with polynomials of a higher order and the interface model',
      );
    },
  };
}

/** The order of the polynomials that an experiment chooses: ALI1, forward Euler, h = 0.1 ms. */
export function orderChosen(crane: Crane): Claim {
  const chosen = normalTo[crane];
  return {
    name: `${crane}-order-by-experiment`,
    where: where[crane],
    statement: `By experiments with ALI1, forward Euler and h = 0.1 ms the best polynomials on the ${crane}-actuator crane are of order ${chosen.slice(4)}`,
    published: figures[crane].residual,
    async check(lab) {
      const all = having(await points(lab, crane), { formulation: 'ALI1', integrator });
      const orders = inputs.slice(0, 3);
      const steps = couplings.map((coupling) => orders.map((kind) => reach(all, { coupling, inputs: kind })));
      const residuals = couplings.map((coupling) =>
        orders.map((kind) => one(all, { coupling, inputs: kind, H: 1e-3 }).residual),
      );
      const k = orders.indexOf(chosen);
      const text = couplings.map(
        (coupling, i) =>
          `velocity–${coupling}: up to ${ms(steps[i])}, ${residuals[i].map(joules).join(' / ')} at 1 ms`,
      );
      return holds(
        `${text.join('; ')} (m = 0 / 1 / 2)`,
        couplings.flatMap((_, i) => [
          steps[i][k] === Math.max(...steps[i]),
          residuals[i][k] === Math.min(...residuals[i]),
        ]),
        'by reach and by residual energy at 1 ms',
      );
    },
  };
}
