import { adviseCommand } from './advise.ts';
import { buildCommand } from './build.ts';
import { checkCommand } from './check.ts';
import type { AnyCommand } from './command.ts';
import { compareCommand } from './compare.ts';
import { compareSchemesCommand } from './compare-schemes.ts';
import { completionOf } from './completion.ts';
import { exportCommand } from './export.ts';
import { fitCommand } from './fit.ts';
import { inspectCommand } from './inspect.ts';
import { keyCommand } from './key.ts';
import { linearizeCommand } from './linearize.ts';
import { lintCommand } from './lint.ts';
import { newCommand } from './new.ts';
import { plotCommand } from './plot.ts';
import { portCommand } from './port.ts';
import { replayCommand } from './replay.ts';
import { reportCommand } from './report.ts';
import { runCommand } from './run.ts';
import { signCommand } from './sign.ts';
import { studyCommand } from './study.ts';
import { testCommand } from './test.ts';
import { verifyCommand } from './verify.ts';
import { viewCommand } from './view.ts';
import { workerCommand } from './worker.ts';

/** The commands of `fmu`, in the order of its help. Each loads what it needs when it runs. */
export const commands: readonly AnyCommand[] = [
  newCommand,
  buildCommand,
  lintCommand,
  testCommand,
  inspectCommand,
  checkCommand,
  runCommand,
  replayCommand,
  plotCommand,
  reportCommand,
  viewCommand,
  compareCommand,
  studyCommand,
  workerCommand,
  fitCommand,
  linearizeCommand,
  adviseCommand,
  compareSchemesCommand,
  portCommand,
  exportCommand,
  keyCommand,
  signCommand,
  verifyCommand,
  completionOf(() => commands),
];
