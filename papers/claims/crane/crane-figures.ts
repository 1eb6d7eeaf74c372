import type { Plot, Series } from '../../../master/results/svg-plot.ts';
import { column, type Outcome } from '../../claim-outcome.ts';
import { type Figure, writeFigures } from '../../paper-figure.ts';
import type { Lab } from '../../paper-runs.ts';
import { couplings, formulations, integrators, normalised, normalTo } from './crane-common.ts';
import { type CraneSetting, cycle, monolithic } from './crane-runs.ts';
import { type Crane, inputs, points } from './crane-sweep.ts';

/** Upper limit at which a diverging curve is cut. */
const top = 1e4;
const titles = { forwardEuler: 'forward Euler', rk4: 'RK4', trapezoidal: 'trapezoidal rule' } as const;

const name = (number: string): string => `rahikainen2020-figure-${number}`;
const over = (title: string, xLabel: string, yLabel: string, series: Series[]): Plot => ({
  ...{ title, xLabel, yLabel, series },
  logarithmicX: false,
});

/** A recorded column against time, every `each`th point of it. */
function trace(outcome: Outcome, variable: string, label: string, value = 1): Series {
  const picked = (values: Float64Array): number[] => Array.from(values).filter((_, i) => i % value === 0);
  return { label, x: picked(column(outcome, 'time')), y: picked(column(outcome, variable)) };
}

/** Figs. 8 and 14: the work cycle by the monolithic solution. */
async function workCycle(lab: Lab, crane: Crane): Promise<Figure> {
  const run = await monolithic(lab, crane);
  const lengths = crane === 'single' ? ['crane.s'] : ['crane.s1', 'crane.s2'];
  const series = lengths.map((variable) => trace(run, variable, variable.slice(6), 10));
  return {
    name: name(crane === 'single' ? '8' : '14'),
    plot: over(`Work cycle, ${crane}-actuator crane, monolithic at 1 ms`, 't [s]', 'length [m]', series),
  };
}

/**
 * Figs. 9 and 15: residual energy against H for each integrator and coupling, by that of the
 * paper's own configuration.
 */
async function residuals(lab: Lab, crane: Crane): Promise<Figure[]> {
  const all = await points(lab, crane);
  const panels = integrators.flatMap((integrator) => couplings.map((coupling) => ({ integrator, coupling })));
  return panels.map(({ integrator, coupling }, k) => {
    const series = formulations.flatMap((formulation) =>
      inputs.map((kind): Series => {
        const curvePoints = normalised(all, crane, { formulation, coupling, inputs: kind, integrator });
        return curve(`${formulation}, ${kind}`, curvePoints);
      }),
    );
    return {
      name: name(`${crane === 'single' ? 9 : 15}${'abcdef'[k]}`),
      plot: {
        ...over(
          `Residual energy, ${titles[integrator]}, velocity–${coupling}, ${crane}`,
          'H [ms]',
          normal(crane),
          series,
        ),
        logarithmicY: true,
      },
    };
  });
}

const normal = (crane: Crane): string => `Σ|δE| / that of ALI1, ${normalTo[crane]}, forward Euler at 1 ms`;

/** Σ|δE| over H [ms] to where it takes off, there cut. */
function curve(
  label: string,
  curvePoints: readonly { H: number; residual: number; stable: boolean }[],
): Series {
  const off = curvePoints.findIndex(({ stable }) => !stable);
  const drawnPoints = off === -1 ? curvePoints : curvePoints.slice(0, off + 1);
  return {
    label,
    x: drawnPoints.map(({ H }) => 1000 * H),
    y: drawnPoints.map(({ residual }) => Math.min(residual, top)),
  };
}

/** Fig. 10: what the whole system gains. */
async function balance(lab: Lab): Promise<Figure> {
  const settings = formulations.flatMap((formulation) => [1e-3, 2e-3, 3e-3].map((H) => ({ formulation, H })));
  const series = await Promise.all(
    settings.map(async ({ formulation, H }): Promise<Series> => {
      const { result } = await cycle(lab, { formulation, H });
      const label = `${formulation}, H = ${1000 * H} ms`;
      if (result === undefined) return { label: `${label} (unstable)`, x: [], y: [] };
      return trace({ result }, 'energy_balance', label, Math.round(0.01 / H));
    }),
  );
  return {
    name: name('10'),
    plot: over(
      'Energy balance, forward Euler at 0.1 ms, m = 2, velocity–force',
      't [s]',
      'E gained [J]',
      series,
    ),
  };
}

/**
 * Fig. 11: rate and length by polynomials, by the interface model, and by the monolithic solution,
 * where the cylinder starts.
 */
async function interfaceModel(lab: Lab): Promise<Figure[]> {
  const H = 2e-3;
  const runs: [string, Outcome][] = [
    ['monolithic', await monolithic(lab, 'single')],
    ['m = 2', await cycle(lab, { formulation: 'ALI1', H })],
    ['interface model', await cycle(lab, { formulation: 'ALI1', H, model: true })],
  ];
  const early = ({ label, x, y }: Series): Series => {
    const indices = x.flatMap((t, i) => (t >= 0.9 && t <= 2 ? [i] : []));
    return { label, x: indices.map((i) => x[i]), y: indices.map((i) => y[i]) };
  };
  return (
    [
      ['11a', 'crane.s_dot', 'rate [m/s]'],
      ['11b', 'crane.s', 'length [m]'],
    ] as const
  ).map(([number, variable, yLabel]) => ({
    name: name(number),
    plot: over(
      'Polynomials and interface model, ALI1, H = 2 ms, velocity–force',
      't [s]',
      yLabel,
      runs.map(([label, run]) => early(trace(run, variable, label))),
    ),
  }));
}

/** Draws Figs. 12 and 16: the integrators of the hydraulics, with all other settings constant. */
async function byIntegrator(lab: Lab, crane: Crane): Promise<Figure[]> {
  const all = await points(lab, crane);
  return couplings.map((coupling, k) => ({
    name: name(`${crane === 'single' ? 12 : 16}${'ab'[k]}`),
    plot: {
      ...over(
        `Integrators of the hydraulics, ALI1, ${normalTo[crane]}, velocity–${coupling}, ${crane}`,
        'H [ms]',
        normal(crane),
        integrators.map((integrator) =>
          curve(
            titles[integrator],
            normalised(all, crane, { formulation: 'ALI1', coupling, inputs: normalTo[crane], integrator }),
          ),
        ),
      ),
      logarithmicY: true,
    },
  }));
}

/**
 * Figs. 13 and 17: the length with steps of the hydraulics of 0.1, 0.5 and 1 ms, less that of the
 * monolithic solution.
 */
async function byInternalStep(lab: Lab, crane: Crane): Promise<Figure[]> {
  const truth = await monolithic(lab, crane);
  const variable = crane === 'single' ? 'crane.s' : 'crane.s1';
  const known = new Map(
    Array.from(column(truth, 'time'), (t, i) => [t.toFixed(6), column(truth, variable)[i]]),
  );
  return Promise.all(
    [1e-3, 4e-3].map(async (H, k) => {
      const series = await Promise.all(
        [1e-4, 5e-4, 1e-3].map(async (h): Promise<Series> => {
          const setting: CraneSetting = {
            crane,
            formulation: 'ALI1',
            coupling: 'pressure',
            integrator: 'trapezoidal',
            H,
            h,
          };
          const run = await cycle(lab, setting);
          const label = `h = ${1000 * h} ms`;
          if (run.result === undefined) return { label: `${label} (unstable)`, x: [], y: [] };
          const { x, y } = trace(run, variable, label, Math.round(0.012 / H));
          return { label, x, y: y.map((s, i) => s - (known.get(x[i].toFixed(6)) ?? Number.NaN)) };
        }),
      );
      return {
        name: name(`${crane === 'single' ? 13 : 17}${'ab'[k]}`),
        plot: over(
          `Trapezoidal hydraulics, ALI1, velocity–pressure, H = ${1000 * H} ms, ${crane}`,
          't [s]',
          'length − monolithic [m]',
          series,
        ),
      };
    }),
  );
}

/** Figs. 8 to 17, every panel. */
export async function craneFigures(folder: string, lab: Lab): Promise<string[]> {
  return writeFigures(folder, [
    await workCycle(lab, 'single'),
    ...(await residuals(lab, 'single')),
    await balance(lab),
    ...(await interfaceModel(lab)),
    ...(await byIntegrator(lab, 'single')),
    ...(await byInternalStep(lab, 'single')),
    await workCycle(lab, 'double'),
    ...(await residuals(lab, 'double')),
    ...(await byIntegrator(lab, 'double')),
    ...(await byInternalStep(lab, 'double')),
  ]);
}
