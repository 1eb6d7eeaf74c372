/** Contents of a report: texts, numbers and names only. */

import type { RunData } from './column-data.ts';

/** Finished run. All columns have equal lengths, and the first is time [s]. */
export interface ReportRun {
  name: string;
  title: string;
  description?: string;
  columns: { name: string; unit: string; data: Float64Array }[];
  /**
   * Returns the data of the page if the rows are not in memory. Then the columns are empty.
   *
   * @param columns columns that the page shows
   * @param limit largest number of points of a column
   */
  pack?(columns: ReadonlySet<string>, limit: number): RunData;
  summary: { label: string; value: string; unit?: string }[];
}

/** Curves over time on one pair of axes. All columns are in `unit`. */
export interface ReportPlot {
  title: string;
  /** Unit of measure of the y axis, for example "Pa". */
  unit: string;
  series: { run: string; column: string; label: string; dashed?: boolean }[];
  /** Logarithmic y axis. Values that are not positive leave a gap. */
  log?: boolean;
}

/** Plots that share one time, with its cursor and zoom, and an optional animated scene. */
export interface ReportGroup {
  title: string;
  text?: string;
  plots: ReportPlot[];
  scene?: Scene;
}

/** Animated planar drawing. */
export interface Scene {
  title: string;
  run: string;
  /** Named points: each coordinate is a column of the run, or a constant [m]. y points up. */
  points: Record<string, { x: string | number; y: string | number }>;
  bodies: SceneBody[];
  /** Second run, drawn behind as a ghost. */
  compareRun?: string;
}

/**
 * `rod` and `cylinder` connect two points, other bodies have one. `size` is the width or diameter
 * [m].
 */
export interface SceneBody {
  kind: 'rod' | 'cylinder' | 'mass' | 'ground' | 'pin';
  from?: string;
  to?: string;
  at?: string;
  label?: string;
  size?: number;
}

/**
 * Table, sortable by column. Cells that begin with a number are numbers. Most columns have one
 * kind.
 */
export interface ReportTable {
  title: string;
  header: string[];
  rows: string[][];
  /** Better numbers for each column, whose best and worst are marked. 'low' compares magnitudes. */
  better?: ('low' | 'high' | null)[];
  note?: string;
  /** True to fold long texts to one line. */
  folds?: boolean;
}

export interface Report {
  title: string;
  subtitle: string;
  tables: ReportTable[];
  groups: ReportGroup[];
  runs: ReportRun[];
  footer: string;
}
