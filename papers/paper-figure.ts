import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../fmu-sdk/archive/write-zip.ts';
import { type Plot, svg } from '../master/results/svg-plot.ts';

/** A figure of a paper, made of our runs. */
export interface Figure {
  /** Its file's name without ending. */
  name: string;
  plot: Plot;
}

/**
 * Writes figures as data (.csv) and plots (.svg) into a folder. The files' names without ending.
 */
export function writeFigures(folder: string, figures: readonly Figure[]): string[] {
  mkdirSync(folder, { recursive: true });
  return figures.map(({ name, plot }) => {
    const file = join(folder, name);
    writeAtomically(`${file}.csv`, Buffer.from(csv(plot)));
    writeAtomically(`${file}.svg`, Buffer.from(svg(plot)));
    return file;
  });
}

/** A row for each point of each line. The lines need not have the same abscissae. */
function csv({ series, xLabel, yLabel }: Plot): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = series.flatMap(({ label, x, y }) =>
    x.map((value, k) => [quoted(label), value, Number.isFinite(y[k]) ? y[k] : ''].join(',')),
  );
  return `${[['line', xLabel, yLabel].map(quoted).join(','), ...rows].join('\n')}\n`;
}
