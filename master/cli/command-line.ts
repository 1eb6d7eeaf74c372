import yargs, { type Argv } from 'yargs';
import { refuseCache } from '../../fmu-sdk/cache/cache-folder.ts';
import { clearLeavings } from '../../fmu-sdk/util/files/temp-folder.ts';
import { packageVersion } from '../../fmu-sdk/util/package-files.ts';
import { printable, shortened } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type AnyCommand, namesOf } from './command.ts';
import { exitCode, exitCodeWords } from './exit/exit-codes.ts';
import { explained } from './exit/explain-error.ts';
import { declaredBy } from './option-declaration.ts';
import { say, watchOutput } from './terminal/terminal.ts';
import { withoutEndOfOptions } from './usage/end-of-options.ts';
import {
  emptyText,
  givenTwice,
  mistyped,
  noDecimal,
  noNumber,
  switchWithValue,
  wrongValue,
} from './usage/usage-errors.ts';

/** Who calls the command line, and with what of its own. */
export interface Caller {
  /** Commands beside those of this package. */
  own?: readonly AnyCommand[];
  /** Whether the process goes on after the command: nothing stays of it then, and nothing ends the process behind it. */
  goesOn?: boolean;
}

/** Words that are no command of this line, or no use of one: said already. */
class WrongUsage extends Error {}

/**
 * The command line `fmu` of these commands. Exit codes: `exit-codes.ts`; 70: a defect of fmukit, which it says.
 */
export async function commandLine(
  argv: readonly string[],
  commands: readonly AnyCommand[],
  { own = [], goesOn = false }: Caller = {},
): Promise<void> {
  const operation = argv.find((word) => !word.startsWith('-')) ?? 'fmu';
  const all = [...commands, ...own];
  const atWork: AtWork = {};
  const fail = (thrown: unknown): void => {
    const { text, code } = explained(operation, thrown, atWork.own);
    say(`fmu: ${text}`);
    process.exitCode = code;
  };
  // Where the process ends with the command, one watch is enough, however many commands it has been.
  // What an earlier command came to is not how this one goes; one within another is a part of how that goes.
  if (goesOn && running === 0) process.exitCode = exitCode.done;
  running++;
  const stop = goesOn || !watched ? endOnStray(fail) : undefined;
  watched ||= !goesOn;
  try {
    for (const left of clearLeavings()) say(`fmu: ${left}`);
    const line = yargs(withoutEndOfOptions(argv))
      .scriptName('fmu')
      .usage(
        '$0 <command>\n\nMake, seal, inspect, couple and check functional mock-up units (FMI 2.0 and 3.0).',
      );
    for (const command of commands) line.command(withUsage(command, argv));
    for (const command of own) line.command(withUsage(noted(command, atWork), argv));
    withoutHelpAhead(line);
    await line
      .exitProcess(false)
      .demandCommand(1, 'Name a command.')
      .strict()
      .version(packageVersion())
      .help()
      .wrap(Math.min(110, process.stdout.columns ?? 110))
      .epilog(exitCodeWords)
      .middleware(refuseCache)
      .check((given) => emptyText(argv) ?? noNumber(argv, given) ?? true, true)
      .fail((message: string | null, error: unknown, usage) => {
        if (message === null || (error instanceof Error && error.name !== 'YError')) throw error;
        const better = mistyped(argv, message, all) ?? (typeof error === 'string' ? error : undefined);
        say(
          better === undefined
            ? `${usage.help()}\n\nfmu: ${printable(shortened(message))}`
            : `fmu: ${better}`,
        );
        throw new WrongUsage(message);
      })
      .parseAsync();
  } catch (error) {
    if (error instanceof WrongUsage) process.exitCode = exitCode.usage;
    else fail(error);
    // A trusted native unit that does not come back keeps its thread for ever: it ends with the process alone.
    if (!goesOn && error instanceof UserError && 'stuck' in error && error.stuck === true)
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3000).unref();
  } finally {
    running--;
    if (goesOn) stop?.();
  }
}

/** Command lines that are at work in this process. */
let running = 0;

/** What is being done: the name of the caller's own command that runs. */
interface AtWork {
  own?: string;
}

/** A command of the caller's own, of which is known when it runs. */
function noted(command: AnyCommand, atWork: AtWork): AnyCommand {
  return {
    ...command,
    handler: async (given) => {
      [atWork.own] = namesOf(command);
      await command.handler(given);
    },
  };
}

/**
 * A command whose help ends with what exit codes mean, whose options want a value unless they are switches, which take none, and are
 * given once where they take one; numbers are decimal.
 */
function withUsage(command: AnyCommand, argv: readonly string[]): AnyCommand {
  const { builder } = command;
  if (typeof builder !== 'function') return command;
  return {
    ...command,
    builder: (given: Argv) => {
      const line = (builder(given) ?? given) as Argv;
      // One by one: a list would take the number of values of those that say it.
      for (const { name, number, text, alone } of declaredBy(command).options)
        if (number || (text && !alone)) line.requiresArg(name);
      return line
        .check(
          (values) =>
            switchWithValue(command, argv) ??
            givenTwice(command, values) ??
            noDecimal(command, argv) ??
            wrongValue(command, values) ??
            true,
          false,
        )
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

/** What is thrown beside a command, in an event or a promise of its own, is the last that happens. What it returns stops watching. */
function endOnStray(fail: (thrown: unknown) => void): () => void {
  const stop = watchOutput();
  const end = (thrown: unknown): void => {
    fail(thrown);
    process.exit();
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
  return () => {
    process.off('uncaughtException', end).off('unhandledRejection', end);
    stop();
  };
}
