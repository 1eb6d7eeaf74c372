import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { bandName } from '../../error/band-columns.ts';
import type { ResultColumn } from '../../observe/collector.ts';
import { sinksWith } from '../../observe/formats/custom-format.ts';
import type { Sink } from '../../observe/formats/result-format.ts';
import { sinkOf } from '../../observe/formats/result-formats.ts';
import { verdictLine } from '../../verdict/verdict.ts';
import type { RunResult } from '../worker/run-protocol.ts';
import { ResultFile } from './result-file.ts';
import { collectedColumns } from './result-methods.ts';

/**
 * Adds the methods that a page does not have: `save`, which writes files in the formats of this package
 * and of `sinks`, `band`, and the text of the verdict.
 */
export function withSave(result: RunResult, sinks?: readonly Sink[]): RunResult {
  const save: RunResult['save'] = (file) => {
    requirePath('save', file);
    const [time, ...columns] = collectedColumns(result, `save ${file}`);
    saveColumns(file, time.data, columns, sinks);
  };
  const { verdict } = result;
  Object.defineProperty(verdict, 'toString', { value: () => verdictLine(verdict), configurable: true });
  return Object.defineProperties(result, {
    save: { value: save, configurable: true },
    band: { value: (name: string) => bandOf(result, name), configurable: true },
  });
}

function bandOf(result: RunResult, name: string): Float64Array {
  if (result.error === undefined)
    throw new UserError(
      `band ${printableName(String(name))} of ${result.name}: expected a run with error bands. Run the system with { error: true }.`,
    );
  result.column(name);
  return result.column(bandName(name));
}

/** Writes columns over time [s] to a result file. The ending of the file selects the format. */
export function saveColumns(
  output: string,
  times: Float64Array,
  columns: readonly ResultColumn[],
  sinks?: readonly Sink[],
): void {
  const sink = sinkOf(output, sinksWith(sinks));
  const file = new ResultFile(output);
  try {
    let row = 0;
    const read = columns.map(({ data, ...column }) => ({ ...column, read: () => data[row] }));
    const open = sink.open(read, file.write, file.hold);
    if (open.count !== undefined) file.counted(open.count);
    for (row = 0; row < times.length; row++) {
      open.row(times[row]);
      file.whole();
    }
    open.close();
    file.whole();
    file.close(true);
  } catch (error) {
    file.drop();
    throw error;
  }
}
