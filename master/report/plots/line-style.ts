import type { ReportGroup, ReportPlot } from '../report-model.ts';

export interface LineStyle {
  /** Index into the palette of 8 (Okabe and Ito 2008) of client/report.css. */
  colour: number;
  /** 0 solid, 1 dashed, 2 dotted. */
  dash: number;
}

/**
 * Chooses the styles of lines. The colour follows the run if a plot compares runs, equally in all
 * plots of the group, else the column. If two series would look equal, it follows the index in the
 * plot. From the ninth series on the dash changes too, so that 16 series look different.
 */
export function chooseLineStyles(plot: ReportPlot, group: ReportGroup): LineStyle[] {
  const columns = distinct(plot.series.map((s) => s.column));
  const runs = distinct(group.plots.flatMap((p) => p.series.map((s) => s.run)));
  const byKind = plot.series.map((s) =>
    style(columns.length > 1 ? columns.indexOf(s.column) : runs.indexOf(s.run), s.dashed),
  );
  if (distinct(byKind.map((s) => `${s.colour} ${s.dash}`)).length === byKind.length) return byKind;
  return plot.series.map((s, place) => style(place, s.dashed));
}

function style(place: number, dashed: boolean | undefined): LineStyle {
  return { colour: place % 8, dash: dashed ? 1 : place < 8 ? 0 : 2 };
}

function distinct(names: string[]): string[] {
  return [...new Set(names)];
}
