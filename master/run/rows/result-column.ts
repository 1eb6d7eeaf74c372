import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { RunResult } from '../worker/run-protocol.ts';

/**
 * Adds `column` to a result. The function is not enumerable: copies to another thread and JSON
 * leave it out.
 */
export function withColumn(result: Omit<RunResult, 'column'>): RunResult {
  const column: RunResult['column'] = (name) => {
    const found = result.columns.find((candidate) => candidate.name === name);
    if (found !== undefined) return found.data;
    const operation = `column ${printableName(String(name))} of ${result.name}`;
    if (result.columns.length === 0)
      throw new UserError(
        `${operation}: the run kept no columns in memory. Run the system with { collect: true }.`,
      );
    const names = result.columns.map((candidate) => candidate.name);
    throw new UserError(`${operation}: unknown column. ${nameHint(String(name), names)}`);
  };
  return Object.defineProperty(result, 'column', { value: column, configurable: true }) as RunResult;
}
