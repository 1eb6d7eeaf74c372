import type { Plot, Series } from '../../../master/results/svg-plot.ts';
import type { Outcome } from '../../claim-outcome.ts';
import { type Figure, writeFigures } from '../../paper-figure.ts';
import type { Lab } from '../../paper-runs.ts';
import { laws, moved } from '../friction/friction-runs.ts';
import { linkageFrames, tiltingFrames } from './linkage-frames.ts';
import { column, columns, formulations, type Linkage, pair, published, run, titles } from './linkage-runs.ts';

/** Norms below it are rounding. A logarithmic axis ends there. */
const floor = 1e-18;
/** One of so many steps is drawn. */
const every = 20;

const picked = (values: ArrayLike<number>): number[] => Array.from(values).filter((_, i) => i % every === 0);

function line(outcome: Outcome, label: string, values: ArrayLike<number>): Series {
  return { label, x: picked(column(outcome, 'time')), y: picked(values) };
}

const overTime = (title: string, yLabel: string, series: Series[], logarithmicY = false): Plot => ({
  ...{ title, xLabel: 't [s]', yLabel, series },
  ...{ logarithmicX: false, logarithmicY },
});

function energies(outcome: Outcome, of: string): Series[] {
  const [T, V, W] = ['E_kinetic', 'E_potential', 'work'].map((name) => column(outcome, name));
  return [
    line(outcome, `${of}T`, T),
    line(
      outcome,
      `${of}ΔV`,
      V.map((value) => value - V[0]),
    ),
    line(outcome, `${of}W`, W),
  ];
}

function drifts(outcome: Outcome, label: string): Series {
  const [T, V, W] = ['E_kinetic', 'E_potential', 'work'].map((name) => column(outcome, name));
  return line(
    outcome,
    label,
    T.map((value, i) => value + V[i] - T[0] - V[0] - W[i]),
  );
}

/**
 * Figs. 7 and 8, 9 and 10, 11 and 12, 13 and 14: coordinates and pressures, energies, constraints,
 * iterations of a mechanism.
 */
async function mechanism(lab: Lab, linkage: Linkage, offset: 0 | 1): Promise<Figure[]> {
  const both = await pair(lab, linkage);
  const [doubleStep] = both;
  const title = titles[linkage];
  const visit = (of: (outcome: Outcome, label: string) => Series): Series[] =>
    both.map((outcome, i) => of(outcome, formulations[i]));
  const z = columns(doubleStep, 'z').map((values, k) => line(doubleStep, `z${k + 1}`, values));
  const p = ['p1', 'p2', 'p3'].map((name) => line(doubleStep, name, column(doubleStep, name)));
  const plots: [string, Plot][] = [
    [`${7 + offset}a`, overTime(`${title}: relative coordinates`, 'z [rad]', z)],
    [`${7 + offset}b`, overTime(`${title}: pressures`, 'p [Pa]', p)],
    [`${9 + offset}a`, overTime(`${title}: energies`, 'E [J]', energies(doubleStep, ''))],
    [`${9 + offset}b`, overTime(`${title}: energy drift`, 'ΔT + ΔV − W [J]', visit(drifts))],
    [
      `${11 + offset}`,
      overTime(
        `${title}: constraints`,
        '|Φ|',
        visit((o, label) =>
          line(
            o,
            label,
            column(o, 'constraint_position').map((x) => Math.max(x, floor)),
          ),
        ),
        true,
      ),
    ],
    [
      `${13 + offset}`,
      overTime(
        `${title}: Newton iterations`,
        'iterations',
        visit((o, label) => line(o, label, column(o, 'iterations'))),
      ),
    ],
  ];
  return plots.map(([number, plot]) => ({ name: `jaiswal2021a-figure-${number}`, plot }));
}

/** Figs. 6 to 14. */
export async function linkageFigures(folder: string, lab: Lab): Promise<string[]> {
  const positions = (await linkageFrames(lab)).map(([number, plot]) => ({
    name: `jaiswal2021a-figure-${number}`,
    plot,
  }));
  return writeFigures(folder, [
    ...positions,
    ...(await mechanism(lab, 'fourBar', 0)),
    ...(await mechanism(lab, 'quickReturn', 1)),
  ]);
}

/** Friction force over velocity of each law, as the unit by itself is moved. Figs. 4 and 9. */
async function friction(lab: Lab): Promise<Figure[]> {
  const curves = async (names: readonly Parameters<typeof moved>[1][]): Promise<Series[]> =>
    Promise.all(
      names.map(async (law) => {
        const outcome = await moved(lab, law);
        const [v, F] = ['friction.s_dot', 'friction.F_mu'].map((name) => column(outcome, name));
        return { label: law, x: picked(v), y: picked(F) };
      }),
    );
  const plot = (title: string, series: Series[]): Plot => ({
    ...{ title, xLabel: 'v [m/s]', yLabel: 'F_μ [N]', series, logarithmicX: false },
  });
  return [
    {
      name: 'jaiswal2021b-figure-4',
      plot: plot('Static friction laws', await curves(['coulombStribeck', 'bengisuAkay', 'brownMcPhee'])),
    },
    { name: 'jaiswal2021b-figure-9b', plot: plot('Friction of the cylinder', await curves(laws)) },
  ];
}

/**
 * Figs. 4 and 7 to 12. Fig. 12 counts iterations in place of seconds, which another machine has
 * others of.
 */
export async function frictionFigures(folder: string, lab: Lab): Promise<string[]> {
  const all = await Promise.all(laws.map((law) => run(lab, 'fourBarWithFriction', { ...published, law })));
  const visit = (of: (outcome: Outcome, label: string) => Series): Series[] =>
    all.map((outcome, i) => of(outcome, laws[i]));
  const of = (name: string) => (outcome: Outcome, label: string) =>
    line(outcome, label, column(outcome, name));
  const total = (values: Float64Array): number[] => {
    let sum = 0;
    return Array.from(values, (count) => {
      sum += count;
      return sum;
    });
  };
  const plots: [string, Plot][] = [
    await tiltingFrames(lab),
    [
      '8a',
      overTime(
        'Angle of the crank',
        'z₁ [rad]',
        visit((o, label) => line(o, label, columns(o, 'z')[0])),
      ),
    ],
    ['8b', overTime('Pressure of the rod side', 'p₂ [Pa]', visit(of('p2')))],
    ['9a', overTime('Friction of the cylinder', 'F_μ [N]', visit(of('friction')))],
    ['10a', overTime('Energies, Brown–McPhee', 'E [J]', energies(all[1], ''))],
    ['10b', overTime('Energy drift', 'ΔT + ΔV − W [J]', visit(drifts))],
    ['11', overTime('Newton iterations', 'iterations', visit(of('iterations')))],
    [
      '12',
      overTime(
        'Newton iterations so far',
        'iterations',
        visit((o, label) => line(o, label, total(column(o, 'iterations')))),
      ),
    ],
  ];
  const cycle = plots.map(([number, plot]) => ({ name: `jaiswal2021b-figure-${number}`, plot }));
  return writeFigures(folder, [...(await friction(lab)), ...cycle]);
}
