import type { ReportRun, ReportTable } from '../report-model.ts';

/**
 * Returns a table of all runs: a row for each run, a column for each label, with a common unit of
 * measure.
 */
export function runsTable(runs: ReportRun[]): ReportTable {
  const labels = [...new Set(runs.flatMap((run) => run.summary.map((entry) => entry.label)))];
  const units = new Map(labels.map((label) => [label, sharedUnitOfMeasure(runs, label)]));
  return {
    title: 'Runs',
    header: ['run', ...labels.map((label) => (units.get(label) ? `${label} [${units.get(label)}]` : label))],
    rows: runs.map((run) => [
      run.title,
      ...labels.map((label) => {
        const entry = run.summary.find((candidate) => candidate.label === label);
        if (!entry) return '';
        return entry.unit && !units.get(label) ? `${entry.value} ${entry.unit}` : entry.value;
      }),
    ]),
  };
}

function sharedUnitOfMeasure(runs: ReportRun[], label: string): string {
  const entries = runs.flatMap((run) => run.summary.filter((entry) => entry.label === label));
  const unit = entries[0]?.unit ?? '';
  return entries.every((entry) => entry.unit === unit) ? unit : '';
}
