import { expect, it } from 'vitest';
import { commands } from '../../master/cli/commands.ts';
import { declaredBy } from '../../master/cli/option-declaration.ts';
import { fmuHere } from '../fmu-here.ts';
import { notEmpty } from '../not-empty.ts';

const declared = notEmpty('commands', commands.map(declaredBy));
const options = notEmpty(
  'options',
  declared.flatMap(({ name: command, options: own }) => own.map((option) => ({ command, ...option }))),
);

/** The unit of measure behind a number in its description: `[s]`. */
const unitOf = (describe: string): string | undefined => /\[([a-zA-Z/%]{1,4})\]/.exec(describe)?.[1];

/** Options by their names, where several commands have one. */
const shared = notEmpty(
  'options of several commands',
  [...new Set(options.map(({ name }) => name))]
    .map((name) => options.filter((option) => option.name === name))
    .filter((list) => list.length > 1),
);

it('names of commands and options are words with hyphens; one letter is short for a name', () => {
  for (const { name } of declared) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  for (const { command, name, aliases } of options)
    for (const each of [name, ...aliases])
      expect(`${command}: ${each}`).toMatch(/^[a-z-]+: ([a-z]|[a-z]{2,}(-[a-z]+)*)$/);
});

it('a name stands for the same in every command: its unit of measure, its short forms', () => {
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

/** What an option means wherever a command has it, in the words of its description. */
const meanings: Readonly<Record<string, RegExp>> = {
  allow: /^what native code may do beyond its own/,
  csv: /^(of a corpus: )?file (with|for) a row for each/,
  input: /CSV file with time and inputs/,
  json: /JSON/,
  key: /key.*PEM file/,
  'key-ring': /^folder of the (key ring|ring|keys)/,
  only: /these (rules|coupling schemes) alone/,
  output: /^\.|(file|files|page|\.fmu|\.xml of OSP),?( of results| for|:| to write| without)/,
  'passphrase-file': /file whose first line (un)?locks the/,
  queue: /^address of a Redis/,
  relative: /what values may differ by, as a share of/,
  report: /page/i,
  'require-signature': /only units that are signed by a key of the ring/,
  set: /^name=value or name=value\[unit\]/,
  solver: /\[default: auto\]$/,
  step: /^communication step/,
  'step-seconds': /^CPU time for one call/,
  'stop-time': /^when (it|the run) ends/,
  tolerance: /relative tolerance of its solver/,
  trust: /^run native code in this process/,
  until: /no later than that/,
  use: /modules? /,
  watch: /again whenever a source changes$/,
  workers: /^threads that compute/,
};

it('a name stands for one meaning in every command that has it', () => {
  for (const [{ name }] of shared) expect(Object.keys(meanings)).toContain(name);
  for (const list of shared)
    for (const { command, name, describe } of list)
      expect(meanings[name].test(describe), `${command} --${name}: ${describe}`).toBe(true);
});

/** Meanings that an option of another name has been given before. */
const named: readonly [name: RegExp, meaning: RegExp][] = [
  [/^tolerance$/, /tolerance of/],
  [/^(relative|absolute)$/, /(differ|be off)( by)?,|by which .* may/],
  [/^time-shift$/, /earlier or later/],
  [
    /^(time|until|(start|stop)-time|log-(from|to))$/,
    /^(with --log: calls (from|up to) this time|when|(try|run) no later)/,
  ],
  [/^input$/, /CSV file .*inputs/],
];

it('a meaning has one name in every command', () => {
  for (const { command, name, describe } of options)
    for (const [pattern, meaning] of named)
      if (meaning.test(describe)) expect(pattern.test(name), `${command} --${name}: ${describe}`).toBe(true);
});

it('every short form, and every name of a file to write, is one and the same everywhere', () => {
  const names = new Map<string, string>();
  for (const { command, name, aliases } of options)
    for (const letter of [name, ...aliases].filter((each) => each.length === 1)) {
      const long = [name, ...aliases]
        .filter((each) => each.length > 1)
        .sort()
        .join();
      expect(`${command} -${letter}: ${long}`).toBe(`${command} -${letter}: ${names.get(letter) ?? long}`);
      names.set(letter, long);
    }
  expect(names.get('o')).toBe('out,output');
});

it('times are in seconds, and say so', () => {
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
  for (const { name, options: own } of declared) {
    const { out, code } = await fmuHere([name, '--help']);
    // Folders of the repository, which no package has.
    expect(out, name).not.toMatch(/\b(units|systems|test)\//);
    expect(code).toBe(0);
    for (const option of own)
      if (option.name.length > 1) expect(out).toMatch(new RegExp(`--${option.name}\\b`));
  }
});
