import { decimate } from './plots/decimate.ts';
import { encode } from './plots/encode-column.ts';
import { chooseLineStyles } from './plots/line-style.ts';
import { knots } from './plots/time-knots.ts';
import { usedColumns } from './plots/used-columns.ts';
import type { GroupData, PageData, RunData } from './report-data.ts';
import type { Report, ReportGroup, ReportRun } from './report-model.ts';

/** Size limit of all columns in the page [bytes]. */
const budget = 5_300_000;
/** Size of a point [bytes]: 4 for the value and 1 for the row difference, in base64. */
const pointBytes = (4 + 1) * (4 / 3);
const mostPoints = 4000;
const leastPoints = 256;

/**
 * Converts the runs and groups of a report for the client: only visible columns, decimated to the
 * limit.
 */
export function pack(report: Report): PageData {
  const used = usedColumns(report);
  const count = [...used.values()].reduce((sum, columns) => sum + columns.size, 0);
  const share = Math.floor(budget / pointBytes / Math.max(count, 1));
  const limit = Math.max(leastPoints, Math.min(mostPoints, share));
  const places = new Map(report.runs.map((run, place) => [run.name, place]));
  return {
    runs: report.runs.map((run) => {
      const columns = used.get(run.name)!;
      return run.pack?.(columns, limit) ?? packRun(run, columns, limit);
    }),
    groups: report.groups.map((group) => packGroup(group, places)),
  };
}

function packRun(run: ReportRun, used: Set<string>, limit: number): RunData {
  const runColumns = run.columns.filter((column) => used.has(column.name));
  return {
    title: run.title,
    knots: runColumns.length > 0 ? knots(run.columns[0]!.data) : [],
    columns: Object.fromEntries(
      runColumns.map(({ name, data }) => [name, encode(data, decimate(data, limit))]),
    ),
  };
}

function packGroup(group: ReportGroup, places: Map<string, number>): GroupData {
  const { scene } = group;
  return {
    plots: group.plots.map((plot) => {
      const styles = chooseLineStyles(plot, group);
      return {
        title: plot.title,
        unit: plot.unit,
        log: plot.log ?? false,
        series: plot.series.map(({ run, column, label }, k) => ({
          run: places.get(run)!,
          column,
          label,
          ...styles[k]!,
        })),
      };
    }),
    scene: scene
      ? {
          run: places.get(scene.run)!,
          ghost: scene.compareRun === undefined ? -1 : places.get(scene.compareRun)!,
          points: scene.points,
          bodies: scene.bodies,
        }
      : null,
  };
}
