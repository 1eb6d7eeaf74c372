import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { ParquetColumn } from '../observe/formats/parquet/parquet-metadata.ts';
import type { Cell, Table } from './study-results.ts';

/** Run of a study: its number `run`, factors, `ending`, `verdict`, metrics and `message`. */
export type StudyRow = Readonly<Record<string, Cell>>;

/** Largest table in memory [cells], at about 16 bytes each. */
const mostCells = 2 ** 22;

/** Rows of a result table for callers of the library, if they fit into memory. */
export class KeptRows {
  private readonly cells = new Map<number, Cell[]>();
  private rows: StudyRow[] | undefined;
  private readonly fits: boolean;

  constructor(
    private readonly study: string,
    private readonly columns: readonly ParquetColumn[],
    runs: number,
  ) {
    this.fits = runs * columns.length <= mostCells;
  }

  /** Returns the table, which also keeps each row that it returns. */
  collecting(table: Table): Table {
    if (!this.fits) return table;
    return {
      columns: table.columns,
      row: (run, entry) => {
        const row = table.row(run, entry);
        this.cells.set(run, row);
        return row;
      },
    };
  }

  /** Adds the rows to a result. They are not enumerable, so that JSON does not repeat them. */
  addTo<Result extends { files: readonly string[] }>(
    result: Result,
  ): Result & { readonly rows: readonly StudyRow[] } {
    return Object.defineProperty(result, 'rows', { get: () => this.all(result.files) }) as never;
  }

  private all(files: readonly string[]): readonly StudyRow[] {
    if (!this.fits)
      throw new UserError(
        `rows of ${this.study}: the table is too large for memory. Read ${files[0] ?? 'its CSV file'}.`,
      );
    this.rows ??= [...this.cells.values()].map((row) =>
      Object.fromEntries(this.columns.map(({ name }, k) => [name, row[k]])),
    );
    return this.rows;
  }
}
