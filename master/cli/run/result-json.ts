import { printableJson } from '../../../fmu-sdk/util/printable.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';

/**
 * Formats a run result as JSON, without the recorded columns, which are in the result file. Numbers
 * that JSON cannot represent become null.
 */
export function resultJson({ columns: _, ...result }: RunResult): string {
  return printableJson(JSON.stringify(result, null, 2));
}
