import type { ObserverKind } from '../observe/observer.ts';
import { ThinnedRows, type ThinnedRowsMemory } from './thinned-rows.ts';

/** A column as it is told to who looks on. */
export interface LiveColumn {
  readonly name: string;
  readonly unitOfMeasure: string;
}

/** How a run is looked at while it goes on: in shared memory, while it is 1 the run waits behind its row; an even number of rows that are kept. */
export interface LiveOptions {
  readonly hold: Int32Array;
  readonly mostRows?: number | undefined;
}

/** What there is to look at, from the first row on. */
export interface LiveRows {
  readonly columns: readonly LiveColumn[];
  readonly memory: ThinnedRowsMemory;
}

/** Keeps the rows where another thread sees them, tells of the first, and waits behind each while it is to. */
export function liveRows({ hold, mostRows }: LiveOptions, tell: (rows: LiveRows) => void): ObserverKind {
  return {
    name: 'live',
    observe: ({ columns, time }) => {
      const rows = new ThinnedRows(columns.length + 1, mostRows);
      const fill = (row: Float64Array): void => {
        row[0] = time();
        for (let k = 0; k < columns.length; k++) row[k + 1] = Number(columns[k].read());
      };
      let told = false;
      return {
        row: () => {
          rows.add(fill);
          if (!told)
            tell({
              columns: columns.map(({ name, unitOfMeasure }) => ({ name, unitOfMeasure })),
              memory: rows.memory,
            });
          told = true;
          while (Atomics.load(hold, 0) === 1) Atomics.wait(hold, 0, 1);
        },
      };
    },
  };
}
