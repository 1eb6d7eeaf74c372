import { isBand } from '../../error/band-columns.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { decimate } from '../plots/decimate.ts';
import { Slots } from './array-slots.ts';
import { columnGroups } from './plot-groups.ts';
import { rerunDataOf } from './rerun-data.ts';
import { fingerprint } from './result-fingerprint.ts';
import type { PackedColumn, PageScene, RunPageData } from './run-page-data.ts';
import { substepColumns } from './substep-columns.ts';

/** Largest number of values in a page with all their bits, 16 MB. */
export const maxValues = 2_000_000;
const leastPoints = 2000;

/** Message of an FMU, with its time [s], or undefined before the start. */
export interface LoggedMessage {
  time: number | undefined;
  text: string;
}

/** Run that a page shows. The first of the result `columns` is the time. */
export interface RunForPage {
  result: Pick<RunResult, 'columns' | 'bonds' | 'joints' | 'startTime' | 'time' | 'ownSteps'> & {
    name: string;
    /** Missing for a live run, which has none yet. */
    verdict?: Verdict;
  };
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

export function packRun({ result, system, scene, logged = [], live = false }: RunForPage): PackedRun {
  const slots = new Slots();
  const { columns } = result;
  const count = columns.length * (columns[0]?.data.length ?? 0);
  const reduced = count > maxValues;
  const limit = reduced ? Math.max(leastPoints, Math.floor(maxValues / 2 / columns.length)) : Infinity;
  const sizes = new Map<string, number>();
  const packedColumns = columns.slice(1).map((column): PackedColumn => {
    const { name, unitOfMeasure, data } = column;
    sizes.set(name, sizeOf(data));
    const rows = reduced ? decimate(data, limit) : undefined;
    const pick = (values: Float64Array): Float64Array =>
      rows === undefined ? values : Float64Array.from(rows, (row) => values[row]);
    return {
      name,
      unitOfMeasure,
      times: slots.place(pick(columns[0].data)),
      values: slots.place(pick(data)),
    };
  });
  for (const { name, unitOfMeasure, time, data } of substepColumns(result.ownSteps)) {
    sizes.set(name, sizeOf(data));
    packedColumns.push({ name, unitOfMeasure, times: slots.place(time), values: slots.place(data) });
  }
  const bonds = [...result.bonds, ...result.joints];
  const names = new Set(columns.map(({ name }) => name));
  const known =
    system === undefined || live
      ? 'only its results are known'
      : rerunDataOf(system, fingerprint(columns.filter(({ name }) => !isBand(name, names))));
  const [again, linkers] = typeof known === 'string' ? [null, {}] : [known.again, known.linkers];
  const end = system?.stopTime ?? result.time;
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
