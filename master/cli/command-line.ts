import yargs, { type Argv } from 'yargs';
import { UserError } from '../../fmu-sdk/error.ts';
import { clearLeavings } from '../../fmu-sdk/files/scratch.ts';
import { packageVersion } from '../../fmu-sdk/package.ts';
import { printable, shortened } from '../../fmu-sdk/printable.ts';
import type { AnyCommand } from './command.ts';
import { exitCode, exitCodeWords } from './exit-codes.ts';
import { explained } from './explain.ts';
import { emptyText, givenTwice, mistyped, noNumber } from './mistyped.ts';
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
    for (const command of commands) line.command(withUsage(command));
    withoutHelpAhead(line);
    await line
      .demandCommand(1, 'Name a command.')
      .strict()
      .version(packageVersion())
      .help()
      .wrap(Math.min(110, process.stdout.columns ?? 110))
      .epilog(exitCodeWords)
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

/** A command whose help ends with what exit codes mean, whose numbers want a value, and whose options are given once where they take one. */
function withUsage(command: AnyCommand): AnyCommand {
  const { builder } = command;
  if (typeof builder !== 'function') return command;
  const numbers = (): string[] =>
    declaredBy(command).options.flatMap(({ name, number }) => (number ? [name] : []));
  return {
    ...command,
    builder: (line: Argv) =>
      (builder(line) as Argv)
        .requiresArg(numbers())
        .check((given) => givenTwice(command, given) ?? true, false)
        .epilog(exitCodeWords),
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
