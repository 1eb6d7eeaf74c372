import type { Plot, Series } from '../../../master/results/svg-plot.ts';
import { finished } from '../../claim-outcome.ts';
import { type Figure, writeFigures } from '../../paper-figure.ts';
import type { Lab } from '../../paper-runs.ts';
import { columns } from '../linkage/linkage-runs.ts';
import { column, type Pentagons, pair } from './pentagon-runs.ts';
import { energy, parts } from './sealed-parts.ts';

/** Norms below it are rounding. A logarithmic axis ends there. */
const floor = 1e-18;

/**
 * Motion, constraint errors and energies of a mechanism, by the numbers that they have in the
 * paper.
 */
async function mechanism(lab: Lab, which: Pentagons, first: number): Promise<Figure[]> {
  const [projected, free] = await pair(lab, which);
  const x = Array.from(column(projected, 'time'));
  const title = which === 'single' ? 'five-bar' : 'double loop';
  const plot = (yLabel: string, what: string, series: Series[], logarithmicY = false): Plot => ({
    title: `${title}: ${what}`,
    xLabel: 't [s]',
    yLabel,
    ...{ logarithmicX: false, logarithmicY, series },
  });
  const q = columns(projected, 'q');
  const motion = Array.from({ length: q.length / 7 }, (_, b) => ({
    ...{ label: `rod ${b + 1}, y`, x },
    y: Array.from(q[7 * b + 1]),
  }));
  const errors = (['position', 'velocity', 'acceleration'] as const).flatMap((level) =>
    [projected, free].map((outcome, i) => ({
      ...{ label: `${level}, ${i === 0 ? 'with' : 'without'} projections`, x },
      y: Array.from(column(outcome, `constraint_${level}`), (norm) => Math.max(norm, floor)),
    })),
  );
  const energies = [projected, free].map((outcome, i) => {
    const [T, V] = ['E_kinetic', 'E_potential'].map((name) => column(outcome, name));
    const y = Array.from(T, (value, k) => value + V[k] - T[0] - V[0]);
    return { label: `${i === 0 ? 'with' : 'without'} projections`, x, y };
  });
  return [
    { name: `figure-${first}`, plot: plot('y [m]', 'mass centres', motion) },
    { name: `figure-${first + 1}`, plot: plot('norm [m, m/s, m/s²]', 'constraints', errors, true) },
    { name: `figure-${first + 2}`, plot: plot('E − E(0) [J]', 'total energy', energies) },
  ];
}

/** Draws the energy that cutting the chain adds, with exact and with explicit coupling. */
async function cuts(lab: Lab): Promise<Figure> {
  const whole = await parts(lab, 1, 'exact');
  const x = Array.from(finished(whole).columns[0].data, Number);
  const E = energy(whole);
  const cases = [2, 4, 8].flatMap((p) =>
    (['exact', 'velocity–force Jacobi'] as const).map((way) => ({ p, way })),
  );
  const series = await Promise.all(
    cases.map(async ({ p, way }): Promise<Series> => {
      const other = energy(await parts(lab, p, way));
      return {
        label: `${p} units, ${way}`,
        x,
        y: other.map((value, k) => Math.max(Math.abs(value - E[k]), floor)),
      };
    }),
  );
  return {
    name: 'sealed-parts',
    plot: {
      title: 'A chain of 64 rods in sealed parts, H = 1 ms: energy against that of one unit',
      ...{
        xLabel: 't [s]',
        yLabel: '|E − E of one unit| [J]',
        logarithmicX: false,
        logarithmicY: true,
        series,
      },
    },
  };
}

/** Writes Figs. 5 to 7 and 9 to 11, and the cut chain. */
export async function writePentagonFigures(folder: string, lab: Lab): Promise<string[]> {
  const figures = [
    ...(await mechanism(lab, 'single', 5)),
    ...(await mechanism(lab, 'double', 9)),
    await cuts(lab),
  ];
  return writeFigures(
    folder,
    figures.map(({ name, plot }) => ({ name: `malczyk2012-${name}`, plot })),
  );
}
