import yargs, { type Argv } from 'yargs';
import { UserError } from '../../fmu-sdk/error.ts';
import { clearLeavings } from '../../fmu-sdk/files/scratch.ts';
import { refuseCache } from '../../fmu-sdk/kept/folder.ts';
import { packageVersion } from '../../fmu-sdk/package.ts';
import { printable, shortened } from '../../fmu-sdk/printable.ts';
import type { AnyCommand } from './command.ts';
import { exitCode, exitCodeWords } from './exit-codes.ts';
import { explained } from './explain.ts';
import { emptyText, givenTwice, mistyped, noNumber, switchWithValue } from './mistyped.ts';
import { declaredBy } from './options.ts';
import { say, watchOutput } from './terminal.ts';

/**
 * The command line `fmu` of these commands. Exit codes: `exit-codes.ts`; 70: a defect of fmukit, which it says.
 */
export async function commandLine(argv: readonly string[], commands: readonly AnyCommand[]): Promise<void> {
  const operation = argv.find((word) => !word.startsWith('-')) ?? 'fmu';
  const fail = (thrown: unknown): void => {
    const { text, code } = explained(operation, thrown);
    say(`fmu: ${text}`);
    process.exitCode = code;
  };
  endOnStray(fail);
  for (const left of clearLeavings()) say(`fmu: ${left}`);
  try {
    const line = yargs([...argv])
      .scriptName('fmu')
      .usage(
        '$0 <command>\n\nMake, seal, inspect, couple and check functional mock-up units (FMI 2.0 and 3.0).',
      );
    for (const command of commands) line.command(withUsage(command, argv));
    withoutHelpAhead(line);
    await line
      .demandCommand(1, 'Name a command.')
      .strict()
      .version(packageVersion())
      .help()
      .wrap(Math.min(110, process.stdout.columns ?? 110))
      .epilog(exitCodeWords)
      .middleware(refuseCache)
      .check((given) => emptyText(argv) ?? noNumber(argv, given) ?? true, true)
      .fail((message, error: unknown, usage) => {
        if (error instanceof Error && error.name !== 'YError') throw error;
        const better = mistyped(argv, message, commands) ?? (typeof error === 'string' ? error : undefined);
        say(
          better === undefined
            ? `${usage.help()}\n\nfmu: ${printable(shortened(message))}`
            : `fmu: ${better}`,
        );
        process.exit(exitCode.usage);
      })
      .parseAsync();
  } catch (error) {
    fail(error);
    // A trusted native unit that does not come back keeps its thread for ever: it ends with the process alone.
    if (error instanceof UserError && 'stuck' in error && error.stuck === true)
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3000).unref();
  }
}

/**
 * A command whose help ends with what exit codes mean, whose options want a value unless they are switches, which take none, and are
 * given once where they take one.
 */
function withUsage(command: AnyCommand, argv: readonly string[]): AnyCommand {
  const { builder } = command;
  if (typeof builder !== 'function') return command;
  return {
    ...command,
    builder: (given: Argv) => {
      const line = builder(given) as Argv;
      // One by one: a list would take the number of values of those that say it.
      for (const { name, number, text, alone } of declaredBy(command).options)
        if (number || (text && !alone)) line.requiresArg(name);
      return line
        .check((values) => switchWithValue(command, argv) ?? givenTwice(command, values) ?? true, false)
        .epilog(exitCodeWords);
    },
  };
}

/** With a command that goes on after it returns, yargs makes the text of its help each time, for a message that is not used here. */
function withoutHelpAhead(line: Argv): void {
  const inner = line as unknown as {
    getInternalMethods?(): { getUsageInstance?(): { cacheHelpMessage?(): void } };
  };
  const usage = inner.getInternalMethods?.().getUsageInstance?.();
  if (usage?.cacheHelpMessage !== undefined) usage.cacheHelpMessage = () => {};
}

let watched = false;

/** What is thrown beside a command, in an event or a promise of its own, is the last that happens. */
function endOnStray(fail: (thrown: unknown) => void): void {
  if (watched) return;
  watched = true;
  watchOutput();
  const end = (thrown: unknown): void => {
    fail(thrown);
    process.exit();
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
}
