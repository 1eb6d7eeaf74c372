import yargs, { type Argv } from 'yargs';
import { requireUsableCache } from '../../fmu-sdk/cache/cache-folder.ts';
import { clearLeavings } from '../../fmu-sdk/util/files/temp-folder.ts';
import { packageVersion } from '../../fmu-sdk/util/package-files.ts';
import { printable, shortened } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type AnyCommand, namesOf } from './command.ts';
import type { CommandGroup } from './commands.ts';
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

/** Caller of the command line, with its additional commands. */
export interface Caller {
  /** Commands in addition to the commands of this package. */
  own?: readonly AnyCommand[];
  /** Headings under which `fmu --help` lists the commands. */
  groups?: readonly CommandGroup[];
  /**
   * True if the process continues after the command. The command then leaves no listeners and does
   * not end the process.
   */
  goesOn?: boolean;
}

/** Marks wrong usage whose message has been printed. */
class WrongUsage extends Error {}

/**
 * Runs the command line `fmu` with these commands. See `exit-codes.ts` for exit codes. Exit code 70
 * marks a defect of fmukit, with a message.
 */
export async function commandLine(
  argv: readonly string[],
  commands: readonly AnyCommand[],
  { own = [], groups = [], goesOn = false }: Caller = {},
): Promise<void> {
  const operation = argv.find((word) => !word.startsWith('-')) ?? 'fmu';
  const all = [...commands, ...own];
  const isCommand = all.some((command) => namesOf(command).includes(operation));
  const overview = isCommand ? '' : groups.map(groupText).join('');
  const atWork: AtWork = {};
  const fail = (thrown: unknown): void => {
    const { text, code } = explained(operation, thrown, atWork.own);
    say(`fmu: ${text}`);
    process.exitCode = code;
  };
  // One listener for the whole process is enough if the process ends with the command. Reset the
  // exit code of an earlier command. A nested command adds to the code of the outer one.
  if (goesOn && running === 0) process.exitCode = exitCode.done;
  running++;
  const stop = goesOn || !watched ? endOnStray(fail) : undefined;
  watched ||= !goesOn;
  try {
    for (const left of clearLeavings()) say(`fmu: ${left}`);
    const line = yargs(withoutEndOfOptions(argv))
      .scriptName('fmu')
      .usage(
        `$0 <command>\n\nBuild, inspect, check and couple FMUs (functional mock-up units) of FMI 2.0 and 3.0.`,
      );
    for (const command of commands)
      line.command(withUsage(overview === '' ? command : { ...command, describe: false }, argv));
    for (const command of own) line.command(withUsage(noted(command, atWork), argv));
    withoutHelpAhead(line);
    line.help().version(packageVersion());
    if (overview !== '') line.hide('help').hide('version').epilog(`${overview}${helpWords}\n`);
    await line
      .exitProcess(false)
      .demandCommand(1, 'Name a command.')
      .strict()
      .wrap(Math.min(widest, process.stdout.columns ?? widest))
      .epilog(exitCodeWords)
      .middleware(requireUsableCache)
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
    // A trusted native FMU that does not return blocks its thread. Only the end of the process
    // frees it.
    if (!goesOn && error instanceof UserError && 'stuck' in error && error.stuck === true)
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3000).unref();
  } finally {
    running--;
    if (goesOn) stop?.();
  }
}

/** Last line of the list of all commands. */
const helpWords = '"fmu <command> --help" describes a command, "fmu --version" prints the version.';

/** Largest width of a help text, and width of a command name [characters]. */
const [widest, widestName] = [100, 15];

/** Number of command lines that run in this process. */
let running = 0;

/** Name of the additional command that is running, if any. */
interface AtWork {
  own?: string;
}

/** Wraps an additional command so that its name is known while it runs. */
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
 * Adds the checks and the help text that all commands share. Options other than switches need a
 * value, switches take no value, an option with one value is given once, and numbers are decimal.
 * The help ends with the exit codes.
 */
function withUsage(command: AnyCommand, argv: readonly string[]): AnyCommand {
  const { builder } = command;
  if (typeof builder !== 'function') return command;
  return {
    ...command,
    builder: (given: Argv) => {
      const line = (builder(given) ?? given) as Argv;
      // yargs would apply the number of values of one option to a whole list of options.
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
        .hide('help')
        .hide('version')
        .epilog(exitCodeWords);
    },
  };
}

/** Returns a heading and a line for each command, for `fmu --help`. yargs groups only options. */
function groupText({ heading, commands }: CommandGroup): string {
  const lines = commands.map((command) => `  ${namesOf(command)[0].padEnd(widestName)}  ${command.describe}`);
  return `${[`${heading}:`, ...lines].join('\n')}\n\n`;
}

/**
 * Keeps yargs from building its help text on every call. It does so for asynchronous commands, for
 * a message that is not used here.
 */
function withoutHelpAhead(line: Argv): void {
  const inner = line as unknown as {
    getInternalMethods?(): { getUsageInstance?(): { cacheHelpMessage?(): void } };
  };
  const usage = inner.getInternalMethods?.().getUsageInstance?.();
  if (usage?.cacheHelpMessage !== undefined) usage.cacheHelpMessage = () => {};
}

let watched = false;

/**
 * Ends the process at an error in an event or an unhandled promise. Returns a function that stops
 * it.
 */
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
