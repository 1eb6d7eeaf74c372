import { adviseCommand } from './advise/command.ts';
import { buildCommand } from './build/command.ts';
import { checkCommand } from './check/command.ts';
import type { AnyCommand } from './command.ts';
import { compareCommand } from './compare/command.ts';
import { compareSchemesCommand } from './compare-schemes/command.ts';
import { completionOf } from './completion/command.ts';
import { editCommand } from './edit/command.ts';
import { exportCommand } from './export/command.ts';
import { fitCommand } from './fit/command.ts';
import { inspectCommand } from './inspect/command.ts';
import { keyCommand } from './key/command.ts';
import { linearizeCommand } from './linearize/command.ts';
import { lintCommand } from './lint/command.ts';
import { newCommand } from './new/command.ts';
import { packCommand } from './pack/command.ts';
import { plotCommand } from './plot/command.ts';
import { portCommand } from './port/command.ts';
import { replayCommand } from './replay/command.ts';
import { reportCommand } from './report/command.ts';
import { runCommand } from './run/command.ts';
import { signCommand } from './sign/command.ts';
import { studyCommand } from './study/command.ts';
import { testCommand } from './test/command.ts';
import { verifyCommand } from './verify/command.ts';
import { viewCommand } from './view/command.ts';
import { workerCommand } from './worker/command.ts';

/** Commands of one task, under one heading of `fmu --help`. */
export interface CommandGroup {
  heading: string;
  commands: readonly AnyCommand[];
}

/**
 * Groups the commands of `fmu` by task, most used first. A command loads its modules when it runs.
 */
export const commandGroups: readonly CommandGroup[] = [
  { heading: 'Simulate', commands: [runCommand, viewCommand, replayCommand, exportCommand] },
  {
    heading: 'Build FMUs',
    commands: [newCommand, buildCommand, testCommand, lintCommand, packCommand, portCommand],
  },
  { heading: 'Inspect, check and edit FMUs', commands: [inspectCommand, checkCommand, editCommand] },
  { heading: 'Results', commands: [plotCommand, reportCommand, compareCommand] },
  {
    heading: 'Studies and analysis',
    commands: [
      studyCommand,
      workerCommand,
      fitCommand,
      linearizeCommand,
      adviseCommand,
      compareSchemesCommand,
    ],
  },
  { heading: 'Signatures', commands: [signCommand, verifyCommand, keyCommand] },
  { heading: 'Shell', commands: [completionOf(() => commands)] },
];

/** Lists the commands of `fmu`, in the order of its help. */
export const commands: readonly AnyCommand[] = commandGroups.flatMap((group) => group.commands);
