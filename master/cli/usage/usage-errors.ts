import { numberFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import { similarNames } from '../../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { type AnyCommand, namesOf } from '../command.ts';
import { declarationOf } from '../option-declaration.ts';
import { commandFor, optionFor, optionForValue } from './other-names.ts';
import { isTime } from './seconds.ts';

/** Returns a message for a command that does not exist, or undefined. */
export function explainUnknownCommand(
  argv: readonly string[],
  commands: readonly AnyCommand[],
): string | undefined {
  const [first] = argv;
  if (first === undefined || first.startsWith('-')) return undefined;
  if (commands.some((command) => namesOf(command).includes(first))) return undefined;
  if (/\.(?:fmu|ssp|ssd|json|checkpoint)$/i.test(first))
    return `Unknown command: ${printableName(first)}. Did you mean "fmu run ${printableName(first)}"? "fmu --help" lists all.`;
  const other = commandFor(first);
  if (other !== undefined)
    return `Unknown command: ${printableName(first)}. Did you mean "fmu ${other}"? "fmu --help" lists all.`;
  const near = similarNames(
    first,
    commands.map((command) => namesOf(command)[0]),
  );
  return `Unknown command: ${printableName(first)}.${hint(near)} "fmu --help" lists all.`;
}

/**
 * Returns a message for an unknown option, for an option without its value, or for a value that is
 * not among the choices. Returns undefined if the words are correct.
 */
export function explainOptions(command: AnyCommand, argv: readonly string[]): string | undefined {
  const { name: commandName, options, hidden } = declarationOf(command);
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  if (common.some((name) => words.includes(`--${name}`))) return undefined;
  for (const [at, word] of words.entries()) {
    const [, name, equals] = /^(?:--|-(?=.(?:=|$)))([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined || isNegativeNumber(word)) continue;
    const known = [name, name.replace(/^no-/, '')].map(toKebabCase);
    const option = [...options, ...hidden].find(
      (candidate) => known.includes(candidate.name) || candidate.aliases.includes(name),
    );
    const typed = word.replace(/=.*$/s, '');
    if (option === undefined) {
      const names = options.flatMap((candidate) => [candidate.name, ...candidate.aliases]);
      const other = optionFor(toKebabCase(name));
      const ofValue = options.find(({ choices }) => choices.includes(name));
      if (other === undefined && ofValue !== undefined)
        return `Unknown argument: ${printableName(typed)}. Did you mean --${ofValue.name} ${name}? "fmu ${commandName} --help" lists all.`;
      const near =
        other !== undefined && names.includes(other)
          ? [other]
          : similarNames(name, [...names.filter((candidate) => candidate.length > 1), ...common]);
      return `Unknown argument: ${printableName(typed)}.${hint(near.map((text) => `--${text}`))} "fmu ${commandName} --help" lists all.`;
    }
    if (option.boolean || toKebabCase(name) === `no-${option.name}`) continue;
    const next = words.at(at + 1);
    const value = equals ?? (next !== undefined && isValue(next) ? next : undefined);
    if (value === undefined) {
      if (option.valueOptional) continue;
      return `${printableName(typed)} needs a value. "fmu ${commandName} --help" describes it.`;
    }
    if (value === '' || option.choices.length === 0 || option.choices.includes(value)) continue;
    const instead = optionForValue(value);
    const advice =
      instead !== undefined && options.some((candidate) => candidate.name === instead)
        ? ` Use --${instead} FILE.`
        : hint(similarNames(value, option.choices));
    const choices = option.choices.map((choice) => JSON.stringify(choice)).join(', ');
    return `${printableName(typed)}: expected one of ${choices}, got ${JSON.stringify(printableName(value))}.${advice}`;
  }
  return undefined;
}

/** Returns a message for more arguments than the command takes, or undefined. */
export function explainExtraArguments(
  command: AnyCommand,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  // yargs leaves everything that no argument took.
  const [extra] = [values._ ?? []].flat();
  if (extra === undefined) return undefined;
  const [name] = namesOf(command);
  const unknown = `Unknown argument: ${printableName(String(extra))}.`;
  if (name === 'run' && /\.fmu$/i.test(String(extra)))
    return `${unknown} To couple FMUs, name them in a system file: "fmu new pair --template system" creates an example.`;
  return `${unknown} The command takes fewer arguments: "fmu ${name} --help" lists them.`;
}

/**
 * Returns a message for a required argument or option that is missing, or undefined. `reported` is
 * the message of yargs.
 */
export function explainMissing(command: AnyCommand, reported: string): string | undefined {
  const [name] = namesOf(command);
  const option = /^Missing required arguments?: ([a-z-]+)/.exec(reported)?.[1];
  if (option !== undefined) return `"fmu ${name}" needs --${option}. "fmu ${name} --help" describes it.`;
  if (!/^Not enough non-option arguments/.test(reported)) return undefined;
  return `Arguments are missing. Write: fmu ${String(command.command)}`;
}

/** Options of every command. */
const common = ['help', 'version'];

const isNegativeNumber = (word: string): boolean => /^-\.?\d/.test(word);
const isValue = (word: string): boolean => !word.startsWith('-') || word === '-' || isNegativeNumber(word);

/** Returns a message for an empty text, such as an unset shell variable, or undefined. */
export function explainEmptyText(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === '' || /^--[a-z-]+=$/.test(word));
  if (at < 0) return undefined;
  const before = argv[at] === '' ? argv[at - 1] : argv[at].slice(0, -1);
  const whose = before?.startsWith('-') ? `behind ${printableName(before)}` : 'among the arguments';
  return `Empty text ${whose}. Is a shell variable not set? Give a value, or leave it out.`;
}

/** Returns a message for a switch with a value, or undefined. */
export function explainSwitchValue(command: AnyCommand, argv: readonly string[]): string | undefined {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const switches = declarationOf(command).options.filter(({ boolean }) => boolean);
  for (const word of words) {
    const [, name, value] = /^--?([^=]+)=(.*)$/s.exec(word) ?? [];
    const switchOption = switches.find((switch_) => switch_.name === name || switch_.aliases.includes(name));
    if (switchOption !== undefined && value !== 'true' && value !== 'false')
      return `--${switchOption.name} is a switch and takes no value, got ${printableName(value)}. Use --${switchOption.name}, or leave it out.`;
  }
  return undefined;
}

/** Returns a message for an option with one value that was given several times, or undefined. */
export function explainRepeatedOption(
  command: AnyCommand,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const { options, hidden } = declarationOf(command);
  const repeatedOption = [...options, ...hidden].find(
    ({ name, array }) => !array && Array.isArray(values[name]),
  );
  return repeatedOption === undefined
    ? undefined
    : `--${repeatedOption.name} was given more than once. Give it once.`;
}

/** Returns a message for a text where an option needs a number, or undefined. */
export function explainInvalidNumber(
  command: AnyCommand | undefined,
  argv: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const invalidEntry = Object.entries(values).find(([, value]) => [value].flat().some(Number.isNaN));
  if (invalidEntry === undefined) return undefined;
  // yargs lists each option under all its names. Report the name that the user typed.
  const same = Object.keys(values).filter((name) => Object.is(values[name], invalidEntry[1]));
  const typedName =
    same.find((name) => argv.some((word) => word.replace(/^--?|=.*$/gs, '') === name)) ?? invalidEntry[0];
  const at = argv.findIndex((word) => word.replace(/^--?|=.*$/gs, '') === typedName);
  const text = argv[at]?.includes('=') ? argv[at].replace(/^[^=]*=/, '') : argv[at + 1];
  const option = `${typedName.length === 1 ? '-' : '--'}${typedName}`;
  const expected = isTime(command, typedName)
    ? 'a time such as 10, 10s, 200ms, 5min or 1h'
    : 'a number without a unit of measure';
  const point = /^-?\d+,\d+/.test(text ?? '') ? ` Write a decimal point: ${text.replace(',', '.')}.` : '';
  return `${option}: expected ${expected}, got ${printableName(text ?? '')}.${point}`;
}

/**
 * Returns a message for a number that is not decimal (`0x10`) or outside the range of doubles
 * (`1e-999`), or undefined.
 */
export function explainNonDecimal(command: AnyCommand, argv: readonly string[]): string | undefined {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const { options, hidden } = declarationOf(command);
  const numbers = [...options, ...hidden].filter(({ number }) => number);
  for (const [at, word] of words.entries()) {
    const [, name, value] = /^--?([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (!numbers.some((number) => number.name === toKebabCase(name) || number.aliases.includes(name)))
      continue;
    const text = value ?? words[at + 1] ?? '';
    // `explainInvalidNumber` reports texts that are not numbers.
    if (isDecimal(text) || Number.isNaN(Number(text))) continue;
    return `${word.replace(/=.*$/s, '')}: expected a decimal number in the range of doubles, without a unit of measure, got ${printableName(text)}.`;
  }
  return undefined;
}

/** Converts camel case to hyphens. yargs accepts options in camel case too. */
const toKebabCase = (name = ''): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isDecimal = (text: string): boolean =>
  numberFrom(text.trim()) !== undefined || /^[+-]?Infinity$/.test(text);

/**
 * Returns a message for an invalid step or tolerance, or for --set without a name and a value, or
 * undefined.
 */
export function explainInvalidValue(
  command: AnyCommand,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = declarationOf(command).options.map(({ name }) => name);
  for (const name of names.filter((candidate) => candidate === 'step' || candidate === 'tolerance')) {
    const value = values[name];
    if (typeof value === 'number' && !(value > 0)) return `--${name} must be above 0, got ${value}.`;
  }
  const set = names.includes('set') ? [values.set ?? []].flat().map(String) : [];
  const bare = set.find((text) => text.indexOf('=') < 1);
  if (bare === undefined) return undefined;
  return `--set: expected name=value, such as k=1200 or L=1200[mm], in a system fmu.name=value, got ${printableName(bare)}.`;
}

const hint = (near: readonly string[]): string =>
  near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
