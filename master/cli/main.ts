import { nameText } from '../../fmu-sdk/util/printable.ts';
import { Registry } from '../../fmu-sdk/util/registry.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type AnyCommand, namesOf } from './command.ts';
import { commandLine } from './command-line.ts';
import { commands } from './commands.ts';

/** The command line `fmu`, whose process ends with it. */
export function main(argv: readonly string[]): Promise<void> {
  return commandLine(argv, commands);
}

/** The same in a process that goes on, with commands of the caller's own beside those of this package. */
export async function within(argv: readonly string[], own: readonly AnyCommand[]): Promise<void> {
  if (!isListOf(argv, (word) => typeof word === 'string'))
    throw new UserError('fmu: its words are no list of texts. Give process.argv.slice(2).');
  if (!isListOf(own, isCommand))
    throw new UserError(
      'fmu: its commands are no list of commands. Give each a text as "command", what it is as "describe", and a function as "handler".',
    );
  for (const each of own) refuseForm(each);
  // Refuses a name that is taken.
  new Registry(
    'command',
    [...commands, ...own].flatMap(namesOf).map((name) => ({ name })),
  );
  await commandLine(argv, commands, { own, goesOn: true });
}

function isListOf(list: unknown, is: (each: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every(is);
}

function isCommand(each: unknown): boolean {
  const { command, handler } = (each ?? {}) as Partial<AnyCommand>;
  const texts = [command].flat();
  return texts.length > 0 && texts.every((text) => typeof text === 'string') && typeof handler === 'function';
}

/** A word that is no option, and behind it what it takes: `greet <how> [more..]`. What else yargs knows (`$0`) is none by which it is called. */
const form = /^[^\s<>[\]$*-][^\s<>[\]]*(?: +(?:<[^<>]+>|\[[^[\]]+\]))*$/;

function refuseForm({ command, aliases }: AnyCommand): void {
  const texts = [command ?? [], aliases ?? []].flat();
  const wrong = texts.find((text) => !form.test(text));
  if (wrong !== undefined)
    throw new UserError(
      `register command "${nameText(String(wrong))}": it is no word, with what it takes in brackets behind. Call it as in "greet <how> [more..]".`,
    );
}
