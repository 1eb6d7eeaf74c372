import { printableName } from '../../fmu-sdk/util/printable.ts';
import { Registry } from '../../fmu-sdk/util/registry.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type AnyCommand, namesOf } from './command.ts';
import { commandLine } from './command-line.ts';
import { commandGroups, commands } from './commands.ts';

/** Runs the command line `fmu`. The process ends with it. */
export function main(argv: readonly string[]): Promise<void> {
  return commandLine(argv, commands, { groups: commandGroups });
}

/** Runs the command line in a process that continues, with additional commands. */
export async function runInProcess(
  argv: readonly string[],
  additionalCommands: readonly AnyCommand[],
): Promise<void> {
  if (!isListOf(argv, (word) => typeof word === 'string'))
    throw new UserError('fmu: expected a list of texts as arguments. Give process.argv.slice(2).');
  if (!isListOf(additionalCommands, isCommand))
    throw new UserError(
      'fmu: expected a list of commands. Give each a text "command", a text "describe" and a function "handler".',
    );
  for (const command of additionalCommands) requireCommandPattern(command);
  // Rejects a name that is taken.
  new Registry(
    'command',
    [...commands, ...additionalCommands].flatMap(namesOf).map((name) => ({ name })),
  );
  await commandLine(argv, commands, {
    groups: commandGroups,
    additional: additionalCommands,
    continues: true,
  });
}

function isListOf(list: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every(is);
}

function isCommand(item: unknown): boolean {
  const { command, handler } = (item ?? {}) as Partial<AnyCommand>;
  const texts = [command].flat();
  return texts.length > 0 && texts.every((text) => typeof text === 'string') && typeof handler === 'function';
}

/**
 * Matches a command name, followed by its arguments: `greet <how> [more..]`. It rejects the default
 * commands of yargs (`$0`), which cannot be called by name.
 */
const commandPattern = /^[^\s<>[\]$*-][^\s<>[\]]*(?: +(?:<[^<>]+>|\[[^[\]]+\]))*$/;

function requireCommandPattern({ command, aliases }: AnyCommand): void {
  const texts = [command ?? [], aliases ?? []].flat();
  const wrong = texts.find((text) => !commandPattern.test(text));
  if (wrong !== undefined)
    throw new UserError(
      `register command "${printableName(String(wrong))}": expected a word, followed by arguments in brackets, such as "greet <how> [more..]".`,
    );
}
