import { type AnyCommand, namesOf } from '../../master/cli/command.ts';
import { commandGroups } from '../../master/cli/commands.ts';
import { anchorOf } from './anchor.mjs';
import { cell, code, generatedFrom, markdownTable, sentence, splitDefault } from './markdown-table.ts';

/** Declaration of an option or of a positional argument, as yargs takes it. */
interface Spec {
  alias?: string | readonly string[];
  describe?: string;
  type?: string;
  array?: boolean;
  choices?: readonly unknown[];
  default?: unknown;
  demandOption?: boolean;
  group?: string;
  hidden?: boolean;
  requiresArg?: boolean;
}

/** All that a command declares for its help. */
interface CommandHelp {
  positionals: [name: string, spec: Spec][];
  options: [name: string, spec: Spec][];
  examples: [line: string, text: string][];
  /** Headings of options by their names, in the order of the help. */
  groups: Map<string, string>;
}

/** Records the calls that the builder of a command makes to yargs. */
function helpOf({ builder }: AnyCommand): CommandHelp {
  const help: CommandHelp = { positionals: [], options: [], examples: [], groups: new Map() };
  const record: Readonly<Record<string, (...args: never[]) => void>> = {
    positional: (name: string, spec: Spec = {}) => help.positionals.push([name, spec]),
    option: (name: string, spec: Spec = {}) => help.options.push([name, spec]),
    example: (line: string, text = '') => help.examples.push([line, text]),
    group: (names: string | readonly string[], heading: string) => {
      for (const name of [names].flat()) help.groups.set(name, heading);
    },
  };
  const listener: unknown = new Proxy(
    {},
    {
      get:
        (_, method: string) =>
        (...args: never[]) => {
          record[method]?.(...args);
          return listener;
        },
    },
  );
  if (typeof builder === 'function') (builder as (yargs: unknown) => unknown)(listener);
  return help;
}

const headingOf = (group: string): string => sentenceCase(group.replace(/:$/, ''));
const sentenceCase = (text: string): string => text[0].toUpperCase() + text.slice(1);

/** Returns `-o, --output` of an option; its other long names are left to the help. */
function optionName(name: string, { alias }: Spec): string {
  const aliases = [alias ?? []].flat();
  const short = aliases.filter((candidate) => candidate.length === 1).map((candidate) => `-${candidate}`);
  const long = aliases.filter((candidate) => candidate.length > 1).map((candidate) => `--${candidate}`);
  return [...short, `--${name}`, ...long].map(code).join(', ');
}

/** Returns the type of the value of an option: `number`, `a \| b`, `text …`. */
function typeOf({ type, array, choices, requiresArg }: Spec): string {
  if (choices !== undefined) return choices.map((choice) => code(String(choice))).join(', ');
  const single = type === 'boolean' ? 'switch' : type === 'number' ? 'number' : 'text';
  if (array === true || type === 'array') return `${single}, several`;
  return requiresArg === false && type !== 'boolean' ? `${single}, optional` : single;
}

/** Returns the default of an option: a value that yargs knows, or what its help text states. */
function defaultOf({ type, default: value }: Spec, stated: string): string {
  if (stated !== '') return cell(stated);
  if (value === undefined) return '';
  if (type === 'boolean') return value === true ? 'on' : 'off';
  return code([value].flat().join(' '));
}

function row(label: string, spec: Spec): string[] {
  const { text, byDefault } = splitDefault(spec.describe ?? '');
  const byItself = spec.demandOption === true ? 'required' : defaultOf(spec, byDefault);
  return [label, typeOf(spec), byItself, cell(text)];
}

/** Returns the section of a command. */
function commandSection(command: AnyCommand): string {
  const [name, ...aliases] = namesOf(command);
  const { positionals, options, examples, groups } = helpOf(command);
  const visibleOptions = options.filter(([, spec]) => spec.hidden !== true);
  const heading = (option: string, spec: Spec): string =>
    headingOf(groups.get(option) ?? spec.group ?? 'Options');
  const order = [...groups.values()].map(headingOf);
  const headings = [...new Set([...order, ...visibleOptions.map(([option, spec]) => heading(option, spec))])];
  const usage = String([command.command].flat()[0]);
  const parts = [
    `### fmu ${name}\n`,
    `${cell(sentence(String(command.describe)))}${aliases.length > 0 ? ` Also: ${aliases.map(code).join(', ')}.` : ''}\n`,
    `\`\`\`text\nfmu ${usage} [options]\n\`\`\`\n`,
  ];
  if (positionals.length > 0)
    parts.push(
      markdownTable(
        ['argument', 'type', 'default', 'description'],
        positionals.map(([argument, spec]) => row(code(argument), spec)),
      ),
    );
  for (const text of headings) {
    const members = inOrder(visibleOptions, groups).filter(
      ([option, spec]) => heading(option, spec) === text,
    );
    if (members.length === 0) continue;
    // The heading of one group alone would only repeat the word.
    if (text !== 'Options') parts.push(`#### ${text}\n`);
    parts.push(
      markdownTable(
        ['option', 'type', 'default', 'description'],
        members.map(([option, spec]) => row(optionName(option, spec), spec)),
      ),
    );
  }
  if (examples.length > 0)
    parts.push(
      markdownTable(
        ['example', 'meaning'],
        examples.map(([line, text]) => [code(line.replaceAll('$0', 'fmu')), cell(text)]),
      ),
    );
  return parts.join('\n');
}

/** Returns options in the order of their groups, the others after them. */
function inOrder(
  options: CommandHelp['options'],
  groups: ReadonlyMap<string, string>,
): CommandHelp['options'] {
  const names = [...groups.keys()];
  const place = ([name]: [string, Spec]): number => (groups.has(name) ? names.indexOf(name) : names.length);
  return [...options].sort((a, b) => place(a) - place(b));
}

/** Returns docs/reference/command-line.md. */
export function commandLinePage(): string {
  const overview = commandGroups.flatMap(({ heading, commands }) =>
    commands.map((command) => {
      const [name] = namesOf(command);
      return [
        cell(heading),
        `[\`fmu ${name}\`](#${anchorOf(`fmu ${name}`)})`,
        cell(sentence(String(command.describe))),
      ];
    }),
  );
  const groups = commandGroups.map(
    ({ heading, commands }) => `## ${sentenceCase(heading)}\n\n${commands.map(commandSection).join('\n')}`,
  );
  return `${generatedFrom('the commands in master/cli')}
# Command line

Every command prints its help with \`--help\`. \`fmu --version\` prints the version of fmukit.

- A switch stands alone: \`--json\`. \`--no-json\` switches it off.
- Other options take a value: \`--step 0.01\` or \`--step=0.01\`. *Several* means several values, or the
  option again.
- Numbers are decimal and in SI units of measure unless the table names another unit.

The [exit codes](exit-codes.md) mean the same in every command.

${markdownTable(['task', 'command', 'description'], overview)}
${groups.join('\n')}`;
}
