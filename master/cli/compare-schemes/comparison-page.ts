import { type Comparison, leastWork, type MeasuredRun } from '../../advise/compare-schemes.ts';
import { comparisonRows } from '../../advise/comparison-table.ts';
import { html } from '../../report/html/escape-html.ts';
import { renderPage } from '../../report/html/html-page.ts';
import { renderTable } from '../../report/html/html-table.ts';
import { tile } from '../../report/html/tile.ts';
import { type LogSeries, logPlot } from '../../report/plots/log-plot.ts';
import { referenceLine } from './comparison-text.ts';

/** Largest error of a drawn run. Beyond it, results have nothing in common with the reference. */
const largestError = 1;
/** Errors for which the page names the cheapest run. */
const wishes = [1e-2, 1e-3, 1e-4];
/** Number of tiles. */
const mostBest = 3;
/** Number of candidates of the Pareto front that have colours. */
const mostNamed = 6;

/**
 * Returns the comparison as a self-contained page. It starts with the cheapest run for three errors
 * and the Pareto front. Further plots and the table of all runs are folded.
 */
export function comparisonPage(comparison: Comparison): string {
  const { system, runs, refused } = comparison;
  const present = presentRun(comparison);
  const rows = comparisonRows(comparison).map((row) => row.map(cell));
  const [header, ...body] = rows;
  const sound = runs.filter(({ error }) => error > 0 && error <= largestError);
  const plot = (title: string, xLabel: string, of: Cost): string =>
    logPlot({ title, xLabel, yLabel: errorLabel, series: seriesOf(sound, of) });
  const parts = [
    `<header><h1>${html(`Coupling schemes on ${system}`)}</h1><p class="subtitle">${html(`${runs.length} runs. ${referenceLine(comparison)}`)}</p></header>`,
    '<main>',
    `<div class="tiles">${[...presentTile(present), ...bestTiles(comparison)].join('\n')}</div>`,
    logPlot({
      title: 'Least error for the work: the Pareto front',
      xLabel: workLabel,
      yLabel: errorLabel,
      series: [...frontSeries(sound), ...presentSeries(present, sound)],
    }),
    `<p class="note">${html(`Grey lines are the other candidates. ${runs.length - sound.length} of ${runs.length} runs failed or have an error above ${largestError}, and are not drawn. A relative error of 0.01 is 1 % of the value's nominal value or range.`)}</p>`,
    folded('All candidates', [
      plot('Error against work', workLabel, 'work'),
      plot('Error against CPU time', 'CPU time [s]', 'cpuSeconds'),
      plot('Error against step', 'communication step H [s]', 'step'),
    ]),
    folded(`All ${runs.length} runs as a table`, [
      renderTable({
        title: 'All runs',
        header,
        rows: body.slice(0, runs.length),
        folds: true,
        note: 'An error is the largest difference from the reference over the run, relative to the nominal value. Without a nominal value, the larger of two errors counts: the largest difference relative to the range, and the RMS difference relative to the RMS value.',
      }),
    ]),
    refused.length === 0
      ? ''
      : folded(`${refused.length} candidates do not apply`, [
          renderTable({
            title: 'Not applicable',
            header: ['scheme', 'reason'],
            rows: refused.map(({ label, reason }) => [label, reason]),
          }),
        ]),
    '</main>',
    '<footer><p>fmu compare-schemes</p></footer>',
  ];
  return renderPage({
    title: `Coupling schemes on ${system}`,
    body: parts.join('\n'),
    data: { runs: [], groups: [] },
  });
}

const errorLabel = 'relative error [1]';
const workLabel = 'work: steps of FMUs, internal steps included';

type Cost = 'work' | 'step' | 'cpuSeconds';

function folded(summary: string, parts: readonly string[]): string {
  return `<details class="folded"><summary>${html(summary)}</summary>${parts.join('\n')}</details>`;
}

/**
 * Returns three tiles: the cheapest run for each wished error that the reference can tell, then
 * other candidates of the Pareto front, the most accurate first.
 */
function bestTiles(comparison: Comparison): string[] {
  const { reference, runs } = comparison;
  const best = new Map<Comparison['runs'][number], string>();
  for (const wish of wishes.filter((error) => error >= reference.error)) {
    const run = leastWork(comparison, wish);
    if (run !== undefined && !best.has(run)) best.set(run, `Cheapest with an error up to ${percent(wish)}`);
  }
  for (const run of paretoFront(runs).reverse())
    if (best.size < mostBest && !best.has(run)) best.set(run, `Least error for ${run.trial.work} steps`);
  const tiles = [...best].map(([{ trial, error }, heading]) => {
    const known =
      error > reference.error ? error.toExponential(1) : `below ${reference.error.toExponential(1)}`;
    const reason = `H = ${Number(trial.step.toPrecision(4))} s, error ${known}, ${trial.work} steps of FMUs`;
    return tile({ heading, word: trial.candidate.label, reason });
  });
  if (tiles.length > 0) return tiles;
  const reason = `No run has an error below ${largestError}. Try smaller steps, for example with --levels 9.`;
  return [tile({ heading: 'Best scheme', word: 'not found', reason, mark: 'do not trust' })];
}

/** Returns the run with the scheme, the order and the step that the system has at present. */
function presentRun({ runs, present: { scheme, order, step } }: Comparison): MeasuredRun | undefined {
  return runs.find(
    ({ trial: { candidate, step: H } }) =>
      candidate.scheme.name === scheme && candidate.order === order && Math.abs(H - step) <= 1e-9 * step,
  );
}

function presentTile(run: MeasuredRun | undefined): string[] {
  if (run === undefined) return [];
  const { trial, error } = run;
  const reason = `H = ${Number(trial.step.toPrecision(4))} s, error ${error.toExponential(1)}, ${trial.work} steps of FMUs`;
  return [tile({ heading: 'Present scheme', word: trial.candidate.label, reason, mark: 'not judged' })];
}

/** Returns a line of one point, which marks the present scheme. */
function presentSeries(run: MeasuredRun | undefined, drawn: readonly MeasuredRun[]): LogSeries[] {
  if (run === undefined || !drawn.includes(run)) return [];
  const [series] = seriesOf([run], 'work');
  return [{ ...series, label: `present: ${series.label}`, colour: 7, dash: 0 }];
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;

/** Returns the runs to which no other has both a smaller error and less work, the cheapest first. */
function paretoFront(runs: Comparison['runs']): Comparison['runs'][number][] {
  const byWork = runs
    .filter(({ error }) => error <= largestError)
    .sort((a, b) => a.trial.work - b.trial.work || a.error - b.error);
  let least = Number.POSITIVE_INFINITY;
  return byWork.filter(({ error }) => {
    const better = error < least;
    if (better) least = error;
    return better;
  });
}

/**
 * Returns the lines of the candidates on the Pareto front, on which no run has both a smaller error
 * and less work. All others are pale.
 */
function frontSeries(sound: Comparison['runs']): LogSeries[] {
  const front = paretoFront(sound);
  const labels = [...new Set(front.map(({ trial }) => trial.candidate.label))].slice(0, mostNamed);
  const all = seriesOf(sound, 'work');
  return [
    ...all.filter(({ label }) => !labels.includes(label)).map((series) => ({ ...series, pale: true })),
    ...labels.map((name, k): LogSeries => {
      const series = all.find(({ label }) => label === name) as LogSeries;
      return { ...series, colour: k, dash: 0 };
    }),
  ];
}

const cell = (value: string | number): string =>
  typeof value === 'number' && !Number.isInteger(value)
    ? String(Number(value.toPrecision(4)))
    : String(value);

/**
 * Returns a line for each candidate that has an error. Its scheme sets the colour, its order the
 * dash.
 */
function seriesOf(drawn: Comparison['runs'], of: Cost): LogSeries[] {
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
