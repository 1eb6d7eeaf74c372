import { describe, expect, it, vi } from 'vitest';
import yargs from 'yargs';
import { commands } from '../../master/cli/commands.ts';
import { runInProcess } from '../../master/cli/main.ts';
import { type Finished, fmu } from '../run-fmu.ts';
import { spread } from '../width.ts';

/**
 * Returns the output of the command line in this process, which is twenty times faster than a new
 * one.
 */
async function captureCommand(args: readonly string[]): Promise<Finished> {
  const result: Finished = { code: null, out: '', err: '' };
  const into = (stream: 'out' | 'err', end: string) => (text: unknown) => {
    if (result.code === null) result[stream] += `${text}${end}`;
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into('out', '')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('err', '')),
    vi.spyOn(console, 'log').mockImplementation(into('out', '\n')),
    vi.spyOn(console, 'error').mockImplementation(into('err', '\n')),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      result.code ??= Number(code);
      throw new Error('the process has ended');
    }),
  ];
  try {
    await runInProcess(args, []);
    result.code ??= Number(process.exitCode ?? 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  }
  return result;
}

describe.each(commands.map((command) => [String(command.command).split(' ')[0], command] as const))(
  'fmu %s',
  async (name, command) => {
    const help = await captureCommand([name, '--help']);
    /** Words of the examples in its help. */
    const examples = help.out
      .slice(help.out.indexOf('Examples:'))
      .split('\n')
      .flatMap((line) => /^ {2}fmu (.*?)(?: {2,}|$)/.exec(line)?.[1].split(' ') ?? [])
      .join(' ')
      .split(new RegExp(`(?:^| )${name}(?= )`))
      .filter(Boolean)
      .map((rest) => [name, ...rest.trim().split(' ')]);

    it('a command describes itself in one line without a full stop', () => {
      expect(command.describe).toMatch(/^[A-Z].*[^.]$/);
      expect(command.describe).not.toContain('\n');
    });

    it('a command shows help with examples that it can parse', async () => {
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toContain(command.describe);
      expect(examples.length).toBeGreaterThan(0);
      for (const words of examples) {
        let parsedArgs: unknown;
        await yargs(words)
          .command({ ...command, handler: (args) => void (parsedArgs = args) })
          .strict()
          .exitProcess(false)
          .fail((message, error) => {
            throw error ?? new Error(`${words.join(' ')}: ${message}`);
          })
          .parseAsync();
        expect(parsedArgs).toBeDefined();
      }
    });

    it('a command ends with code 2 for an unknown option, and names it', async () => {
      const { code, out, err } = await captureCommand([...examples[0], '--no-such-option']);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/fmu: Unknown arguments?: .*such-option/);
    });
  },
);

it.each(
  spread(
    commands.map(({ command }) => String(command).split(' ')[0]),
    2,
  ),
)('fmu %s prints the same text in a separate process', async (name) => {
  for (const option of ['--help', '--no-such-option'])
    expect(fmu([name, option])).toEqual(await captureCommand([name, option]));
});

it('commands have unique names', () => {
  const names = commands.map(({ command }) => String(command).split(' ')[0]);
  expect(new Set(names).size).toBe(names.length);
});
