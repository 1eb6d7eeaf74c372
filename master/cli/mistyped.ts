import { nameText } from '../../fmu-sdk/printable.ts';
import { nearNames } from '../system/nearest.ts';
import type { AnyCommand } from './command.ts';
import { declaredBy } from './options.ts';

/** What is said of an option or a command that there is not; undefined for any other message of yargs. */
export function mistyped(
  argv: readonly string[],
  message: string,
  commands: readonly AnyCommand[],
): string | undefined {
  const unknown = /^Unknown (?:arguments?|commands?): (.*)$/s.exec(message)?.[1].split(', ')[0];
  if (unknown === undefined) return undefined;
  const known = commands.map((command) => ({ command, name: String(command.command).split(' ')[0] }));
  const found = known.find(({ name }) => name === argv[0]);
  if (found === undefined) {
    const near = nearNames(
      unknown,
      known.map(({ name }) => name),
    );
    return `Unknown command: ${nameText(unknown)}.${hint(near)} "fmu --help" lists all.`;
  }
  const help = `"fmu ${found.name} --help" lists all.`;
  if (!argv.some((word) => /^--?/.test(word) && word.replace(/^--?(no-)?|=.*$/gs, '') === unknown))
    return `Unknown argument: ${nameText(unknown)}. It is one too many: "fmu ${found.name} --help" says what it takes.`;
  const options = declaredBy(found.command).options.flatMap(({ name, aliases }) => [name, ...aliases]);
  const near = nearNames(unknown, [...options.filter((name) => name.length > 1), 'help', 'version']);
  const dashes = unknown.length === 1 ? '-' : '--';
  return `Unknown argument: ${dashes}${nameText(unknown)}.${hint(near.map((name) => `--${name}`))} ${help}`;
}

const hint = (near: readonly string[]): string =>
  near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
