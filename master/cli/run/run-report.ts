import { basename } from 'node:path';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { LoggedMessage } from '../../report/system/pack-run.ts';
import { renderRunPage } from '../../report/system/render-run-page.ts';
import { sceneOf } from '../../report/system/scene-data.ts';
import { pickRows } from '../../results/pick-rows.ts';
import { openResults } from '../../results/rows/open-results.ts';
import { type ResultRows, rowsOf } from '../../results/rows/result-rows.ts';
import { columnOf, type TimeTable } from '../../results/time-table.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import { sourceOf } from '../../system/source-system.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { summaryRows } from './run-summary.ts';

/**
 * Writes the page of a run: its results, and the system itself, which can run again in the page.
 */
export function writeRunReport(
  file: string,
  system: CheckedSystem,
  result: RunResult,
  messages: readonly string[],
  logged: readonly LoggedMessage[] = [],
): void {
  requireDistinctPaths('report', file, [
    ...(system.reads ?? []),
    ...(result.output === undefined ? [] : [result.output]),
  ]);
  writeAtomically(file, runReport(system, result, messages, logged));
}

/** Rows of the summary that the page does not repeat, or that differ between equal runs. */
const beside: ReadonlySet<string> = new Set(['verdict', 'next', 'wall time', 'result']);

/** Returns the page of a run. It leaves out the wall time, so that equal runs give equal bytes. */
export function runReport(
  system: CheckedSystem,
  result: RunResult,
  messages: readonly string[],
  logged: readonly LoggedMessage[] = [],
): string {
  const written = sourceOf(system)?.system;
  const about = `${system.units.length === 1 ? 'One unit' : `${system.units.length} units`}, ${result.startTime} s to ${result.endTime} s, ${result.scheme}, H = ${result.step} s.`;
  const { scene, messages: undrawn } = sceneOf(system, result.columns);
  return renderRunPage({
    result,
    system,
    scene,
    subtitle: [written?.description, about].filter((text) => text !== undefined).join('. '),
    summary: summaryRows(result).filter(([name]) => !beside.has(name)),
    messages: [...messages, ...undrawn, ...result.warnings],
    logged,
  });
}

/** Writes the page of a result of the library, which can run again if its system is given. */
export function writeResultReport(page: string, result: RunResult, system?: CheckedSystem): void {
  refuseOtherThanPages('report', page);
  if (result.columns.length === 0)
    throw new UserError(
      `report ${page}: the run kept no columns in memory. Run the system with { collect: true }.`,
    );
  if (system !== undefined) {
    writeRunReport(page, system, result, []);
    return;
  }
  requireDistinctPaths('report', page, result.output === undefined ? [] : [result.output]);
  const { startTime, endTime, scheme, step } = result;
  const content = renderRunPage({
    result,
    subtitle: `${startTime} s to ${endTime} s, ${scheme}, H = ${step} s.`,
    summary: summaryRows(result).filter(([name]) => !beside.has(name)),
    messages: [...result.warnings],
  });
  writeAtomically(page, content);
}

/** Writes the page of a result file, without the system that produced it. */
export async function writeTableReport(file: string, output: string): Promise<void> {
  refuseOtherThanPages('report', output);
  requireDistinctPaths('report', output, [file]);
  writeAtomically(output, tableReport(await openResults(file)));
}

/** Verdict on a result file. It lacks the values at both ends of each connection. */
const ofTable: Verdict = {
  word: 'not judged',
  reason: 'a result file does not tell how exact its run was. Write the page with the run',
  next: 'fmu run <file> --report <page>.html',
  grounds: [],
};

/** Returns the page of a result file. Its titles may carry units of measure: `crane.s [m]`. */
export function tableReport(table: TimeTable | ResultRows): string {
  const rows = rowsOf(table);
  const { file, names } = rows;
  const { count, begin, end } = rows.facts;
  return renderRunPage({
    result: {
      ...{ name: basename(file), startTime: begin, endTime: end, bonds: [], joints: [], verdict: ofTable },
      columns: [],
    },
    picked: pickRows(
      rows,
      names.map((_, k) => columnOf(rows, k)),
    ),
    subtitle: `${count} rows of ${names.length} columns, ${begin} s to ${end} s.`,
    summary: [['file', file]],
    messages: [],
  });
}

export function refuseOtherThanPages(operation: string, output: string): void {
  if (!/\.html?$/i.test(output))
    throw new UserError(`${operation} ${output}: a report is an HTML page. Name a file that ends in .html.`);
}
