import type { ObserverKind } from '../../observe/observer.ts';
import { ThinnedRows, type ThinnedRowsMemory } from './thinned-rows.ts';

/** Column of live rows. */
export interface LiveColumn {
  readonly name: string;
  readonly unit: string;
}

/**
 * Options for viewing a running simulation. While `hold` (shared memory) is 1, the run waits after
 * its row. `mostRows` is even.
 */
export interface LiveOptions {
  readonly hold: Int32Array;
  readonly mostRows?: number | undefined;
}

/** Columns and memory of live rows, available from the first row on. */
export interface LiveRows {
  readonly columns: readonly LiveColumn[];
  readonly memory: ThinnedRowsMemory;
}

/**
 * Writes rows into shared memory, reports the first row, and waits after a row while the run is
 * held.
 */
export function liveRows(
  { hold, mostRows }: LiveOptions,
  onFirstRow: (rows: LiveRows) => void,
): ObserverKind {
  return {
    name: 'live',
    observe: ({ columns, time }) => {
      const rows = new ThinnedRows(columns.length + 1, mostRows);
      const fill = (row: Float64Array): void => {
        row[0] = time();
        for (let k = 0; k < columns.length; k++) row[k + 1] = Number(columns[k].read());
      };
      let isReported = false;
      return {
        // A view of a run begins anew when the run is resumed.
        visitState() {},
        row: () => {
          rows.add(fill);
          if (!isReported)
            onFirstRow({
              columns: columns.map(({ name, unit }) => ({ name, unit })),
              memory: rows.memory,
            });
          isReported = true;
          while (Atomics.load(hold, 0) === 1) Atomics.wait(hold, 0, 1);
        },
      };
    },
  };
}
