import { byEnding, Registry } from '../../fmu-sdk/util/registry.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { csv } from './csv-format.ts';
import { mat } from './mat/mat-format.ts';
import { npy } from './npy-format.ts';
import { parquet } from './parquet/parquet-format.ts';
import type { Sink } from './result-format.ts';

/**
 * Forms of results of this package.
 *
 * @example
 * console.log(sinks.all.flatMap(({ extensions }) => extensions)); // [ '.csv', '.npy', '.parquet', '.mat' ]
 */
export const sinks: Registry<Sink> = new Registry('form of results', [csv, npy, parquet, mat]);

/** The form of a file of results, by its ending; CSV where it has none. */
export function sinkOf(file: string, known: Registry<Sink> = sinks): Sink {
  const ending = /\.[^./\\]*$/.exec(file)?.[0].toLowerCase();
  if (ending === undefined) return csv;
  const found = byEnding(known, file);
  if (found !== undefined) return found;
  const endings = known.all.flatMap(({ extensions }) => extensions).join(', ');
  throw new UserError(
    `record ${file}: there is no form of results ${ending}. Name a file that ends in ${endings}.`,
  );
}
