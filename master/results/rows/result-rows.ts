import { placesOf } from '../column-places.ts';
import type { TimeTable } from '../time-table.ts';
import type { RowBlock } from './row-block.ts';
import { FactCollector, type RowFacts } from './row-facts.ts';

/** Results that are read block by block, as often as necessary. */
export interface ResultRows {
  readonly file: string;
  /** Titles of all columns except the time. */
  readonly names: readonly string[];
  /** Unit of measure of each column, if the file has them beside the names. */
  readonly unitsOfMeasure?: readonly string[] | undefined;
  readonly facts: RowFacts;
  blocks(): Iterable<RowBlock>;
}

/** Rows of a block that a table in memory gives. */
const blockRows = 4096;

/** Returns the rows of a table in memory. */
export function rowsOf(results: TimeTable | ResultRows): ResultRows {
  if ('blocks' in results) return results;
  const { file, names, times, columns, rests = [], unitsOfMeasure } = results;
  function* blocks(): Generator<RowBlock> {
    for (let from = 0; from < times.length; from += blockRows) {
      const part = (column: Float64Array): Float64Array =>
        times.length <= blockRows ? column : column.subarray(from, from + blockRows);
      yield {
        count: Math.min(blockRows, times.length - from),
        times: part(times),
        columns: columns.map(part),
        rests: columns.map((_, k) => rests[k] && part(rests[k])),
      };
    }
  }
  let facts: RowFacts | undefined;
  const collect = (): RowFacts => {
    const collector = new FactCollector(names.length);
    for (const block of blocks()) collector.take(block);
    return collector.facts();
  };
  return {
    ...{ file, names, blocks, unitsOfMeasure },
    get facts() {
      facts ??= collect();
      return facts;
    },
  };
}

/** Returns the rows with other names of the columns. */
export function renamed(rows: ResultRows, names: readonly string[]): ResultRows {
  const { file, facts, unitsOfMeasure } = rows;
  return { file, names, unitsOfMeasure, facts, blocks: () => rows.blocks() };
}

/** Returns the rows with only the named columns. */
export function withColumns(results: TimeTable | ResultRows, names: readonly string[]): ResultRows {
  const rows = rowsOf(results);
  const existing = placesOf(rows.names);
  const places = names.map((name) => existing.get(name) ?? -1);
  const { sizes, isBand, isExact } = rows.facts;
  function* blocks(): Generator<RowBlock> {
    for (const { count, times, columns, rests } of rows.blocks())
      yield { count, times, columns: places.map((k) => columns[k]), rests: places.map((k) => rests[k]) };
  }
  const facts = {
    ...rows.facts,
    sizes: Float64Array.from(places, (k) => sizes[k]),
    isBand: places.map((k) => isBand[k]),
    isExact: places.map((k) => isExact[k]),
  };
  const unitsOfMeasure = rows.unitsOfMeasure && places.map((k) => rows.unitsOfMeasure?.[k] ?? '');
  return { file: rows.file, names, unitsOfMeasure, facts, blocks };
}
