import { repeatRun } from '../../study/repeat-run.ts';
import { print, printError, table, text } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { InterruptibleRun } from '../run/interruptible-run.ts';
import { writeRunReport } from '../run/run-report.ts';

/** Columns of the table that do not describe the run itself. */
const beside: readonly string[] = ['seed', 'version', 'contents', 'hash', 'message'];

/** Repeats a run of a study, prints its row, and writes the page of the run. */
export async function repeatOne(
  file: string,
  run: number,
  json: boolean,
  report: string | undefined,
): Promise<void> {
  const { name, outcome, error, cells, system } = await repeatRun(file, run);
  if (json) print(JSON.stringify({ study: name, ...Object.fromEntries(cells) }, undefined, 2));
  else {
    const rows = cells
      .filter(([title]) => !beside.includes(title))
      .map(([title, cell]) => [title, String(cell ?? '–')]);
    print(table([['study', name], ...rows]));
  }
  if (outcome.message !== '') printError(text`fmu: ${outcome.message}`);
  if (outcome.ending !== 'finished' && outcome.ending !== 'ended') process.exitCode = exitCode.findings;
  if (report === undefined) return;
  const checked = await system();
  const running = new InterruptibleRun();
  try {
    const result = await running.run(checked, { collect: true, error });
    writeRunReport(report, checked, result, []);
    if (!json) print(text`${report}`);
  } finally {
    await running.dispose();
  }
}
