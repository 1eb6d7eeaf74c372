import { printableJson } from '../../../fmu-sdk/util/printable.ts';
import type { RunResult } from '../../run/run-protocol.ts';

/** What a run came to, for programs: all of it but the recorded columns, which are in its file. Numbers that JSON has not are null. */
export function resultJson({ columns: _, ...result }: RunResult): string {
  return printableJson(JSON.stringify(result, null, 2));
}
