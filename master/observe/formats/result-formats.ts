import { byExtension, Registry } from '../../../fmu-sdk/util/registry.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { csv, csvWithFormulas } from './csv-format.ts';
import { mat } from './mat/mat-format.ts';
import { npy } from './npy-format.ts';
import { parquet } from './parquet/parquet-format.ts';
import type { Sink } from './result-format.ts';

/**
 * Result formats of this package.
 *
 * @example
 * console.log(sinks.all.flatMap(({ extensions }) => extensions)); // [ '.csv', '.npy', '.parquet', '.mat' ]
 */
export const sinks: Registry<Sink> = new Registry('result format', [csv, npy, parquet, mat]);

/**
 * Returns the format of a result file by its ending, CSV without an ending.
 *
 * @param keepsFormulas true for a CSV file with names as they are
 */
export function sinkOf(file: string, known: Registry<Sink> = sinks, keepsFormulas = false): Sink {
  const sink = formatOf(file, known);
  return sink === csv && keepsFormulas ? csvWithFormulas : sink;
}

function formatOf(file: string, known: Registry<Sink>): Sink {
  const ending = /\.[^./\\]*$/.exec(file)?.[0].toLowerCase();
  if (ending === undefined) return csv;
  const format = byExtension(known, file);
  if (format !== undefined) return format;
  const endings = known.all.flatMap(({ extensions }) => extensions).join(', ');
  throw new UserError(
    `record ${file}: unknown result format ${ending}. Name a file that ends in ${endings}.`,
  );
}
