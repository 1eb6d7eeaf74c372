import type { Recording } from '../../../fmu-sdk/check/behaviour/trajectory/record-run.ts';
import type { ReportGroup, ReportPlot, ReportRun, ReportTable } from '../report-model.ts';

/** Recorded runs of an FMU: one plot for each output, one curve for each binary and interface. */
export interface Runs {
  runs: ReportRun[];
  group: ReportGroup | undefined;
  table: ReportTable | undefined;
}

/** Prepares the recorded runs. `prefix` distinguishes the runs of several FMUs. */
export function runsOf(recordings: readonly Recording[], prefix: string): Runs {
  const drawn = recordings.filter(({ time, columns }) => time.length > 1 && columns.length > 0);
  const name = ({ target }: Recording): string => `${prefix} ${target}`;
  const runs = drawn.map(
    (recording): ReportRun => ({
      name: name(recording),
      title: recording.target,
      columns: [{ name: 'time', unit: 's', data: recording.time }, ...recording.columns.map(column)],
      summary: [],
    }),
  );
  const plots = new Map<string, ReportPlot>();
  for (const recording of drawn) {
    for (const [k, { name: title, unit }] of recording.columns.entries()) {
      const plot = plots.get(title) ?? { title, unit, series: [] };
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
  'The default experiment with all inputs at their start values, on every binary and interface. Equal curves cover each other. This tool integrates model exchange.';

/** Columns are identified by index, so that names in an FMU cannot collide. */
function column({ unit, data }: Recording['columns'][number], place: number): ReportRun['columns'][number] {
  return { name: `${place}`, unit, data };
}

function tableOf(recordings: readonly Recording[]): ReportTable {
  const rows = recordings.map(({ target, time, step, stopTime, columns, omitted: omittedCount, why }) => [
    target,
    time.length === 0 ? '' : short(time[0]),
    time.length === 0 ? '' : short(time[time.length - 1]),
    short(stopTime),
    `${Math.max(0, time.length - 1)}`,
    short(step),
    `${columns.length}`,
    `${omittedCount}`,
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
  return { title: 'Recorded runs', header, rows };
}

function short(number: number): string {
  return String(Number(number.toPrecision(6)));
}
