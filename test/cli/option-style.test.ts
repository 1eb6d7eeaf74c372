import { expect, it } from 'vitest';
import { commandGroups, commands } from '../../master/cli/commands.ts';
import { declarationOf } from '../../master/cli/option-declaration.ts';
import { fmuHere } from '../fmu-here.ts';
import { notEmpty } from '../not-empty.ts';

const declared = notEmpty('commands', commands.map(declarationOf));
const options = notEmpty(
  'options',
  declared.flatMap(({ name: command, options: commandOptions }) =>
    commandOptions.map((option) => ({ command, ...option })),
  ),
);

/** Returns the unit of measure after a number in a description: `[s]`. */
const unitOf = (describe: string): string | undefined => /\[([a-zA-Z/%]{1,4})\]/.exec(describe)?.[1];

/** Options of several commands, by name. */
const shared = notEmpty(
  'options of several commands',
  [...new Set(options.map(({ name }) => name))]
    .map((name) => options.filter((option) => option.name === name))
    .filter((list) => list.length > 1),
);

it('names of commands and options are words with hyphens, and short forms are letters', () => {
  for (const { name } of declared) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  for (const { command, name, aliases } of options)
    for (const text of [name, ...aliases])
      expect(`${command}: ${text}`).toMatch(/^[a-z-]+: ([a-z]|[a-z]{2,}(-[a-z]+)*)$/);
});

it('an option has the same unit of measure and short forms in every command', () => {
  for (const list of shared)
    for (const { name, command, describe, aliases } of list) {
      expect(`${command} --${name} [${unitOf(describe)}]`).toBe(
        `${command} --${name} [${unitOf(list[0].describe)}]`,
      );
      expect(`${command} --${name} ${[...aliases].sort()}`).toBe(
        `${command} --${name} ${[...list[0].aliases].sort()}`,
      );
    }
});

/** Descriptions of an option in all commands that have it. */
const meanings: Readonly<Record<string, RegExp>> = {
  allow: /^permissions of native code/,
  csv: /^(with --corpus: )?file (to write )?with a row for each/,
  error: /error (bands|of)|relative error/,
  fmi: /^FMI versions/,
  input: /CSV file with time and inputs/,
  json: /JSON/,
  key: /key.*PEM file/,
  'key-ring': /^folder of the key ring/,
  map: /names that differ, as \w+=\w+/,
  native: /^add native binaries for/,
  only: /^run only these (rules|coupling schemes)/,
  output: /(\bfiles?|page|\.fmu)(:|,| to write| of the| <output>)/,
  'passphrase-file': /file whose first line (un)?locks the/,
  ports: /^CSV or JSON file (to write|of fmu inspect)/,
  queue: /^Redis address/,
  relative: /tolerance relative to the larg(er|est)/,
  report: /^HTML page/,
  'require-signature': /only FMUs signed by a key of the ring/,
  set: /^name=value or name=value\[unit\]/,
  solver: /\[default: auto\]$/,
  step: /^communication step H/,
  'step-seconds': /^limit of CPU time for one call/,
  'start-time': /^time at which the (run|default experiment) begins/,
  'stop-time': /^time at which the run ends/,
  time: /^(operating point: )?time (to|for)/,
  tolerance: /relative tolerance of the solver/,
  trust: /^run native code in this process/,
  until: /^time at which trial runs end early/,
  use: /modules? /,
  verbose: /^list /,
  watch: /again whenever a source changes$/,
  write: /^write /,
  workers: /^number of threads/,
};

it('an option has one meaning in every command', () => {
  for (const [{ name }] of shared) expect(Object.keys(meanings)).toContain(name);
  for (const list of shared)
    for (const { command, name, describe } of list)
      expect(meanings[name].test(describe), `${command} --${name}: ${describe}`).toBe(true);
});

/** Meanings, and the only option names for them. */
const named: readonly [name: RegExp, meaning: RegExp][] = [
  [/^tolerance$/, /tolerance of/],
  [/^(relative|absolute)$/, /tolerance (relative to|, in)|additional tolerance/],
  [/^time-shift$/, /earlier or later/],
  [
    /^(time|until|(start|stop)-time|log-(from|to))$/,
    /^(with --log: (start|end) of the log|(operating point: )?time (at|to) which)/,
  ],
  [/^input$/, /CSV file .*inputs/],
];

it('a meaning has one name in every command', () => {
  for (const { command, name, describe } of options)
    for (const [pattern, meaning] of named)
      if (meaning.test(describe)) expect(pattern.test(name), `${command} --${name}: ${describe}`).toBe(true);
});

it('every short form belongs to one option in all commands', () => {
  const names = new Map<string, string>();
  for (const { command, name, aliases } of options)
    for (const letter of [name, ...aliases].filter((candidate) => candidate.length === 1)) {
      const long = [name, ...aliases]
        .filter((candidate) => candidate.length > 1)
        .sort()
        .join();
      expect(`${command} -${letter}: ${long}`).toBe(`${command} -${letter}: ${names.get(letter) ?? long}`);
      names.set(letter, long);
    }
  expect(names.get('o')).toBe('out,output');
});

it('descriptions of times state seconds', () => {
  const times = notEmpty(
    'options for times',
    options.filter(({ name }) =>
      /^(step|until|lease|largest|timeout)$|-(time|seconds|interval|from|to)$/.test(name),
    ),
  );
  for (const { command, name, describe } of times)
    expect(`${command} --${name} [${unitOf(describe)}]`).toBe(`${command} --${name} [s]`);
});

it('--help of every command shows what it declares', async () => {
  for (const { name, options: commandOptions } of declared) {
    const { out, code } = await fmuHere([name, '--help']);
    // Packages do not contain these folders of the repository.
    expect(out, name).not.toMatch(/\b(units|systems|test)\//);
    expect(code).toBe(0);
    for (const option of commandOptions)
      if (option.name.length > 1) expect(out).toMatch(new RegExp(`--${option.name}\\b`));
  }
});

it('`fmu run --help` fits 60 lines of 100 columns and has headings for rare options', async () => {
  const lines = (await fmuHere(['run', '--help'])).out.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(60);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  const headings = lines.filter((line) => /^[A-Z][\w ,]*:$/.test(line));
  expect(headings).toEqual([
    'Positionals:',
    'Results:',
    'Simulation:',
    'Only for single FMUs:',
    'Pace, checkpoints and calls:',
    'Custom and trusted code:',
    'Examples:',
  ]);
});

it('`fmu --help` lists every command once, under the heading of its task', async () => {
  const { out } = await fmuHere(['--help']);
  const blocks = out.split('\n\n');
  for (const { heading, commands: group } of commandGroups) {
    const [title, ...rows] = (blocks.find((block) => block.startsWith(`${heading}:`)) ?? '').split('\n');
    expect(title).toBe(`${heading}:`);
    expect(rows.map((row) => /^ {2}(\S+) +\S/.exec(row)?.[1])).toEqual(
      group.map((command) => declarationOf(command).name),
    );
  }
  expect(out).not.toContain('Commands:');
});

it('the help of every command shows all its options under their headings', async () => {
  for (const { name, options: commandOptions, grouped } of declared)
    expect(
      commandOptions.map((option) => option.name).filter((option) => !grouped.includes(option)),
      name,
    ).toEqual([]);
});
