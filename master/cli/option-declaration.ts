import type { AnyCommand } from './command.ts';

/** Option of a command. */
export interface OptionDeclaration {
  name: string;
  aliases: readonly string[];
  describe: string;
  /** Marks a switch. */
  boolean: boolean;
  /** Marks an option with numbers. */
  number: boolean;
  /** Marks an option with text. With `alone` (`requiresArg: false`) the text may be missing. */
  text: boolean;
  valueOptional: boolean;
  /** Marks an option that takes several values. */
  array: boolean;
  choices: readonly string[];
}

/** Declaration of a command. Its builder runs with a recorder in place of yargs. */
export interface CommandDeclaration {
  name: string;
  describe: string;
  options: readonly OptionDeclaration[];
  /** Options that help and completion hide, such as former names. */
  hidden: readonly OptionDeclaration[];
  /** Names of the options under a heading of the help. */
  grouped: readonly string[];
  /** Choices of the first positional argument. */
  choices: readonly string[];
}

interface YargsOption {
  alias?: string | readonly string[];
  describe?: string;
  type?: string;
  array?: boolean;
  choices?: readonly unknown[];
  hidden?: boolean;
  requiresArg?: boolean;
}

const toTexts = (value: unknown): string[] =>
  value === undefined ? [] : [value].flat().map((item) => String(item));

export function declarationOf({ command, describe, builder }: AnyCommand): CommandDeclaration {
  const options: OptionDeclaration[] = [];
  const hidden: OptionDeclaration[] = [];
  const grouped: string[] = [];
  let first: readonly string[] | undefined;
  const listener: unknown = new Proxy(
    {},
    {
      get:
        (_, method) =>
        (name: string | readonly string[], spec: YargsOption = {}) => {
          if (method === 'group') grouped.push(...toTexts(name));
          if (method === 'positional') first ??= toTexts(spec.choices);
          if (method === 'option')
            (spec.hidden === true ? hidden : options).push({
              name: String(name),
              aliases: toTexts(spec.alias),
              describe: spec.describe ?? '',
              boolean: spec.type === 'boolean',
              number: spec.type === 'number',
              text: spec.type === 'string' || spec.type === 'array',
              valueOptional: spec.requiresArg === false,
              array: spec.array === true || spec.type === 'array',
              choices: toTexts(spec.choices),
            });
          return listener;
        },
    },
  );
  if (typeof builder === 'function') (builder as (yargs: unknown) => unknown)(listener);
  return {
    name: String(command).split(' ')[0],
    describe: String(describe),
    options,
    hidden,
    grouped,
    choices: first ?? [],
  };
}
