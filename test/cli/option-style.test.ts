import { expect, it } from 'vitest';
import { commands } from '../../master/cli/commands.ts';
import { declaredBy } from '../../master/cli/options.ts';
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
    expect(code).toBe(0);
    for (const option of own)
      if (option.name.length > 1) expect(out).toMatch(new RegExp(`--${option.name}\\b`));
  }
});
