import type { Comparison } from '../../advise/compare-schemes.ts';
import { comparisonRows } from '../../advise/comparison-table.ts';
import { html } from '../../report/html/escape-html.ts';
import { renderPage } from '../../report/html/html-page.ts';
import { renderTable } from '../../report/html/html-table.ts';
import { type LogSeries, logPlot } from '../../report/plots/log-plot.ts';
import { referenceLine } from './comparison-text.ts';

/**
 * Returns the comparison as a self-contained page: error against work and step, and a table of
 * runs.
 */
export function comparisonPage(comparison: Comparison): string {
  const { system, runs, refused } = comparison;
  const rows = comparisonRows(comparison).map((row) => row.map(cell));
  const [header, ...body] = rows;
  const plot = (title: string, xLabel: string, of: 'work' | 'step' | 'cpuSeconds'): string =>
    logPlot({ title, xLabel, yLabel: 'error', series: seriesOf(runs, of) });
  const parts = [
    `<header><h1>${html(`Coupling schemes on ${system}`)}</h1><p class="subtitle">${html(`${runs.length} runs. ${referenceLine(comparison)}`)}</p></header>`,
    '<main>',
    plot('Error against work', 'work: steps of FMUs, internal steps included', 'work'),
    plot('Error against CPU time', 'CPU time [s]', 'cpuSeconds'),
    plot('Error against step', 'communication step H [s]', 'step'),
    renderTable({
      title: 'All runs',
      header,
      rows: body.slice(0, runs.length),
      folds: true,
      note: 'An error is the largest difference from the reference over the run, relative to the nominal value. Without a nominal value, the larger of two errors counts: the largest difference relative to the range, and the RMS difference relative to the RMS value.',
    }),
    refused.length === 0
      ? ''
      : renderTable({
          title: 'Not applicable',
          header: ['scheme', 'reason'],
          rows: refused.map(({ label, reason }) => [label, reason]),
        }),
    '</main>',
    '<footer><p>fmu compare-schemes</p></footer>',
  ];
  return renderPage({
    title: `Coupling schemes on ${system}`,
    body: parts.join('\n'),
    data: { runs: [], groups: [] },
  });
}

const cell = (value: string | number): string =>
  typeof value === 'number' && !Number.isInteger(value)
    ? String(Number(value.toPrecision(4)))
    : String(value);

/**
 * Returns a line for each candidate that has an error. Its scheme sets the colour, its order the
 * dash.
 */
function seriesOf(runs: Comparison['runs'], of: 'work' | 'step' | 'cpuSeconds'): LogSeries[] {
  const drawn = runs.filter(({ error }) => error > 0 && Number.isFinite(error));
  const schemes = [...new Set(drawn.map(({ trial }) => trial.candidate.scheme.name))];
  const labels = [...new Set(drawn.map(({ trial }) => trial.candidate.label))];
  return labels.map((label) => {
    const labelRuns = drawn.filter(({ trial }) => trial.candidate.label === label);
    const { scheme, order } = labelRuns[0].trial.candidate;
    const points = labelRuns.map(({ trial, error }) => ({
      x: trial[of],
      y: error,
      text: `H = ${Number(trial.step.toPrecision(4))} s, error ${error.toExponential(2)}, work ${trial.work}`,
    }));
    return { label, colour: schemes.indexOf(scheme.name) % 8, dash: [2, 1, 0][order], points };
  });
}
