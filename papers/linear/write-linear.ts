import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../fmu-sdk/archive/write-zip.ts';
import { svg } from '../../master/results/svg-plot.ts';
import { type Figure, figures } from './linear-figures.ts';

/** Writes Figs. 2 to 7 as data (.csv) and plots (.svg). The files' names without ending. */
export async function writeFigures(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const all = await figures();
  return all.map((figure) => {
    const file = join(folder, `zhang2022-figure-${figure.number}`);
    writeAtomically(`${file}.csv`, Buffer.from(csv(figure)));
    writeAtomically(
      `${file}.svg`,
      Buffer.from(
        svg({
          title: `Fig. ${figure.number}: ${figure.title}`,
          xLabel: 'Δt/(nT)',
          yLabel: figure.unit === '%' ? `${figure.what} [%]` : figure.what,
          logarithmicX: figure.logarithmic,
          series: figure.curves,
        }),
      ),
    );
    return file;
  });
}

/** A column a method, a row a Δt/(nT). */
function csv({ curves, unit }: Figure): string {
  const head = ['dt/(nT)', ...curves.map(({ label }) => `"${label} [${unit}]"`)];
  const rows = curves[0].x.map((x, i) => [x, ...curves.map(({ y }) => y[i])]);
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}
