import type { SceneBody } from './report-model.ts';

/** Data embedded in the page as JSON, which `pack-report.ts` writes and the client reads. */
export interface PageData {
  runs: RunData[];
  groups: GroupData[];
}

export interface RunData {
  title: string;
  /**
   * Time [s] as a polygon over the rows: pairs of row and time. A constant step needs two pairs.
   */
  knots: [number, number][];
  columns: Record<string, ColumnData>;
}

/**
 * Base64 of the selected rows (differences, LEB128) and of their values (Float32, little endian).
 */
export interface ColumnData {
  rows: string;
  values: string;
}

export interface GroupData {
  plots: PlotData[];
  scene: SceneData | null;
}

export interface PlotData {
  title: string;
  unitOfMeasure: string;
  log: boolean;
  series: SeriesData[];
}

/**
 * `run` is an index, `colour` an index into the palette of 8. `dash`: 0 solid, 1 dashed, 2 dotted.
 */
export interface SeriesData {
  run: number;
  column: string;
  label: string;
  colour: number;
  dash: number;
}

export interface SceneData {
  run: number;
  /** Index of the ghost run, or −1. */
  ghost: number;
  points: Record<string, { x: string | number; y: string | number }>;
  bodies: SceneBody[];
}
