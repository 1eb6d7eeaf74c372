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
  const columns = placesOf(plot.series.map((s) => s.column));
  const runs = runsOf(group);
  const byKind = plot.series.map((s) =>
    style((columns.size > 1 ? columns.get(s.column) : runs.get(s.run)) as number, s.dashed),
  );
  if (new Set(byKind.map((s) => `${s.colour} ${s.dash}`)).size === byKind.length) return byKind;
  return plot.series.map((s, place) => style(place, s.dashed));
}

/** Places of the runs of each group, which all its plots share. */
const runPlaces = new WeakMap<ReportGroup, Map<string, number>>();

function runsOf(group: ReportGroup): Map<string, number> {
  let places = runPlaces.get(group);
  if (places === undefined) {
    places = placesOf(group.plots.flatMap((plot) => plot.series.map((s) => s.run)));
    runPlaces.set(group, places);
  }
  return places;
}

function style(place: number, dashed: boolean | undefined): LineStyle {
  return { colour: place % 8, dash: dashed ? 1 : place < 8 ? 0 : 2 };
}

/** Returns the place of each different name, in the order of their first use. */
function placesOf(names: readonly string[]): Map<string, number> {
  return new Map([...new Set(names)].map((name, place) => [name, place]));
}
