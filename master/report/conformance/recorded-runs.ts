import type { Recording } from '../../../fmu-sdk/check/behaviour/record-run.ts';
import type { ReportGroup, ReportPlot, ReportRun, ReportTable } from '../report-model.ts';

/** The recorded runs of a unit: one plot an output, one curve a binary and interface. */
export interface Runs {
  runs: ReportRun[];
  group: ReportGroup | undefined;
  table: ReportTable | undefined;
}

/** `prefix` keeps the runs of several units apart. */
export function runsOf(recordings: readonly Recording[], prefix: string): Runs {
  const drawn = recordings.filter(({ time, columns }) => time.length > 1 && columns.length > 0);
  const name = ({ target }: Recording): string => `${prefix} ${target}`;
  const runs = drawn.map(
    (recording): ReportRun => ({
      name: name(recording),
      title: recording.target,
      columns: [{ name: 'time', unitOfMeasure: 's', data: recording.time }, ...recording.columns.map(column)],
      summary: [],
    }),
  );
  const plots = new Map<string, ReportPlot>();
  for (const recording of drawn) {
    for (const [k, { name: title, unitOfMeasure }] of recording.columns.entries()) {
      const plot = plots.get(title) ?? { title, unitOfMeasure, series: [] };
      plots.set(title, plot);
      plot.series.push({
        run: name(recording),
        column: `${k}`,
        label: recording.target,
        dashed: plot.series.length > 0,
      });
    }
  }
  return {
    runs,
    group: plots.size === 0 ? undefined : { title: 'Runs', text, plots: [...plots.values()] },
    table: recordings.length === 0 ? undefined : tableOf(recordings),
  };
}

const text =
  'The default experiment, with all inputs at their start values, on every binary and interface; where the curves agree they lie on each other. Model exchange is integrated by this tool.';

/** Columns go by place, so that no name of a unit can be taken for another's. */
function column(
  { unitOfMeasure, data }: Recording['columns'][number],
  place: number,
): ReportRun['columns'][number] {
  return { name: `${place}`, unitOfMeasure, data };
}

function tableOf(recordings: readonly Recording[]): ReportTable {
  const rows = recordings.map(({ target, time, step, stopTime, columns, left, why }) => [
    target,
    time.length === 0 ? '' : short(time[0]),
    time.length === 0 ? '' : short(time[time.length - 1]),
    short(stopTime),
    `${Math.max(0, time.length - 1)}`,
    short(step),
    `${columns.length}`,
    `${left}`,
    why ?? 'the end of the experiment',
  ]);
  const header = [
    'target',
    'from [s]',
    'to [s]',
    'experiment to [s]',
    'steps',
    'step [s]',
    'outputs shown',
    'not shown',
    'ended by',
  ];
  return { title: 'What was run', header, rows };
}

function short(number: number): string {
  return String(Number(number.toPrecision(6)));
}
