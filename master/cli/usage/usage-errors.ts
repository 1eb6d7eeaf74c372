import { numberFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import { nearNames } from '../../../fmu-sdk/util/nearest-name.ts';
import { nameText } from '../../../fmu-sdk/util/printable.ts';
import type { AnyCommand } from '../command.ts';
import { declaredBy } from '../option-declaration.ts';

/** What is said of an option or a command that there is not, or of an option without its value; undefined for any other message of yargs. */
export function mistyped(
  argv: readonly string[],
  message: string,
  commands: readonly AnyCommand[],
): string | undefined {
  const bare = /^Not enough arguments following: (.*)$/s.exec(message)?.[1];
  if (bare !== undefined)
    return `${bare.length === 1 ? '-' : '--'}${nameText(bare)} wants a value behind it. "fmu ${argv[0]} --help" says which.`;
  const [, option, value, choices] =
    /^Invalid values:\s+Argument: (\S+), Given: (.*), Choices: (.*)$/s.exec(message) ?? [];
  if (option !== undefined) {
    const near = nearNames(
      value.replace(/^"|"$/g, ''),
      [...choices.matchAll(/"([^"]*)"/g)].map(([, each]) => each),
    );
    return `--${nameText(option)} ${nameText(value)} is none of ${nameText(choices)}.${hint(near)}`;
  }
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

/** What is said of an empty text, such as a variable of the shell leaves that is not set; undefined where there is none. */
export function emptyText(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === '' || /^--[a-z-]+=$/.test(word));
  if (at < 0) return undefined;
  const before = argv[at] === '' ? argv[at - 1] : argv[at].slice(0, -1);
  const whose = before?.startsWith('-') ? `behind ${nameText(before)}` : 'among the arguments';
  return `There is an empty text ${whose}: is a variable of the shell not set? Give a value, or leave it out.`;
}

/** What is said of a switch that was given a value; undefined where there is none. */
export function switchWithValue(command: AnyCommand, argv: readonly string[]): string | undefined {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const switches = declaredBy(command).options.filter(({ boolean }) => boolean);
  for (const word of words) {
    const [, name, value] = /^--?([^=]+)=(.*)$/s.exec(word) ?? [];
    const found = switches.find((each) => each.name === name || each.aliases.includes(name));
    if (found !== undefined && value !== 'true' && value !== 'false')
      return `--${found.name} is a switch and takes no value, and was given ${nameText(value)}. Say --${found.name}, or leave it out.`;
  }
  return undefined;
}

/** What is said of an option that takes one value and was given several; undefined where there is none. */
export function givenTwice(
  command: AnyCommand,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const { options, hidden } = declaredBy(command);
  const found = [...options, ...hidden].find(({ name, array }) => !array && Array.isArray(given[name]));
  return found === undefined ? undefined : `--${found.name} is given more than once. Say it once.`;
}

/** What is said of an option that wants a number and was given none; undefined where all are numbers. */
export function noNumber(
  argv: readonly string[],
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const found = Object.entries(given).find(([, value]) => [value].flat().some(Number.isNaN));
  if (found === undefined) return undefined;
  // yargs has each option by all its names; the user's own is the one to say.
  const same = Object.keys(given).filter((name) => Object.is(given[name], found[1]));
  const own = same.find((name) => argv.some((word) => word.replace(/^--?|=.*$/gs, '') === name)) ?? found[0];
  const at = argv.findIndex((word) => word.replace(/^--?|=.*$/gs, '') === own);
  const text = argv[at]?.includes('=') ? argv[at].replace(/^[^=]*=/, '') : argv[at + 1];
  const option = `${own.length === 1 ? '-' : '--'}${own}`;
  return `${option} ${nameText(text ?? '')} is no number. Write one, without a unit of measure.`;
}

/** What is said of a number that is not decimal (`0x10`), or that no double holds (`1e-999`); undefined where all are. */
export function noDecimal(command: AnyCommand, argv: readonly string[]): string | undefined {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const { options, hidden } = declaredBy(command);
  const numbers = [...options, ...hidden].filter(({ number }) => number);
  for (const [at, word] of words.entries()) {
    const [, name, value] = /^--?([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (!numbers.some((each) => each.name === kebab(name) || each.aliases.includes(name))) continue;
    const text = value ?? words[at + 1] ?? '';
    // What is no number to anybody is told elsewhere.
    if (isDecimal(text) || Number.isNaN(Number(text))) continue;
    return `${word.replace(/=.*$/s, '')} ${nameText(text)} is no decimal number that a double holds. Write one, without a unit of measure.`;
  }
  return undefined;
}

/** yargs takes an option by its name in camel case too. */
const kebab = (name = ''): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isDecimal = (text: string): boolean =>
  numberFrom(text.trim()) !== undefined || /^[+-]?Infinity$/.test(text);

/** What is said of a step or a tolerance that is none, and of a value that is set without a name or without a value. */
export function wrongValue(
  command: AnyCommand,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = declaredBy(command).options.map(({ name }) => name);
  for (const name of names.filter((each) => each === 'step' || each === 'tolerance')) {
    const value = given[name];
    if (typeof value === 'number' && !(value > 0))
      return `--${name} ${value} is no ${name}. Give a number above 0.`;
  }
  const set = names.includes('set') ? [given.set ?? []].flat().map(String) : [];
  const bare = set.find((text) => text.indexOf('=') < 1);
  if (bare === undefined) return undefined;
  return `--set ${nameText(bare)}: it says no name and value. Say name=value, such as k=1200 or L=1200[mm], of a system unit.name=value.`;
}

const hint = (near: readonly string[]): string =>
  near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
