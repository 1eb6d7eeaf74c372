import type { SceneBody } from './report-model.ts';

/** What is embedded in the page as JSON: the contract between `pack-report.ts` and the client. */
export interface PageData {
  runs: RunData[];
  groups: GroupData[];
}

export interface RunData {
  title: string;
  /** Row → time [s] as a polygon: pairs of row and time. Two pairs where the step is constant. */
  knots: [number, number][];
  columns: Record<string, ColumnData>;
}

/** Base64 of the rows kept (differences, LEB128) and of their values (Float32, little endian). */
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

/** `run` is an index; `colour` picks from the palette of 8; `dash`: 0 solid, 1 dashed, 2 dotted. */
export interface SeriesData {
  run: number;
  column: string;
  label: string;
  colour: number;
  dash: number;
}

export interface SceneData {
  run: number;
  /** Index of the ghost's run, or −1. */
  ghost: number;
  points: Record<string, { x: string | number; y: string | number }>;
  bodies: SceneBody[];
}
