import { csvField } from '../../fmu-sdk/util/csv-text.ts';
import type { Comparison, MeasuredRun } from './compare-schemes.ts';

/** Returns a row for each run, after a row of titles. Missing values are empty. */
export function comparisonRows({ values, bonds, runs, refused }: Comparison): (string | number)[][] {
  const titles = [
    ...['scheme', 'order', 'extrapolation', 'options', 'step [s]', 'unit steps', 'work', 'CPU [s]', 'error'],
    ...values.map(({ name }) => `error of ${name}`),
    ...bonds.map((name) => `residual of ${name}`),
    'failed',
  ];
  const none = [...values, ...bonds].map(() => '');
  return [
    titles,
    ...runs.map(rowOf),
    ...refused.map(({ label, reason }) => [label, '', '', '', '', '', '', '', '', ...none, reason]),
  ];
}

function rowOf({ trial, errors, error }: MeasuredRun): (string | number)[] {
  const { candidate, step, unitSteps, work, cpuSeconds, residuals, failed } = trial;
  const finite = (x: number): string | number => (Number.isFinite(x) ? x : '');
  const options = Object.entries(candidate.options).map(([name, value]) => `${name}=${value}`);
  return [
    candidate.scheme.name,
    candidate.order,
    candidate.extrapolation ?? '',
    options.join(' '),
    step,
    unitSteps,
    work,
    cpuSeconds,
    finite(error),
    ...errors.map(finite),
    ...residuals.map(finite),
    failed ?? '',
  ];
}

/** Formats the rows as CSV (RFC 4180). */
export function comparisonCsv(comparison: Comparison): string {
  const lines = comparisonRows(comparison).map((row) => row.map(fieldOf).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

const fieldOf = (cell: string | number | undefined): string =>
  typeof cell === 'string' ? csvField(cell) : String(cell);

/** Formats the rows and the reference as JSON. Infinite values and NaN become null. */
export function comparisonJson(comparison: Comparison): string {
  const { system, values, bonds, reference, runs, refused } = comparison;
  const of = ({
    candidate,
    step,
    unitSteps,
    work,
    cpuSeconds,
    residuals,
    failed,
  }: MeasuredRun['trial']): object => ({
    scheme: candidate.scheme.name,
    order: candidate.order,
    extrapolation: candidate.extrapolation,
    options: candidate.options,
    step,
    unitSteps,
    work,
    cpuSeconds,
    residuals: Object.fromEntries(bonds.map((name, k) => [name, residuals[k]])),
    failed,
  });
  const { trial, error, order, against, agrees, scales } = reference;
  const all = {
    system,
    reference: {
      ...of(trial),
      error,
      order,
      agrees,
      against: against && { ...of(against.trial), difference: against.difference, error: against.error },
      scales: Object.fromEntries(values.map(({ name }, k) => [name, scales[k].peak])),
    },
    runs: runs.map((run) => ({
      ...of(run.trial),
      error: run.error,
      errors: Object.fromEntries(values.map(({ name }, k) => [name, run.errors[k]])),
    })),
    refused,
  };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}
