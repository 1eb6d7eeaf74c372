import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { ResultColumn } from '../../observe/collector.ts';
import type { RunResult } from '../worker/run-protocol.ts';
import type { Row } from './row.ts';

/** Methods and getters of a result, which follow from its columns. */
export type ResultMethods = 'band' | 'column' | 'rows' | 'save' | 'time';

/**
 * Adds the methods of a result. They are not enumerable: copies to another thread and JSON leave
 * them out. A page does not write files.
 */
export function withMethods(result: Omit<RunResult, ResultMethods>): RunResult {
  return Object.defineProperties(result, {
    column: { value: (name: string) => columnOf(result, name), configurable: true },
    time: { get: () => columnOf(result, 'time'), configurable: true },
    rows: { get: () => rowsOf(collectedColumns(result, 'rows')), configurable: true },
    save: { value: saveInPage, configurable: true },
  }) as RunResult;
}

/** Returns the collected columns. Throws a UserError if the run did not keep them. */
export function collectedColumns(
  { columns, name }: Pick<RunResult, 'columns' | 'name'>,
  operation: string,
): readonly ResultColumn[] {
  if (columns.length > 0) return columns;
  throw new UserError(
    `${operation} of ${name}: the run kept no columns in memory. Run the system with { collect: true }.`,
  );
}

function columnOf(result: Pick<RunResult, 'columns' | 'name'>, name: string): Float64Array {
  const operation = `column ${printableName(String(name))}`;
  const found = result.columns.find((candidate) => candidate.name === name);
  if (found !== undefined) return found.data;
  const names = collectedColumns(result, operation).map((candidate) => candidate.name);
  throw new UserError(`${operation} of ${result.name}: unknown column. ${nameHint(String(name), names)}`);
}

/** Returns an object for each row. */
function rowsOf(columns: readonly ResultColumn[]): Row[] {
  return Array.from(
    columns[0].data,
    (_, n) => Object.fromEntries(columns.map(({ name, data }) => [name, data[n]])) as Row,
  );
}

function saveInPage(file: string): never {
  throw new UserError(
    `save ${printableName(String(file))}: a web page does not write files. Write "rows" or "columns" with a format of fmukit/browser/write.`,
  );
}
