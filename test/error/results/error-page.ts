import type { ErrorCase } from './error-cases.ts';

/** Factor from the line of the fit at which a residual share says something else than the error. */
const far = 10;

/** Returns the page of residual energies and errors. Equal cases give an equal page. */
export function errorPage(cases: readonly ErrorCase[]): string {
  const known = cases.filter(({ residual, error }) => residual > 0 && error > 0 && error < 1);
  const within = fitOf(centred(known));
  const residuals = fitOf(known.map(({ residual, error }) => [residual, error]));
  const bands = fitOf(known.map(({ band, error }) => [band, error]));
  const sum = (of: (item: ErrorCase) => number): number => cases.reduce((total, item) => total + of(item), 0);
  const inside = sum((item) => item.inside) / sum((item) => item.points);
  const claimed = sum((item) => item.claimed) / sum((item) => item.points);
  const ratios = cases.flatMap((item) => item.ratios).sort((a, b) => a - b);
  const failures = known.filter((item) => residuals.distance(item.residual, item.error) > far);
  return `# Residual energy and error side by side

Command: \`node test/error/results/error-bands.mjs\`. It runs all cases and writes this page.

How well does the residual energy tell the error? The table has ${cases.length} runs of
${new Set(cases.map(({ system }) => system)).size} systems with power bonds. It compares three numbers of each run:

- *Residual*: the largest residual energy Σ|δE| of a bond, as a share of the energy that it carries.
- *Error*: the true error of the worst column. It is a root mean square, as a share of the range.
- *Band*: the widest [error band](../explain/results/error-bands.md) of \`--error\`, measured in the
  same way.

The truth of the linear systems is their closed form. The truth of the packaged systems is a run
with the smallest step that their FMUs allow.

## Result

| question | residual | band |
| --- | --- | --- |
| correlation with the error within a system, in logarithms | ${within.correlation.toFixed(2)} | ${fitOf(centred(known, ({ band }) => band)).correlation.toFixed(2)} |
| correlation over all systems | ${residuals.correlation.toFixed(2)} | ${bands.correlation.toFixed(2)} |
| slope: decades of the error for a decade | ${residuals.slope.toFixed(2)} | ${bands.slope.toFixed(2)} |
| scatter: factor of one standard deviation | ${residuals.scatter.toFixed(1)} | ${bands.scatter.toFixed(1)} |
| runs further than a factor of ${far} from the fit | ${failures.length} of ${known.length} | ${known.filter((item) => bands.distance(item.band, item.error) > far).length} of ${known.length} |

${known.length} runs count. The others are unstable: their error is larger than the range. The band is a
bound, so it is wide where the runs do not follow an order.

${verdict(within.correlation, residuals.scatter)}

${percent(inside)} of all points lie inside their band. ${percent(claimed)} of the points are in stretches that
follow an order. There the median band is ${ratios[ratios.length >> 1].toFixed(1)} times the true error.

## Where the residual share fails

${
  failures.length === 0
    ? `No run is further than a factor of ${far} from the fit.`
    : `These runs are further than a factor of ${far} from the fit:\n\n${table(failures)}`
}

## All runs

m is the order of the extrapolation. The scheme is \`jacobi\`.

${table(cases)}
`;
}

/** Returns what the numbers mean in words. */
function verdict(within: number, scatter: number): string {
  const orders =
    within > 0.9
      ? 'orders the runs of one system by their error'
      : 'does not order the runs of one system by their error';
  const number =
    scatter > 2
      ? `an error that follows from it is wrong by a factor of ${scatter.toFixed(1)} as a rule`
      : 'the error follows from it';
  return `The residual share ${orders}.\nOver all systems ${number}.`;
}

/** Returns pairs of a number and the error of each run, relative to the mean of its system. */
function centred(
  cases: readonly ErrorCase[],
  of: (item: ErrorCase) => number = ({ residual }) => residual,
): [number, number][] {
  const mean = (items: readonly ErrorCase[], number: (item: ErrorCase) => number): number =>
    10 ** (items.reduce((total, item) => total + Math.log10(number(item)), 0) / items.length);
  return cases.map((item) => {
    const alike = cases.filter(({ system }) => system === item.system);
    return [of(item) / mean(alike, of), item.error / mean(alike, ({ error }) => error)];
  });
}

function table(cases: readonly ErrorCase[]): string {
  const rows = cases.map(
    ({ system, step, order, residual, error, band, inside, points }) =>
      `| ${system} | ${1000 * Number(step.toPrecision(6))} ms | ${order} | ${share(residual)} | ${share(error)} | ${share(band)} | ${percent(inside / points)} |`,
  );
  return [
    '| system | H | m | residual | error | band | inside |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** Line of least squares through the logarithms of pairs. */
interface Fit {
  readonly correlation: number;
  readonly slope: number;
  readonly scatter: number;
  /** Returns the factor of y to the line at x, or its inverse if it is below 1. */
  distance(x: number, y: number): number;
}

function fitOf(pairs: readonly (readonly [number, number])[]): Fit {
  const logs = pairs.map(([x, y]) => [Math.log10(x), Math.log10(y)]);
  const n = logs.length;
  const [mx, my] = [0, 1].map((k) => logs.reduce((total, pair) => total + pair[k], 0) / n);
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of logs) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  const slope = xy / xx;
  const away = (x: number, y: number): number => Math.log10(y) - my - slope * (Math.log10(x) - mx);
  return {
    slope,
    correlation: xy / Math.sqrt(xx * yy),
    scatter: 10 ** Math.sqrt(pairs.reduce((total, [x, y]) => total + away(x, y) ** 2, 0) / n),
    distance: (x, y) => 10 ** Math.abs(away(x, y)),
  };
}

const share = (x: number): string => Number(x.toPrecision(2)).toExponential().replace('e+0', '');
const percent = (x: number): string => `${Number((100 * x).toPrecision(3))} %`;
