/** What a report shows: plain data, made by whoever knows the runs. Everything is text, numbers and names. */

/** One finished run. All columns have the same length; the first is time [s]. */
export interface ReportRun {
  name: string;
  title: string;
  description?: string;
  columns: { name: string; unitOfMeasure: string; data: Float64Array }[];
  summary: { label: string; value: string; unitOfMeasure?: string }[];
}

/** Curves over time on one pair of axes. Every column of it is in `unitOfMeasure`. */
export interface ReportPlot {
  title: string;
  /** Unit of the y axis, for example "Pa". */
  unitOfMeasure: string;
  series: { run: string; column: string; label: string; dashed?: boolean }[];
  /** Logarithmic y axis; values that are not positive leave a gap. */
  log?: boolean;
}

/** Plots that share one time: its cursor, its zoom, and perhaps a scene that moves with it. */
export interface ReportGroup {
  title: string;
  text?: string;
  plots: ReportPlot[];
  scene?: Scene;
}

/** A planar drawing that moves with time. */
export interface Scene {
  title: string;
  run: string;
  /** Where a named point is: a column of the run, or a constant [m]. y points up. */
  points: Record<string, { x: string | number; y: string | number }>;
  bodies: SceneBody[];
  /** A second run, drawn behind as a ghost. */
  compareRun?: string;
}

/** `rod` and `cylinder` lie between two points, the others sit at one. `size` is the width or diameter [m]. */
export interface SceneBody {
  kind: 'rod' | 'cylinder' | 'mass' | 'ground' | 'pin';
  from?: string;
  to?: string;
  at?: string;
  label?: string;
  size?: number;
}

/** A table, sortable by column. Cells that begin with a number are numbers; a column is mostly one or the other. */
export interface ReportTable {
  title: string;
  header: string[];
  rows: string[][];
  /** For each column, which numbers are better: 'low' compares magnitudes. Best and worst are then marked. */
  better?: ('low' | 'high' | null)[];
  note?: string;
  /** Whether a long text is one line until it is opened: of tables whose rows are looked over. */
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
