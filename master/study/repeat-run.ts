import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../system/system.ts';
import { RunExecutor } from './execution/run-executor.ts';
import type { Outcome } from './execution/run-outcome.ts';
import type { StudyFile } from './plan/study-file.ts';
import { configuration, readPlan } from './plan/study-plan.ts';
import { type Cell, resultTable } from './study-results.ts';

/** Run of a study that was repeated alone. */
export interface RepeatedRun {
  name: string;
  run: number;
  outcome: Outcome;
  /** Cells of its row in the table of the study, by title. */
  cells: [title: string, cell: Cell][];
  /** Error bands that its study wants. */
  error: StudyFile['error'];
  /** Its system, to run it with results. */
  system(): Promise<CheckedSystem>;
}

/** Repeats run i of a study in this thread, with equal numbers. */
export async function repeatRun(file: string, run: number): Promise<RepeatedRun> {
  const plan = await readPlan(file);
  const { count } = plan.design;
  if (!(Number.isInteger(run) && run >= 0 && run < count))
    throw new UserError(`study ${file}: expected a run to repeat from 0 to ${count - 1}, got ${run}.`);
  const runConfiguration = configuration(plan, run);
  const { hash, contents } = runConfiguration;
  const executor = new RunExecutor(plan, { cells: new Int32Array(4) });
  const outcome = await executor.outcome(runConfiguration);
  const table = resultTable(plan);
  const cells = table.row(run, { hash, contents, outcome, times: { wall: 0, cpu: 0 } });
  return {
    name: plan.study.name,
    run,
    outcome,
    error: plan.study.error,
    cells: table.columns.map((column, k) => [column.name, cells[k]]),
    system: () => executor.system(runConfiguration, outcome),
  };
}
