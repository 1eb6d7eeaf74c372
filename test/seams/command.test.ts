import { describe, expect, it } from 'vitest';
import yargs from 'yargs';
import { commands } from '../../master/cli/commands.ts';
import { fmu } from '../run-fmu.ts';

describe.each(commands.map((each) => [String(each.command).split(' ')[0], each] as const))(
  'fmu %s',
  (name, each) => {
    const help = fmu([name, '--help']);
    /** Words of the examples in its help. */
    const examples = help.out
      .slice(help.out.indexOf('Examples:'))
      .split('\n')
      .flatMap((line) => /^ {2}fmu (.*?)(?: {2,}|$)/.exec(line)?.[1].split(' ') ?? [])
      .join(' ')
      .split(new RegExp(`(?:^| )${name}(?= )`))
      .filter(Boolean)
      .map((rest) => [name, ...rest.trim().split(' ')]);

    it('says what it does, in one line without a full stop', () => {
      expect(each.describe).toMatch(/^[A-Z].*[^.]$/);
      expect(each.describe).not.toContain('\n');
    });

    it('has help, with examples that it can parse', async () => {
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toContain(each.describe);
      expect(examples.length).toBeGreaterThan(0);
      for (const words of examples) {
        let asked: unknown;
        await yargs(words)
          .command({ ...each, handler: (args) => void (asked = args) })
          .strict()
          .exitProcess(false)
          .fail((message, error) => {
            throw error ?? new Error(`${words.join(' ')}: ${message}`);
          })
          .parseAsync();
        expect(asked).toBeDefined();
      }
    });

    it('ends with code 2 where an option is unknown, and names it', () => {
      const { code, out, err } = fmu([...examples[0], '--no-such-option']);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/fmu: Unknown arguments?: .*such-option/);
    });
  },
);

it('no two commands have one name', () => {
  const names = commands.map(({ command }) => String(command).split(' ')[0]);
  expect(new Set(names).size).toBe(names.length);
});
