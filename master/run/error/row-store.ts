import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { bandName } from '../../error/band-columns.ts';
import type { ResultColumn } from '../../observe/collector.ts';
import type { Sink } from '../../observe/formats/result-format.ts';
import type { Column, Observer, ObserverKind, RunView } from '../../observe/observer.ts';
import { rowsInMemory } from '../../observe/rows-in-memory.ts';
import type { ResultFile } from '../rows/result-file.ts';

type Values = Float64Array | BigInt64Array | BigUint64Array;

/** Rows of a run in memory with all digits, so that its result file can be written again. */
export class RowStore implements ObserverKind, Observer {
  readonly name = 'row-store';
  /** Columns of the recorded variables. Further columns come from observers. */
  variables: readonly Pick<Column, 'name' | 'unit'>[] = [];
  private read: readonly Column[] = [];
  private values: Values[] = [];
  private times = new Float64Array(0);
  private count = 0;
  private now: () => number = () => 0;

  /** Takes the columns of the variables of the run that is about to begin. */
  begin(variables: readonly Column[]): void {
    this.variables = variables.map(({ name, unit }) => ({ name, unit }));
  }

  observe({ columns, time, system }: RunView): Observer {
    const rows = rowsInMemory(system, 1 + columns.length);
    refuseBandNames(system.name, this.variables, columns);
    this.read = columns;
    this.now = time;
    this.count = 0;
    this.times = new Float64Array(rows);
    this.values = columns.map(({ whole }) => valuesOf(whole, rows));
    return this;
  }

  row(): void {
    this.store(this.now());
  }

  event(t: number): void {
    this.store(t);
  }

  /** Returns the columns, the time first, without a copy. 64-bit integers are the nearest double. */
  recorded(): { names: string[]; data: Float64Array[] } {
    const { count, read, values, times } = this;
    return {
      names: ['time', ...read.map(({ name }) => name)],
      data: [times, ...values].map((column) =>
        column instanceof Float64Array
          ? column.subarray(0, count)
          : Float64Array.from(column.subarray(0, count), Number),
      ),
    };
  }

  /** Writes all rows with further columns to a result file. Returns its name. */
  writeTo(file: ResultFile, sink: Sink, further: readonly ResultColumn[]): string | undefined {
    try {
      const { count, read, values, times } = this;
      let row = 0;
      const columns = read.map(({ name, unit, whole }, k): Column => {
        const column = values[k];
        return { name, unit, ...(whole && { whole }), read: () => column[row] };
      });
      const added = further.map(
        ({ name, unit, data }): Column => ({
          name,
          unit,
          read: () => data[row],
        }),
      );
      const open = sink.open([...columns, ...added], file.write, file.hold);
      if (open.count !== undefined) file.counted(open.count);
      for (row = 0; row < count; row++) {
        open.row(times[row]);
        file.whole();
      }
      open.close();
      file.whole();
      return file.close(true);
    } catch (error) {
      file.drop();
      throw error;
    }
  }

  private store(t: number): void {
    if (this.count === this.times.length) this.reserve(2 * this.count);
    const { read, values, count } = this;
    this.times[count] = t;
    for (let k = 0; k < read.length; k++) values[k][count] = read[k].read() as never;
    this.count = count + 1;
  }

  private reserve(rows: number): void {
    const larger = <T extends Values>(column: T): T => {
      const copy = new (column.constructor as new (length: number) => T)(rows);
      copy.set(column as never);
      return copy;
    };
    this.times = larger(this.times);
    this.values = this.values.map(larger);
  }
}

/** Refuses a column whose name is that of a band. */
function refuseBandNames(
  run: string,
  variables: RowStore['variables'],
  columns: readonly Pick<Column, 'name'>[],
): void {
  const names = new Set(columns.map(({ name }) => name));
  const taken = variables.find(({ name }) => names.has(bandName(name)));
  if (taken === undefined) return;
  const name = printableName(taken.name);
  throw new UserError(
    `run ${run}: error bands: expected ${bandName(name)} to be free for the band of ${name}, got a recorded column of this name. Record only one of them, or rename one with fmu edit --rename.`,
  );
}

function valuesOf(whole: Column['whole'], rows: number): Values {
  if (whole === 'Int64') return new BigInt64Array(rows);
  return whole === 'UInt64' ? new BigUint64Array(rows) : new Float64Array(rows);
}
