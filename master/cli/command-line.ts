import yargs, { type Argv } from 'yargs';
import { requireUsableCache } from '../../fmu-sdk/cache/cache-folder.ts';
import { clearLeavings } from '../../fmu-sdk/util/files/temp-folder.ts';
import { packageVersion } from '../../fmu-sdk/util/package-files.ts';
import { printable, shortened } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type AnyCommand, namesOf } from './command.ts';
import type { CommandGroup } from './commands.ts';
import { exitCode, exitCodeHelp } from './exit/exit-codes.ts';
import { explainError } from './exit/explain-error.ts';
import { declarationOf } from './option-declaration.ts';
import { handleOutputErrors, printError } from './terminal/terminal.ts';
import { rewriteEndOfOptions } from './usage/end-of-options.ts';
import { withSeconds } from './usage/seconds.ts';
import {
  explainEmptyText,
  explainExtraArguments,
  explainInvalidNumber,
  explainInvalidValue,
  explainMissing,
  explainNonDecimal,
  explainOptions,
  explainRepeatedOption,
  explainSwitchValue,
  explainUnknownCommand,
} from './usage/usage-errors.ts';

/** Caller of the command line, with its additional commands. */
export interface CommandLineOptions {
  /** Commands in addition to the commands of this package. */
  additional?: readonly AnyCommand[];
  /** Headings under which `fmu --help` lists the commands. */
  groups?: readonly CommandGroup[];
  /**
   * True if the process continues after the command. The command then leaves no listeners and does
   * not end the process.
   */
  continues?: boolean;
}

/** Marks wrong usage whose message has been printed. */
class UsageError extends Error {}

/** Prints the message and ends the command, unless the message is undefined. */
function refuse(message: string | undefined): void {
  if (message === undefined) return;
  printError(`fmu: ${message}`);
  throw new UsageError(message);
}

/**
 * Runs the command line `fmu` with these commands. See `exit-codes.ts` for exit codes. Exit code 70
 * marks a defect of fmukit, with a message.
 */
export async function commandLine(
  typed: readonly string[],
  commands: readonly AnyCommand[],
  { additional = [], groups = [], continues = false }: CommandLineOptions = {},
): Promise<void> {
  const operation = typed.find((word) => !word.startsWith('-')) ?? 'fmu';
  const all = [...commands, ...additional];
  const known = all.find((command) => namesOf(command).includes(typed[0]));
  const isOwn = known !== undefined && commands.includes(known);
  const argv = isOwn ? withSeconds(known, typed) : typed;
  const isCommand = all.some((command) => namesOf(command).includes(operation));
  const overview = isCommand ? '' : groups.map(groupText).join('');
  const atWork: RunningCommand = {};
  const fail = (thrown: unknown): void => {
    const { text, code } = explainError(operation, thrown, atWork.additional);
    printError(`fmu: ${text}`);
    process.exitCode = code;
  };
  // One listener for the whole process is enough if the process ends with the command. Reset the
  // exit code of an earlier command. A nested command adds to the code of the outer one.
  if (continues && running === 0) process.exitCode = exitCode.done;
  running++;
  const stop = continues || !watched ? exitOnUncaught(fail) : undefined;
  watched ||= !continues;
  try {
    for (const leftover of clearLeavings()) printError(`fmu: ${leftover}`);
    refuse(explainUnknownCommand(argv, all) ?? (isOwn ? explainOptions(known, argv) : undefined));
    const line = isOwn
      ? lineOf(known, argv)
      : lineOfAll(
          argv,
          commands,
          additional.map((command) => withTracking(command, atWork)),
          overview,
        );
    addUsageChecks(line, argv, isOwn ? known : undefined);
    await line.exitProcess(false).parseAsync();
  } catch (error) {
    if (error instanceof UsageError) process.exitCode = exitCode.usage;
    else fail(error);
    // A trusted native FMU that does not return blocks its thread. Only the end of the process
    // frees it.
    if (!continues && error instanceof UserError && 'stuck' in error && error.stuck === true)
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3000).unref();
  } finally {
    running--;
    if (continues) stop?.();
  }
}

/**
 * Returns the command line of a command of this package, which the first word names. The command is
 * the default command of its line, because yargs formats the help of other commands after each run.
 */
function lineOf(command: AnyCommand, argv: readonly string[]): Argv {
  const { builder, ...shared } = withSharedUsage(command, argv);
  const pattern = String(command.command);
  const line = yargs(rewriteEndOfOptions(argv).slice(1))
    .scriptName('fmu')
    .usage(`$0 ${pattern}\n\n${command.describe}`)
    .command({
      ...shared,
      command: pattern.replace(/^\S+/, '$0'),
      builder: (parser: Argv) => declareArguments((builder as (parser: Argv) => Argv)(parser), pattern),
    });
  return addHelp(line);
}

/** Declares the arguments of a pattern, as yargs does for commands that are not the default. */
function declareArguments(line: Argv, pattern: string): Argv {
  for (const [, bracket, name, more] of pattern.matchAll(/([<[])([a-z]+)(\.\.)?/g)) {
    if (bracket === '<') line.demandOption(name);
    if (more !== undefined) line.array(name);
  }
  return line;
}

/** Returns the command line of all commands. `overview` is the list of them, if it is printed. */
function lineOfAll(
  argv: readonly string[],
  commands: readonly AnyCommand[],
  additional: readonly AnyCommand[],
  overview: string,
): Argv {
  const line = yargs(rewriteEndOfOptions(argv))
    .scriptName('fmu')
    .usage(
      `$0 <command>\n\nBuild, inspect, check and couple FMUs (functional mock-up units) of FMI 1.0, 2.0 and 3.0.`,
    )
    .demandCommand(1, 'Name a command.');
  for (const command of commands)
    line.command(withSharedUsage(overview === '' ? command : { ...command, describe: false }, argv));
  for (const command of additional) line.command(withSharedUsage(command, argv));
  addHelp(line);
  if (overview !== '') line.hide('help').hide('version').epilog(`${overview}${helpWords}\n`);
  return line.epilog(exitCodeHelp);
}

/** Adds the language, the switches and the width of the help that all command lines share. */
function addHelp(line: Argv): Argv {
  return line
    .locale('en')
    .help()
    .version(packageVersion())
    .wrap(Math.min(widest, process.stdout.columns ?? widest));
}

/**
 * Adds the checks of a command line and the messages of wrong usage. `own` is the command, if this
 * package declares it.
 */
function addUsageChecks(line: Argv, argv: readonly string[], own: AnyCommand | undefined): void {
  line
    .strict()
    .middleware((values) => {
      if (own !== undefined) refuse(explainExtraArguments(own, values));
    }, true)
    .middleware(requireUsableCache)
    .check((values) => explainEmptyText(argv) ?? explainInvalidNumber(own, argv, values) ?? true, true)
    .fail((message: string | null, error: unknown, usage) => {
      if (message === null || (error instanceof Error && error.name !== 'YError')) throw error;
      // Checks of this package pass their message as the error.
      refuse(typeof error === 'string' ? error : undefined);
      const missing = own && explainMissing(own, message);
      printError(`${usage.help()}\n\nfmu: ${missing ?? printable(shortened(message))}`);
      throw new UsageError(message);
    });
}

/** Last line of the list of all commands. */
const helpWords = '"fmu <command> --help" describes a command, "fmu --version" prints the version.';

/** Largest width of a help text, and width of a command name [characters]. */
const [widest, widestName] = [100, 15];

/** Number of command lines that run in this process. */
let running = 0;

/** Name of the additional command that is running, if any. */
interface RunningCommand {
  additional?: string;
}

/** Wraps an additional command so that its name is known while it runs. */
function withTracking(command: AnyCommand, atWork: RunningCommand): AnyCommand {
  return {
    ...command,
    handler: async (args) => {
      [atWork.additional] = namesOf(command);
      await command.handler(args);
    },
  };
}

/**
 * Adds the checks and the help text that all commands share. Options other than switches need a
 * value, switches take no value, an option with one value is given once, and numbers are decimal.
 * The help ends with the exit codes.
 */
function withSharedUsage(command: AnyCommand, argv: readonly string[]): AnyCommand {
  const { builder } = command;
  if (typeof builder !== 'function') return command;
  return {
    ...command,
    builder: (parser: Argv) => {
      const line = (builder(parser) ?? parser) as Argv;
      // yargs would apply the number of values of one option to a whole list of options.
      for (const { name, number, text, valueOptional: alone } of declarationOf(command).options)
        if (number || (text && !alone)) line.requiresArg(name);
      return line
        .check(
          (values) =>
            explainSwitchValue(command, argv) ??
            explainRepeatedOption(command, values) ??
            explainNonDecimal(command, argv) ??
            explainInvalidValue(command, values) ??
            true,
          false,
        )
        .hide('help')
        .hide('version')
        .epilog(exitCodeHelp);
    },
  };
}

/** Returns a heading and a line for each command, for `fmu --help`. yargs groups only options. */
function groupText({ heading, commands }: CommandGroup): string {
  const lines = commands.map((command) => `  ${namesOf(command)[0].padEnd(widestName)}  ${command.describe}`);
  return `${[`${heading}:`, ...lines].join('\n')}\n\n`;
}

let watched = false;

/**
 * Ends the process at an error in an event or an unhandled promise. Returns a function that stops
 * it.
 */
function exitOnUncaught(fail: (thrown: unknown) => void): () => void {
  const stop = handleOutputErrors();
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
