import type { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { AnyCommand } from '../../master/cli/command.ts';
import { fmu } from '../../public/tools.ts';

const handlers: Record<string, () => unknown> = {
  done: () => {},
  throws: () => {
    throw new TypeError('mine');
  },
  rejects: async () => {
    throw new Error('mine');
  },
  refuses: () => {
    throw new UserError('greet: there is nobody. Name somebody.');
  },
  undefined: () => {
    throw undefined;
  },
};
const greet: AnyCommand = {
  command: 'greet <how>',
  describe: 'Greet somebody',
  builder: (line) => line.positional('how', { type: 'string', choices: Object.keys(handlers) }),
  handler: async ({ how }) => {
    await handlers[String(how)]();
  },
};

const watched: readonly (readonly [emitter: EventEmitter, event: string])[] = [
  [process.stdout, 'error'],
  [process.stderr, 'error'],
  [process, 'uncaughtException'],
  [process, 'unhandledRejection'],
];
const listeners = (): number[] => watched.map(([emitter, event]) => emitter.listenerCount(event));

/** Returns the output and exit code of `fmu` in a continuing process. */
async function runCommand(
  argv: readonly string[],
  customCommands?: readonly AnyCommand[],
): Promise<{ code: number; text: string }> {
  let text = '';
  const take = (more: unknown): boolean => {
    text += String(more);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(take);
  vi.spyOn(console, 'log').mockImplementation(take);
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const before = listeners();
  process.exitCode = undefined;
  try {
    await fmu(argv, customCommands);
    expect(exit).not.toHaveBeenCalled();
    expect(listeners()).toEqual(before);
    return { code: Number(process.exitCode ?? 0), text };
  } finally {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  }
}
afterEach(() => void (process.exitCode = undefined));

describe('fmu() in a continuing program', () => {
  it.each([
    [['nope'], 2, 'Unknown command: nope'],
    [[], 2, 'Name a command.'],
    [['run'], 2, 'Arguments are missing. Write: fmu run <file>'],
    [['run', 'x.json', '--no-such-option'], 2, 'such-option'],
    [['inspect', 'none.fmu'], 1, 'none.fmu'],
    [['--help'], 0, 'Exit codes: 0 done, 1 failed'],
    [['run', '--help'], 0, 'Exit codes: 0 done, 1 failed'],
    [['--version'], 0, '.'],
  ])('fmu(%j) returns to the process with exit code %i and without listeners', async (argv, code, text) => {
    const { code: ended, text: output } = await runCommand(argv);
    expect(output).toContain(text);
    expect(ended).toBe(code);
  });

  it('fmu() sets the exit code of the present command, to which nested commands add', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(console, 'log').mockReturnValue();
    const codes: unknown[] = [];
    const outer: AnyCommand = {
      ...greet,
      command: 'both',
      handler: async () => {
        for (const word of ['nope', '--version']) await fmu([word]);
        codes.push(process.exitCode);
      },
    };
    for (const words of [['nope'], ['--version'], ['both']]) {
      await fmu(words, [outer]);
      codes.push(process.exitCode);
    }
    vi.restoreAllMocks();
    expect(codes).toEqual([2, 0, 2, 2]);
  });

  it.each([[undefined], ['run'], [[5]]])(
    'fmu() refuses arguments that are not a list of texts: %j',
    async (words) => {
      await expect(runCommand(words as never)).rejects.toThrow(
        new UserError('fmu: expected a list of texts as arguments. Give process.argv.slice(2).'),
      );
    },
  );
});

describe('an additional command', () => {
  it('an additional command runs beside the commands of the package', async () => {
    expect(await runCommand(['greet', 'done'], [greet])).toEqual({ code: 0, text: '' });
    expect((await runCommand(['--help'], [greet])).text).toContain('Greet somebody');
    expect((await runCommand(['greet', 'no'], [greet])).code).toBe(2);
  });

  it('an additional command needs a unique name', async () => {
    const of = (command: string, aliases: string[] = []): AnyCommand => ({ ...greet, command, aliases });
    for (const [customCommands, name] of [
      [[of('run [x]')], 'run'],
      [[of('greet', ['check'])], 'check'],
      [[greet, of('greet [x]')], 'greet'],
    ] as const)
      await expect(runCommand([], customCommands)).rejects.toThrow(
        new UserError(`register command "${name}": the name occurs twice. Rename one of them.`),
      );
  });

  it('an additional command needs a name that can be called', async () => {
    for (const command of [
      '',
      ' ',
      '$0',
      '$0 <x>',
      '*',
      '--x <file>',
      '-x',
      'a b <file>',
      'a <x',
      '<x>',
      ' a',
      'a ',
    ])
      for (const members of [{ command }, { command: ['greet', command] }, { aliases: [command] }])
        await expect(runCommand([], [{ ...greet, ...members }])).rejects.toThrow(
          new UserError(
            `register command "${command}": expected a word, followed by arguments in brackets, such as "greet <how> [more..]".`,
          ),
        );
  });

  it('an additional command accepts any word and any arguments of yargs', async () => {
    for (const command of ['a', 'db:up', 'x-y', 'a <x> [y]', 'a [x..]', 'a <x | y>', 'é'])
      expect((await runCommand(['--help'], [{ ...greet, command }])).code).toBe(0);
  });

  it('an additional command needs the members of a command', async () => {
    for (const invalidCommands of [5, [5], [null], [{ command: 'x' }], [{ handler: () => {} }]])
      await expect(runCommand([], invalidCommands as never)).rejects.toThrow(
        'fmu: expected a list of commands.',
      );
  });

  it.each([
    [
      'throws',
      'fmu: greet: TypeError: mine. The command "greet" is not part of fmukit. Fix it, with FMUKIT_STACK=1 to see the stack, or ask its author.\n',
    ],
    [
      'rejects',
      'fmu: greet: Error: mine. The command "greet" is not part of fmukit. Fix it, with FMUKIT_STACK=1 to see the stack, or ask its author.\n',
    ],
    [
      'undefined',
      'fmu: greet: undefined. The command "greet" is not part of fmukit. Fix it, with FMUKIT_STACK=1 to see the stack, or ask its author.\n',
    ],
    ['refuses', 'fmu: greet: there is nobody. Name somebody.\n'],
  ])('%s: the error names the additional command, with exit code 1', async (how, text) => {
    expect(await runCommand(['greet', how], [greet])).toEqual({ code: 1, text });
  });
});
