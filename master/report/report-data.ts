import type { RunData } from './column-data.ts';
import type { SceneBody } from './report-model.ts';

export type { ColumnData, RunData } from './column-data.ts';

/** Data embedded in the page as JSON, which `pack-report.ts` writes and the client reads. */
export interface PageData {
  runs: RunData[];
  groups: GroupData[];
}

export interface GroupData {
  plots: PlotData[];
  scene: SceneData | null;
}

export interface PlotData {
  title: string;
  unit: string;
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
