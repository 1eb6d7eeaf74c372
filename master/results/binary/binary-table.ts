import { readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { TimeTable } from '../time-table.ts';
import { refuseEmpty, titleRowOf } from '../title-row.ts';
import type { NumberColumn } from './number-column.ts';
import { hasColumns, readColumns } from './read-columns.ts';

const mostBytes = 1024 * 2 ** 20;

/** Reads a Parquet, MAT or NPY file as a whole. Returns undefined for a file with another ending. */
export function readBinaryTable(file: string): TimeTable | undefined {
  if (!hasColumns(file)) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(file, mostBytes);
  } catch (error) {
    throw new UserError(`read ${file}: ${messageOf(error)}. Name a readable file.`);
  }
  try {
    const all = readColumns(file, bytes);
    return all && tableOf(file, all);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = error instanceof RangeError ? 'the file is damaged' : messageOf(error);
    throw new UserError(`read ${file}: ${reason}. Name another file, or write it again.`);
  }
}

function tableOf(file: string, all: NumberColumn[]): TimeTable {
  const { time } = titleRowOf(
    file,
    all.map(({ name }) => name),
  );
  const [{ values: ofTime }] = all.splice(time, 1);
  const times = ofTime instanceof Float64Array ? ofTime : Float64Array.from(ofTime, Number);
  refuseEmpty(file, times.length);
  refuseTimes(file, times);
  const columns = all.map(({ values }) =>
    values instanceof Float64Array ? values : Float64Array.from(values, Number),
  );
  const rests = all.map(({ values }, k) => {
    if (values instanceof Float64Array) return undefined;
    const left = columns[k].map((x, n) => Number(values[n] - BigInt(x)));
    return left.some((rest) => rest !== 0) ? left : undefined;
  });
  const unitsOfMeasure = all.map((column) => column.unit);
  return { file, names: all.map(({ name }) => name), times, columns, rests, unitsOfMeasure };
}

/** Refuses times that are not numbers or decrease. */
function refuseTimes(file: string, times: Float64Array): void {
  for (let n = 0; n < times.length; n++) {
    if (!Number.isFinite(times[n]))
      throw new UserError(
        `read ${file}: expected a time in seconds at row ${n + 1}, got "${times[n]}". Give each row a time.`,
      );
    if (times[n] < times[n - 1])
      throw new UserError(
        `read ${file}: the time decreases from ${times[n - 1]} s to ${times[n]} s at row ${n + 1}. Sort the rows by time.`,
      );
  }
}
