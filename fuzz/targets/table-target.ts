import { sinks } from '../../master/observe/formats/result-formats.ts';
import { readResults, type TimeTable } from '../../master/results/read-results.ts';
import { holds, type Target } from '../fuzz-target.ts';
import { endingOf, mutateTable } from '../mutate/mutate-table.ts';
import { ScratchFolder } from './stored/scratch-folder.ts';

const folder = new ScratchFolder();

/** Most values of a case that are written again. Small files may declare many. */
const mostWritten = 10_000;

/** Returns a Parquet file of a table. */
function written({ names, times, columns }: TimeTable): Buffer {
  let now = 0;
  const pieces: Buffer[] = [];
  const parquet = sinks.all.find(({ name }) => name === 'parquet');
  const open = parquet!.open(
    names.map((name, k) => ({ name, unit: '', read: () => columns[k][now] })),
    (bytes) => pieces.push(Buffer.from(bytes)),
  );
  for (now = 0; now < times.length; now++) open.row(times[now]);
  open.close();
  return Buffer.concat(pieces);
}

const equal = (one: Float64Array, other: Float64Array): boolean =>
  one.length === other.length && one.every((value, n) => Object.is(value, other[n]));

/** Binary result files. An accepted one is a table whose times do not fall, and is read again. */
export const table: Target = {
  name: 'table',
  about: 'result files (.npy, .mat, .parquet)',
  cost: 2,
  mutate: mutateTable,
  hasForm: (bytes) => endingOf(bytes) !== 'mat' || (bytes.length >= 20 && bytes[1] < 2 && bytes[2] === 0),
  run: async (bytes) => {
    const ending = endingOf(bytes);
    const read = await readResults(folder.write(`case.${ending}`, bytes));
    const { names, times, columns } = read;
    holds(new Set(names).size === names.length && columns.length === names.length, 'names repeat');
    holds(
      columns.every(({ length }) => length === times.length),
      'a column has other rows than the times',
    );
    holds(
      times.every((time, n) => n === 0 || time >= times[n - 1]),
      'times fall',
    );
    if ((names.length + 1) * times.length <= mostWritten) {
      const again = await readResults(folder.write('again.parquet', written(read)));
      holds(
        equal(again.times, times) && again.columns.every((column, k) => equal(column, columns[k])),
        'a table that is written again has other numbers',
      );
    }
    return `accepted ${ending} ${Math.min(9, names.length)} ${Math.min(9, times.length)}`;
  },
  close: () => folder.remove(),
};
