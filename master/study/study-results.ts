import { printableLines } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { bandName } from '../error/band-columns.ts';
import type { ParquetColumn } from '../observe/formats/parquet/parquet-metadata.ts';
import type { ParameterValue } from '../system/system.ts';
import type { MetricValue } from './execution/run-outcome.ts';
import type { Entry } from './journal-entry.ts';
import { hasBands, type Plan } from './plan/study-plan.ts';

/** Cell of a result table. */
export type Cell = number | string | null;

/** Table of a study: its columns, and the row of each run. */
export interface Table {
  readonly columns: readonly ParquetColumn[];
  row(run: number, entry: Entry): Cell[];
}

/**
 * Returns the results of a study, a row for each run: number, levels of the factors, ending, verdict,
 * metrics with their error bands, and in a search the largest step. Seed, version and hashes follow,
 * which decide the rest. A study always gives the same table. Times have their own table (`timesTable`).
 */
export function resultTable({ study, factors, design, metrics, version }: Plan): Table {
  const banded = hasBands(study) ? metrics : [];
  const search = study.largestStep !== undefined;
  const numeric = factors.map(
    ({ levels }) => levels?.every(({ label }) => typeof label === 'number') ?? true,
  );
  const columns: ParquetColumn[] = [
    { name: 'run', type: 'Int64' },
    ...factors.map(({ name }, k): ParquetColumn => ({ name, type: numeric[k] ? 'Float64' : 'Text' })),
    { name: 'ending', type: 'Text' },
    { name: 'verdict', type: 'Text' },
    { name: 'time', type: 'Float64', optional: true },
    { name: 'steps', type: 'Int64', optional: true },
    ...metrics.map(({ name }): ParquetColumn => ({ name, type: 'Float64', optional: true })),
    ...banded.map(({ name }): ParquetColumn => ({ name: bandName(name), type: 'Float64', optional: true })),
    ...(search ? searched : []),
    { name: 'seed', type: 'Int64' },
    { name: 'version', type: 'Text' },
    { name: 'contents', type: 'Text' },
    { name: 'hash', type: 'Text' },
    { name: 'message', type: 'Text' },
  ];
  refuseTwice(columns);
  const { seed = 1 } = study.sample ?? {};
  return {
    columns,
    row: (run, { hash, contents, outcome }) => {
      const { ending, verdict, message, time, steps, metrics: values, largest } = outcome;
      const { errors = [] } = outcome;
      const searchCells = search ? [largest?.step ?? null, largest?.bound ?? '', largest?.runs ?? null] : [];
      const levels = design.levels(run).map(({ label }, k) => (numeric[k] ? Number(label) : textOf(label)));
      return [
        run,
        ...levels,
        ending,
        verdict,
        time,
        steps,
        ...values,
        ...banded.map((_, k) => errors[k] ?? null),
        ...searchCells,
        seed,
        version,
        contents,
        hash,
        // A worker of a queue may have written anything.
        printableLines(message),
      ];
    },
  };
}

/** Parquet types of metric columns, derived from their values. */
export class MetricTypes {
  private readonly isInexact: boolean[];
  private readonly whole: boolean[];

  constructor(count: number) {
    this.isInexact = Array.from({ length: count }, () => false);
    this.whole = Array.from({ length: count }, () => true);
  }

  take(values: readonly MetricValue[]): void {
    values.forEach((value, k) => {
      this.isInexact[k] ||= typeof value === 'string';
      this.whole[k] &&= value === null || isInt64(value);
    });
  }

  /**
   * Returns the columns with their types: doubles, 64-bit integers if doubles are not exact,
   * otherwise texts.
   */
  in(columns: readonly ParquetColumn[], metrics: Plan['metrics']): ParquetColumn[] {
    const of = new Map(metrics.map(({ name }, k) => [name, k]));
    return columns.map((column) => {
      const k = of.get(column.name);
      if (k === undefined || !this.isInexact[k]) return column;
      return { ...column, type: this.whole[k] ? 'Int64' : 'Text' };
    });
  }
}

function isInt64(value: number | string): boolean {
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  return BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}

/** Columns of a search for the largest step. */
const searched: readonly ParquetColumn[] = [
  { name: 'largest_step', type: 'Float64', optional: true },
  { name: 'search_ended_at', type: 'Text' },
  { name: 'runs', type: 'Int64', optional: true },
];

/** Table of wall and CPU times of each run [s], which differ between machines. */
export const timesTable: Table = {
  columns: [
    { name: 'run', type: 'Int64' },
    { name: 'wall_seconds', type: 'Float64' },
    { name: 'cpu_seconds', type: 'Float64' },
  ],
  row: (run, { times }) => [run, times.wall, times.cpu],
};

function refuseTwice(columns: readonly ParquetColumn[]): void {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new UserError(
      `study: two result columns are named "${twice}". Give the factor or the metric another "name".`,
    );
}

/** Formats a level as a cell: texts unchanged, arrays as JSON, integers with all digits. */
function textOf(label: ParameterValue): string {
  if (!Array.isArray(label)) return String(label);
  return `[${label.map((scalarValue) => (typeof scalarValue === 'string' ? JSON.stringify(scalarValue) : String(scalarValue))).join(',')}]`;
}
