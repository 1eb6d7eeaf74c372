import type { AnyCommand } from './command.ts';

/** An option of a command, as it declares it. */
export interface DeclaredOption {
  name: string;
  aliases: readonly string[];
  describe: string;
  /** It stands alone: a switch. */
  boolean: boolean;
  /** It takes numbers. */
  number: boolean;
  /** It takes text, and means something without any too: `requiresArg: false`. */
  text: boolean;
  alone: boolean;
  /** It may be given again, or takes several. */
  array: boolean;
  choices: readonly string[];
}

/** What a command declares, found by letting its builder talk to a listener in the place of yargs. */
export interface Declared {
  name: string;
  describe: string;
  options: readonly DeclaredOption[];
  /** Those that neither help nor completion shows: former names of others. */
  hidden: readonly DeclaredOption[];
  /** Of the first positional argument. */
  choices: readonly string[];
}

interface Given {
  alias?: string | readonly string[];
  describe?: string;
  type?: string;
  array?: boolean;
  choices?: readonly unknown[];
  hidden?: boolean;
  requiresArg?: boolean;
}

const texts = (given: unknown): string[] =>
  given === undefined ? [] : [given].flat().map((each) => String(each));

export function declaredBy({ command, describe, builder }: AnyCommand): Declared {
  const options: DeclaredOption[] = [];
  const hidden: DeclaredOption[] = [];
  let first: readonly string[] | undefined;
  const listener: unknown = new Proxy(
    {},
    {
      get:
        (_, method) =>
        (name: string, given: Given = {}) => {
          if (method === 'positional') first ??= texts(given.choices);
          if (method === 'option')
            (given.hidden === true ? hidden : options).push({
              name,
              aliases: texts(given.alias),
              describe: given.describe ?? '',
              boolean: given.type === 'boolean',
              number: given.type === 'number',
              text: given.type === 'string' || given.type === 'array',
              alone: given.requiresArg === false,
              array: given.array === true || given.type === 'array',
              choices: texts(given.choices),
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
    choices: first ?? [],
  };
}
