import type { StudyPage } from '../report/study/render-study-page.ts';
import { selectColumns } from './plot-results.ts';
import { svg } from './svg-plot.ts';

/**
 * Draws metrics of a study as one SVG: over the first column if that is a factor, else over the
 * number of the run. Runs without a value are left out.
 */
export function studySvg(page: StudyPage, file: string, patterns: readonly string[]): string {
  const { runs, factors, metrics } = page.data;
  const columns = [...factors, ...metrics].filter(({ labels }) => labels === undefined);
  const shown = patterns.length === 0 ? metrics.slice(0, 1).map(({ name }) => name) : patterns;
  const names = selectColumns({ names: columns.map(({ name }) => name), file }, shown);
  const factor = names.length > 1 ? factors.find(({ name }) => name === names[0]) : undefined;
  const across = factor?.values ?? runs;
  const series = names
    .filter((name) => name !== factor?.name)
    .map((label) => {
      const values = columns.find(({ name }) => name === label)?.values ?? [];
      const points = values
        .flatMap((y, run) => {
          const x = across[run];
          return x === null || y === null ? [] : [{ x, y }];
        })
        .sort((a, b) => a.x - b.x);
      return { label, x: points.map(({ x }) => x), y: points.map(({ y }) => y) };
    });
  return svg({
    title: page.title,
    xLabel: factor?.name ?? 'run',
    yLabel: '',
    logarithmicX: false,
    series,
  });
}
