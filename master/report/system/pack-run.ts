import { isBand } from '../../error/band-columns.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { decimate } from '../plots/decimate.ts';
import { Slots } from './array-slots.ts';
import { columnGroups } from './plot-groups.ts';
import { rerunDataOf } from './rerun-data.ts';
import { fingerprint } from './result-fingerprint.ts';
import { type PackedColumn, type PageScene, pageBonds, type RunPageData } from './run-page-data.ts';
import { substepColumns } from './substep-columns.ts';

/** Largest number of values in a page with all their bits, 16 MB. */
export const maxValues = 2_000_000;
const leastPoints = 2000;

/** Message of an FMU, with its time [s], or undefined before the start. */
export interface LoggedMessage {
  time: number | undefined;
  text: string;
}

/** Column as the page holds it: all its rows, or the selected ones. */
export interface PickedColumn {
  name: string;
  unit: string;
  /** Times of the rows [s]. */
  times: Float64Array;
  values: Float64Array;
  /** Largest finite magnitude of all rows. */
  size: number;
}

/** Columns of a page. */
export interface PickedColumns {
  columns: readonly PickedColumn[];
  /** True if rows were left out, because a page cannot hold all. */
  reduced: boolean;
}

/** Run that a page shows. The first of the result `columns` is the time. */
export interface RunForPage {
  result: Pick<RunResult, 'columns' | 'bonds' | 'joints' | 'startTime' | 'endTime' | 'ownSteps'> & {
    name: string;
    /** Missing for a live run, which has none yet. */
    verdict?: Verdict;
  };
  /** Columns of a result file that is not in memory. Default: the columns of the result. */
  picked?: PickedColumns;
  system?: CheckedSystem;
  scene?: PageScene;
  /** Messages of FMUs with a time. */
  logged?: readonly LoggedMessage[];
  /** True for a live run, whose rows the page requests from its server. */
  live?: boolean;
}

/** Data and values of the page, with the reason if it cannot run the system again. */
export interface PackedRun {
  data: RunPageData;
  values: Float64Array;
  /** True if rows were left out, because a page cannot hold all. */
  reduced: boolean;
  /** Functions that link the components of the system, as text by key. */
  linkers: Record<string, string>;
  cannot?: string;
}

/** Largest number of rows of each column in a page. */
export function rowLimit(columns: number, rows: number): number {
  if (columns * rows <= maxValues) return Infinity;
  return Math.max(leastPoints, Math.floor(maxValues / 2 / columns));
}

function pick(columns: RunResult['columns']): PickedColumns {
  const limit = rowLimit(columns.length, columns[0]?.data.length ?? 0);
  const reduced = limit < Infinity;
  const picked = columns.slice(1).map(({ name, unit, data }): PickedColumn => {
    const rows = reduced ? decimate(data, limit) : undefined;
    const at = (values: Float64Array): Float64Array =>
      rows === undefined ? values : Float64Array.from(rows, (row) => values[row]);
    return { name, unit, times: at(columns[0].data), values: at(data), size: sizeOf(data) };
  });
  return { columns: picked, reduced };
}

export function packRun(run: RunForPage): PackedRun {
  const { result, system, scene, logged = [], live = false } = run;
  const slots = new Slots();
  const { columns } = result;
  const { columns: picked, reduced } = run.picked ?? pick(columns);
  const sizes = new Map<string, number>();
  const packedColumns = picked.map(({ name, unit, times, values, size }): PackedColumn => {
    sizes.set(name, size);
    return { name, unit, times: slots.place(times), values: slots.place(values) };
  });
  for (const { name, unit, time, data } of substepColumns(result.ownSteps)) {
    sizes.set(name, sizeOf(data));
    packedColumns.push({ name, unit, times: slots.place(time), values: slots.place(data) });
  }
  const bonds = pageBonds(result);
  const names = new Set(columns.map(({ name }) => name));
  const known =
    system === undefined || live
      ? 'only its results are known'
      : rerunDataOf(system, fingerprint(columns.filter(({ name }) => !isBand(name, names))));
  const [again, linkers] = typeof known === 'string' ? [null, {}] : [known.again, known.linkers];
  const end = system?.stopTime ?? result.endTime;
  const data: RunPageData = {
    title: result.name,
    start: result.startTime,
    end: end > result.startTime ? end : result.startTime + 1,
    columns: packedColumns,
    groups: columnGroups(
      packedColumns.map((column) => ({ ...column, size: sizes.get(column.name) ?? 0 })),
      bonds.map(({ name }) => name),
      drawnBy(scene),
    ),
    scene: scene ?? null,
    bonds,
    marks: logged.flatMap(({ time }) => (time === undefined ? [] : [time])).sort((a, b) => a - b),
    live,
    again,
  };
  return {
    data,
    values: slots.all(),
    reduced,
    linkers,
    ...(typeof known === 'string' ? { cannot: known } : {}),
  };
}

/** Returns the largest finite magnitude. */
function sizeOf(data: Float64Array): number {
  let most = 0;
  for (const value of data) {
    const size = Math.abs(value);
    if (size > most && size < Infinity) most = size;
  }
  return most;
}

/** Returns the columns that a drawing shows. */
function drawnBy(scene: PageScene | undefined): Set<string> {
  return new Set(
    Object.values(scene?.points ?? {}).flatMap((point) =>
      'x' in point ? [point.x, point.y].filter((place) => typeof place === 'string') : [],
    ),
  );
}
