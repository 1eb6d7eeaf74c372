import { bandName } from '../../error/band-columns.ts';
import type { Report } from '../report-model.ts';

/**
 * Returns for each run the columns that a plot or a scene shows. Other columns are left out of the
 * page.
 */
export function usedColumns(report: Report): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>(report.runs.map((run) => [run.name, new Set<string>()]));
  for (const group of report.groups) {
    for (const plot of group.plots)
      for (const { run, column } of plot.series) used.get(run)!.add(column).add(bandName(column));
    const scene = group.scene;
    if (!scene) continue;
    for (const { x, y } of Object.values(scene.points)) {
      for (const place of [x, y]) {
        if (typeof place !== 'string') continue;
        used.get(scene.run)!.add(place);
        if (scene.compareRun !== undefined) used.get(scene.compareRun)!.add(place);
      }
    }
  }
  return used;
}
