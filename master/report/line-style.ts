import type { ReportGroup, ReportPlot } from './report-model.ts';

export interface LineStyle {
  /** Index into the palette of 8 (Okabe and Ito 2008) of client/report.css. */
  colour: number;
  /** 0 solid, 1 dashed, 2 dotted. */
  dash: number;
}

/**
 * Colour follows what differs: the run where a plot compares runs (the same in all plots of the group), else the
 * column. Where that would draw two series alike, it follows the place in the plot, and from the ninth series on
 * the dash changes too, so that no two of 16 look the same.
 */
export function lineStyles(plot: ReportPlot, group: ReportGroup): LineStyle[] {
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
