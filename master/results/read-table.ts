import { numberFrom, wholeFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import { readRegularFile } from '../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { isTimeTitle } from '../observe/column-names.ts';
import { titleOf } from '../system/inputs/input-columns.ts';
import { inputLine, inputRows } from '../system/inputs/input-source.ts';
import { inputSources } from '../system/inputs/input-sources.ts';
import type { NumberColumn } from './binary/number-column.ts';
import { readColumns } from './binary/read-columns.ts';
import { placesOf } from './column-places.ts';

/** Quantities over time, from a result file or measurements. */
export interface TimeTable {
  readonly file: string;
  /** Titles of all columns except the time. */
  readonly names: readonly string[];
  /** Times [s], not decreasing. */
  readonly times: Float64Array;
  readonly columns: readonly Float64Array[];
  /** Unit of measure of each column, if the file has them beside the names. Else titles have them. */
  readonly unitsOfMeasure?: readonly string[];
  /**
   * Rests of integer columns with values beyond 2⁵³. Double and rest add up to the exact 64-bit
   * value.
   */
  readonly rests?: readonly (Float64Array | undefined)[];
}

const mostBytes = 1024 * 2 ** 20;

/**
 * Reads a CSV, Parquet, MAT or NPY file with a column `time` and uniquely named columns of numbers. In
 * CSV, an empty field and `NaN` give NaN. `Infinity` or `inf` may occur in results of unstable runs.
 * `true` and `false` are 1 and 0.
 *
 * @throws UserError that names the file, the row and the column
 *
 * @example
 * const { times, names, columns } = await readTable('results/chain.csv');
 * for (const [k, name] of names.entries()) console.log(name, columns[k].at(-1), 'at', times.at(-1), 's');
 */
export async function readTable(file: string): Promise<TimeTable> {
  requirePath('read', file);
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(file, mostBytes);
  } catch (error) {
    throw new UserError(`read ${file}: ${messageOf(error)}. Name a readable file.`);
  }
  const binary = binaryColumns(file, bytes);
  if (binary !== undefined) return tableOf(file, binary);
  const [titles = [], ...rows] = await inputRows(file, bytes, inputSources);
  const line = inputLine(file, bytes, inputSources);
  const time = timeIn(file, titles);
  refuseTwice(file, titles);
  refuseEmpty(file, rows);
  const refuseText = (text: string, row: number, title: string): never => {
    throw new UserError(
      `read ${file}: expected a number in the range of doubles at line ${line(row)} of ${title}, got "${printableName(text)}". Give a decimal number, or leave the field empty.`,
    );
  };
  const column = (k: number): Float64Array =>
    Float64Array.from(rows, (row, n) => numberOf(row[k]) ?? refuseText(row[k], n + 2, titles[k]));
  const times = column(time);
  refuseTimes(
    file,
    times,
    (n) => `line ${line(n + 2)}`,
    (n) => rows[n][time],
  );
  const others = titles.map((_, k) => k).filter((k) => k !== time);
  const columns = others.map(column);
  const rests = others.map((k, i) =>
    restsOf(
      rows.map((row) => row[k]),
      columns[i],
    ),
  );
  return { file, names: others.map((k) => titles[k]), times, columns, rests };
}

/** Reads a file of a binary format. Returns undefined for another format. */
function binaryColumns(file: string, bytes: Uint8Array): NumberColumn[] | undefined {
  try {
    return readColumns(file, bytes);
  } catch (error) {
    const reason = error instanceof RangeError ? 'the file is damaged' : messageOf(error);
    throw new UserError(`read ${file}: ${reason}. Name another file, or write it again.`);
  }
}

function tableOf(file: string, all: NumberColumn[]): TimeTable {
  const titles = all.map(({ name }) => name);
  const time = timeIn(file, titles);
  refuseTwice(file, titles);
  const [{ values: ofTime }] = all.splice(time, 1);
  const times = Float64Array.from(ofTime, Number);
  refuseEmpty(file, times);
  refuseTimes(
    file,
    times,
    (n) => `row ${n + 1}`,
    (n) => String(times[n]),
  );
  const columns = all.map(({ values }) =>
    values instanceof Float64Array ? values : Float64Array.from(values, Number),
  );
  const rests = all.map(({ values }, k) => {
    if (values instanceof Float64Array) return undefined;
    const left = columns[k].map((x, n) => Number(values[n] - BigInt(x)));
    return left.some((rest) => rest !== 0) ? left : undefined;
  });
  const unitsOfMeasure = all.map((column) => column.unitOfMeasure);
  return { file, names: all.map(({ name }) => name), times, columns, rests, unitsOfMeasure };
}

function timeIn(file: string, titles: readonly string[]): number {
  const time = titles.findIndex(isTimeTitle);
  if (time >= 0) return time;
  throw new UserError(
    `read ${file}: the column "time" is missing. Add one, in seconds, and columns of numbers.`,
  );
}

function refuseEmpty(file: string, rows: ArrayLike<unknown>): void {
  if (rows.length === 0) throw new UserError(`read ${file}: it lacks rows. Name a file with results.`);
}

/** Refuses times that are not numbers or decrease. `place` and `text` describe a row. */
function refuseTimes(
  file: string,
  times: Float64Array,
  place: (row: number) => string,
  text: (row: number) => string,
): void {
  for (let n = 0; n < times.length; n++) {
    if (!Number.isFinite(times[n]))
      throw new UserError(
        `read ${file}: expected a time in seconds at ${place(n)}, got "${text(n)}". Give each row a time.`,
      );
    if (times[n] < times[n - 1])
      throw new UserError(
        `read ${file}: the time decreases from ${times[n - 1]} s to ${times[n]} s at ${place(n)}. Sort the rows by time.`,
      );
  }
}

/** Returns name and unit of measure of a column: of its own, or from its title `crane.s [m]`. */
export function columnOf(
  { names, unitsOfMeasure }: Pick<TimeTable, 'names' | 'unitsOfMeasure'>,
  k: number,
): { name: string; unitOfMeasure: string } {
  if (unitsOfMeasure !== undefined) return { name: names[k], unitOfMeasure: unitsOfMeasure[k] };
  const { name, unitOfMeasure = '' } = titleOf(names[k]);
  return { name, unitOfMeasure };
}

/** Returns a table with only the named columns. */
export function withColumns(table: TimeTable, names: readonly string[]): TimeTable {
  const existing = placesOf(table.names);
  const places = names.map((name) => existing.get(name) ?? -1);
  return {
    ...table,
    names,
    columns: places.map((k) => table.columns[k]),
    ...(table.unitsOfMeasure && {
      unitsOfMeasure: places.map((k) => table.unitsOfMeasure?.[k] ?? ''),
    }),
    rests: places.map((k) => table.rests?.[k]),
  };
}

function refuseTwice(file: string, titles: readonly string[]): void {
  const places = placesOf(titles);
  const twice = titles.find((title, k) => places.get(title) !== k) ?? titles.filter(isTimeTitle)[1];
  if (twice !== undefined)
    throw new UserError(
      `read ${file}: two columns are named "${printableName(isTimeTitle(twice) ? 'time' : twice)}". Give each a different title.`,
    );
}

/**
 * Returns the rests that the numbers leave out of their texts. Returns undefined if some texts are
 * not 64-bit integers, or all rests are 0.
 */
function restsOf(texts: readonly string[], numbers: Float64Array): Float64Array | undefined {
  if (!numbers.some((x) => Math.abs(x) > Number.MAX_SAFE_INTEGER && Math.abs(x) <= 2 ** 64)) return undefined;
  const exact = texts.map(wholeFrom);
  if (exact.includes(undefined) || numbers.some((x) => Math.abs(x) > 2 ** 64)) return undefined;
  const rests = Float64Array.from(numbers, (x, n) => Number((exact[n] as bigint) - BigInt(x)));
  return rests.some((rest) => rest !== 0) ? rests : undefined;
}

function numberOf(text: string): number | undefined {
  if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0;
  return numberFrom(text) ?? specialOf(text);
}

/** Returns NaN or infinity for texts that stand for them, and undefined for any other text. */
function specialOf(text: string): number | undefined {
  if (/^([+-]?nan)?$/i.test(text)) return Number.NaN;
  const [, sign] = /^([+-]?)inf(?:inity)?$/i.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
